import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ManagedAudit } from '@tenantry/contract/managed-audits';
import { JudgmentBadge } from '../../blocks/judgment-badge.tsx';
import { firstOfId, formatDateTime } from '../../lib/format.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useAuditDeletion } from './use-audit-deletion.ts';

const useStyles = makeStyles({
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  bad: { color: tokens.colorPaletteRedForeground1 },
  id: { fontFamily: tokens.fontFamilyMonospace },
});

function AuditId({ audit: { id } }: { audit: ManagedAudit }) {
  return (
    <Text className={useStyles().id} title={id}>
      {firstOfId(id, 'audit')}
    </Text>
  );
}

function Tenant({ audit: { tenantName, isLatest, isSimulated } }: { audit: ManagedAudit }) {
  return (
    <span className={useStyles().badges}>
      <Text weight="semibold">{tenantName}</Text>
      {isLatest && (
        <Badge appearance="tint" color="brand">
          Latest
        </Badge>
      )}
      {isSimulated && (
        <Badge appearance="tint" color="warning">
          Simulated
        </Badge>
      )}
    </span>
  );
}

export function CriticalIssues({ count }: { count: number }) {
  const styles = useStyles();
  return (
    <Text weight={count > 0 ? 'semibold' : 'regular'} className={count > 0 ? styles.bad : ''}>
      {count}
    </Text>
  );
}

const columns: readonly Column<ManagedAudit>[] = [
  { id: 'id', label: 'Audit ID', cell: (audit) => <AuditId audit={audit} />, width: '12%' },
  { id: 'tenant', label: 'Tenant', cell: (audit) => <Tenant audit={audit} />, width: '24%' },
  {
    id: 'status',
    label: 'Overall status',
    cell: ({ overallStatus }) => <JudgmentBadge status={overallStatus ?? 'unknown'} />,
    width: '14%',
  },
  {
    id: 'score',
    label: 'Score',
    cell: ({ overallScore }) => (overallScore === null ? '—' : `${overallScore}/100`),
    width: '10%',
  },
  {
    id: 'critical',
    label: 'Critical issues',
    cell: ({ criticalIssues }) => <CriticalIssues count={criticalIssues} />,
    width: '12%',
  },
  { id: 'created', label: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt), width: '16%' },
];

function questionOf({ tenantName, isLatest, createdAt }: ManagedAudit): string {
  const which = `Delete the audit of ${tenantName} of ${formatDateTime(createdAt)}?`;
  const effect = isLatest
    ? 'Its figures, changes and reports fall back to the audit before. Findings stay as the last scan left them.'
    : 'Nothing is compared with it any more.';
  return `${which} ${effect} This cannot be undone.`;
}

type Props = { audits: readonly ManagedAudit[]; onOpen: (audit: ManagedAudit) => void };

/** Audits with what can be done with each. */
export function ManagedAuditTable({ audits, onOpen }: Props) {
  const remove = useAuditDeletion();
  const nameOf = ({ tenantName, createdAt }: ManagedAudit) => `${tenantName}, ${formatDateTime(createdAt)}`;
  return (
    <DataTable
      label="Audits"
      rows={audits}
      columns={columns}
      rowId={({ id }) => id}
      minWidth="900px"
      actionsWidth="190px"
      rowActions={(audit) => (
        <>
          <Button size="small" onClick={() => onOpen(audit)} aria-label={`View details: ${nameOf(audit)}`}>
            View Details
          </Button>
          <ConfirmPopover
            trigger={
              <Button size="small" aria-label={`Delete audit: ${nameOf(audit)}`}>
                Delete
              </Button>
            }
            question={questionOf(audit)}
            confirmLabel="Delete audit"
            onConfirm={() => remove(audit)}
          />
        </>
      )}
    />
  );
}
