import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { TrailEntry } from '@tenantry/contract/audit-trail';
import { formatDateTime } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { detailFacts } from './detail-facts.ts';
import { TrailEventBadge } from './trail-event-badge.tsx';

const useStyles = makeStyles({
  facts: { margin: 0, display: 'grid', gap: tokens.spacingVerticalXXS },
  fact: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXS },
  name: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  tenant: { color: tokens.colorNeutralForeground3, display: 'block' },
});

const columns: readonly Column<TrailEntry>[] = [
  {
    id: 'timestamp',
    label: 'Timestamp',
    cell: ({ timestamp }) => (timestamp === '' ? '—' : <Time instant={timestamp} />),
    width: '14%',
  },
  { id: 'event', label: 'Event', cell: ({ eventType }) => <TrailEventBadge eventType={eventType} />, width: '18%' },
  { id: 'user', label: 'User', cell: ({ user }) => user || '—', width: '14%' },
  { id: 'target', label: 'Target', cell: (entry) => <Target entry={entry} />, width: '20%' },
  { id: 'details', label: 'Details', cell: ({ details }) => <Details details={details} /> },
];

/** Entries of the audit trail, the newest first. */
export function TrailTable({ entries }: { entries: readonly TrailEntry[] }) {
  return <DataTable label="Audit trail" rows={entries} columns={columns} rowId={({ id }) => id} minWidth="900px" />;
}

function Time({ instant }: { instant: string }) {
  // A stored entry that was tampered with may say anything.
  if (Number.isNaN(Date.parse(instant))) return <>{instant}</>;
  return <time dateTime={instant}>{formatDateTime(instant)}</time>;
}

/** What it was done to, and the tenant it belongs to, where that is not the target itself. */
function Target({ entry: { target, tenantId, tenantName } }: { entry: TrailEntry }) {
  const styles = useStyles();
  const tenant = tenantName ?? tenantId;
  return (
    <>
      {target || '—'}
      {tenant !== null && tenant !== target && (
        <Text size={200} className={styles.tenant}>
          {tenant}
        </Text>
      )}
    </>
  );
}

function Details({ details }: { details: TrailEntry['details'] }) {
  const styles = useStyles();
  if (typeof details === 'string') return <>{details}</>;
  const facts = detailFacts(details);
  if (facts.length === 0) return <>—</>;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}:</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
