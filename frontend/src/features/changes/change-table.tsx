import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components';
import { verdictLabels } from '@tenantry/contract/labels';
import { notableKindLabels } from '@tenantry/contract/notable-kind-labels';
import { VerdictStatus } from '@tenantry/contract/verdicts';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Row } from '../../ui/row.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Change } from './changes-queries.ts';

const useStyles = makeStyles({
  wrap: { overflowWrap: 'anywhere' },
  values: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
});

/** The comparison that holds the change; the tenant's latest one where no scan has ended since. */
function comparisonOf({ tenantId, between }: Change): string {
  const address = inTenant(paths.changes, tenantId);
  return between?.to ? `${address}&from=${between.from}&to=${between.to}` : address;
}

function What({ change }: { change: Change }) {
  const styles = useStyles();
  const { title, object, kind, isNew } = change;
  const label = notableKindLabels[kind];
  return (
    <Stack gap="XXS">
      <Row gap="S" align="center">
        <TextLink to={comparisonOf(change)}>{title}</TextLink>
        {isNew && (
          <Badge appearance="tint" color="brand" size="small">
            New
          </Badge>
        )}
      </Row>
      {object !== '' && <Text className={styles.wrap}>{object}</Text>}
      {label !== title && <Hint>{label}</Hint>}
    </Stack>
  );
}

/** A verdict by its word, any other value as it is. */
function wordOf(value: string | null, { checkId }: Change): string | null {
  const verdict = checkId === null ? undefined : VerdictStatus.options.find((status) => status === value);
  return verdict === undefined ? value : verdictLabels[verdict];
}

/** What it was and is, where it is a value that says something. */
function Values({ change }: { change: Change }) {
  const styles = useStyles();
  const [before, after] = [wordOf(change.before, change), wordOf(change.after, change)];
  if (before === null && after === null) return <Hint>—</Hint>;
  if (before === null || after === null) {
    const [word, value] = before === null ? ['Now', after] : ['Before', before];
    return (
      <Text size={200} className={styles.values}>
        {change.kind === 'connection-lost' ? value : `${word}: ${value}`}
      </Text>
    );
  }
  return (
    <Text size={200} className={styles.values}>
      {before} → {after}
    </Text>
  );
}

function Who({ change: { by, byUnknownBecause, changedAt } }: { change: Change }) {
  const styles = useStyles();
  if (by === null) return <Hint>{byUnknownBecause ?? 'Not known'}</Hint>;
  return (
    <Stack gap="XXS">
      <Text className={styles.wrap}>{by.kind === 'app' ? `${by.name} (app)` : by.name}</Text>
      {changedAt !== null && <Hint>{formatDateTime(changedAt)}</Hint>}
    </Stack>
  );
}

const noticedBy = { scan: 'By a scan', watch: 'Between scans', connection: 'By a lost connection' } as const;

const columns: readonly Column<Change>[] = [
  { id: 'gravity', label: 'Severity', width: '104px', cell: ({ gravity }) => <PriorityBadge priority={gravity} /> },
  { id: 'what', label: 'Change', cell: (change) => <What change={change} /> },
  { id: 'values', label: 'Before and after', width: '20%', cell: (change) => <Values change={change} /> },
  { id: 'tenant', label: 'Tenant', width: '16%', cell: ({ tenantName }) => tenantName },
  { id: 'who', label: 'Changed by', width: '20%', cell: (change) => <Who change={change} /> },
  {
    id: 'noticed',
    label: 'Noticed',
    width: '112px',
    cell: (change) => (
      <Stack gap="XXS">
        {formatDateTime(change.noticedAt)}
        <Hint>{noticedBy[change.noticedBy]}</Hint>
      </Stack>
    ),
  },
];

/** Changes of several tenants, each with its way to the comparison. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  return (
    <DataTable
      label="Changes"
      rows={changes}
      columns={columns}
      rowId={({ id }) => id}
      minWidth="960px"
      cardsOnTablets
    />
  );
}
