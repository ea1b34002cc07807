import { makeStyles, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { countOf, formatDate } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useRoom, useRoomAddress } from './room-context.ts';
import { clientDecisionsQuery } from './room-queries.ts';
import { waitingOf } from './waiting.ts';

const useStyles = makeStyles({ item: { display: 'grid', overflowWrap: 'anywhere' } });

/** What the provider asked and nobody has answered. Its place is kept for it alone: nothing while that is not known. */
export function OverviewWaiting() {
  const styles = useStyles();
  const { tenantId } = useRoom();
  const address = useRoomAddress();
  const query = useQuery(clientDecisionsQuery(tenantId));
  if (query.isError) {
    return (
      <ErrorPanel
        title="What waits for you could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) return null;
  const { approvals, risks, total } = waitingOf(query.data);
  if (total === 0) return null;
  return (
    <SectionCard
      title="What waits for you"
      subtitle={`${countOf(total, 'decision')} for you to make`}
      actions={
        <LinkButton to={address('decisions')} appearance="primary">
          Open decisions
        </LinkButton>
      }
    >
      <PlainList gap="M" aria-label="What waits for you">
        {approvals.map(({ id, title, topic, askedAt }) => (
          <li key={id} className={styles.item}>
            <Text weight="semibold">{topic ?? title}</Text>
            <Hint>Work to approve, asked on {formatDate(askedAt)}</Hint>
          </li>
        ))}
        {risks.map(({ id, title, topic, offeredAt }) => (
          <li key={id} className={styles.item}>
            <Text weight="semibold">{topic ?? title}</Text>
            <Hint>A risk to accept or decline, asked on {formatDate(offeredAt)}</Hint>
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}
