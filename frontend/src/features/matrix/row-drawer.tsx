import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { categoryLabels } from '@tenantry/contract/labels';
import type { FailingCause, FailingTenant, MatrixBy, MatrixRowDetails } from '@tenantry/contract/matrix';
import { HelpLink } from '../../blocks/help-link.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf, formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Part } from '../../ui/facts.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { failingText, tenantCount } from './failing-tenants.ts';
import { type ColumnFilters, matrixRowQuery } from './matrix-queries.ts';
import { RowActions } from './row-actions.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXL, paddingBottom: tokens.spacingVerticalXL, minWidth: 0 },
  wrap: { overflowWrap: 'anywhere' },
  tenant: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

type Props = { by: MatrixBy; rowId: string; columns: ColumnFilters; onClose: () => void };

/** What a row of the matrix says: who fails, by which cause, and what can be done for them together. */
export function RowDrawer({ by, rowId, columns, onClose }: Props) {
  const styles = useStyles();
  const query = useQuery(matrixRowQuery(by, rowId, columns));
  return (
    <DetailsDrawer title={query.data?.title ?? (by === 'check' ? 'Check' : 'Remedy')} widthPx={760} onClose={onClose}>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={6} size={48} label="Loading the tenants that fail" />}
        errorTitle="The row could not be loaded"
      >
        {(row) => (
          <div className={styles.root}>
            <Head row={row} />
            {row.causes.length > 0 && (
              <Part title="For these tenants">
                <RowActions row={row} />
              </Part>
            )}
            {row.causes.map((cause, at) => (
              <Cause key={`${cause.checkId} ${cause.tenants[0]?.findingId}`} cause={cause} row={row} number={at + 1} />
            ))}
          </div>
        )}
      </QueryState>
    </DetailsDrawer>
  );
}

function Head({ row }: { row: MatrixRowDetails }) {
  const { severity, category, recommendation, article, title, causes } = row;
  const none = severity === 'info' ? 'It informs: it opens no finding, and asks for no work.' : 'No tenant fails it.';
  return (
    <div>
      <Row gap="S" align="center">
        <SeverityBadge severity={severity} />
        <Hint>{categoryLabels[category]}</Hint>
      </Row>
      <Text as="p" weight="semibold">
        {causes.length === 0 ? none : failingText(row)}
      </Text>
      {recommendation !== '' && <Text as="p">{recommendation}</Text>}
      <HelpLink article={article} of={title} />
    </div>
  );
}

function Cause({ cause, row, number }: { cause: FailingCause; row: MatrixRowDetails; number: number }) {
  const styles = useStyles();
  const { tenants, example, title } = cause;
  const { shown, query } = useShownRows(tenants);
  const heading = `Cause ${number}: ${countOf(tenantCount(tenants), 'tenant')}`;
  return (
    <Part title={heading}>
      {row.by === 'remedy' && <Text weight="semibold">{title}</Text>}
      <Text className={styles.wrap}>{example.message}</Text>
      {tenants.length > 1 && <Hint>{`As told of ${example.tenantName}.`}</Hint>}
      <PlainList gap="XS" aria-label={`Tenants of cause ${number}`}>
        {shown.map((tenant) => (
          <li key={tenant.findingId} className={styles.tenant}>
            <TenantLine tenant={tenant} />
          </li>
        ))}
      </PlainList>
      {tenants.length > shown.length && <LoadMore query={query} shown={shown.length} total={tenants.length} />}
    </Part>
  );
}

function TenantLine({ tenant }: { tenant: FailingTenant }) {
  const { tenantId, tenantName, findingId, status, isResolvedByHand, notSeenSince, approvalId, taskId } = tenant;
  return (
    <>
      <TextLink to={inTenant(`${paths.findings}?finding=${findingId}`, tenantId)}>{tenantName}</TextLink>
      {status === 'warning' && <Badge appearance="outline">Warning</Badge>}
      {isResolvedByHand && <Badge appearance="outline">Resolved by hand</Badge>}
      {notSeenSince !== null && <Badge appearance="outline">{`Not looked at since ${formatDate(notSeenSince)}`}</Badge>}
      {approvalId !== null && (
        <Badge appearance="tint" color="brand">
          Request waits
        </Badge>
      )}
      {taskId !== null && (
        <Badge appearance="tint" color="informative">
          Task under way
        </Badge>
      )}
    </>
  );
}
