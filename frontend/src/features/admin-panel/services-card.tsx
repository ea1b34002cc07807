import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { useQuery } from '@tanstack/react-query';
import { inServiceOrder, serviceLabels } from '../../blocks/health-labels.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { servicesQuery } from './admin-panel-queries.ts';

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    columnGap: tokens.spacingHorizontalXXXL,
    rowGap: tokens.spacingVerticalS,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  },
  item: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM, minWidth: 0 },
});

/** Whether the services that the product needs respond. */
export function ServicesCard() {
  const styles = useStyles();
  const query = useQuery(servicesQuery());
  return (
    <SectionCard
      title="Health"
      subtitle={
        query.data && (
          <>
            Last probe: <RelativeTime instant={query.data.checkedAt} />
          </>
        )
      }
      actions={
        <LinkButton to={paths.adminHealth} size="small">
          Details
        </LinkButton>
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading the health of the system"
        errorTitle="The health of the system could not be loaded"
        isEmpty={({ checkedAt }) => checkedAt === null}
        empty={<Text>Not probed yet. Services are probed every five minutes.</Text>}
      >
        {({ checks }) => (
          <ul className={styles.list} aria-label="Services">
            {inServiceOrder(checks).map(({ endpoint, status }) => (
              <li key={endpoint} className={styles.item}>
                <Text>{serviceLabels[endpoint] ?? endpoint}</Text>
                {status === 'ok' ? (
                  <StatusBadge label="Responding" color="success" icon={<CheckmarkCircleFilled />} />
                ) : (
                  <StatusBadge label="Not responding" color="danger" icon={<ErrorCircleFilled />} />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SectionCard>
  );
}
