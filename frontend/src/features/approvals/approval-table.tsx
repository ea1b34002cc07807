import { Badge, makeStyles, TableSelectionCell, Text, tokens } from '@fluentui/react-components';
import type { Approval } from '@tenantry/contract/approvals';
import { approvalTypeLabels, creatorLabel } from '../../blocks/approval-labels.ts';
import { ApprovalStatusBadge } from '../../blocks/approval-status-badge.tsx';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { rowSelection } from '../../ui/row-selection.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { DecisionButtons } from './decision-buttons.tsx';

const useStyles = makeStyles({
  request: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
  description: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  status: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start' },
});

export function Request({ approval, isLinked = true }: { approval: Approval; isLinked?: boolean }) {
  const styles = useStyles();
  const { id, title, description, requestedBy } = approval;
  return (
    <div className={styles.request}>
      {isLinked ? (
        <TextLink to={`${paths.adminApprovals}/${id}`}>{title}</TextLink>
      ) : (
        <Text weight="semibold">{title}</Text>
      )}
      <Text size={200} className={styles.description}>
        {description}
      </Text>
      <Text size={200} className={styles.quiet}>
        Requested by {requestedBy === 'scanner' ? 'the scanner' : requestedBy}
      </Text>
    </div>
  );
}

/** Whether it is decided, and whether what was decided is done. */
export function Status({ approval }: { approval: Approval }) {
  const styles = useStyles();
  return (
    <div className={styles.status}>
      <ApprovalStatusBadge status={approval.status} />
      {approval.isUnfinished && <Text size={200}>Being carried out</Text>}
      {approval.notDoneBecause !== null && <Text size={200}>Not carried out: {approval.notDoneBecause}</Text>}
    </div>
  );
}

const columns: readonly Column<Approval>[] = [
  { id: 'request', label: 'Request', width: '30%', cell: (approval) => <Request approval={approval} /> },
  { id: 'type', label: 'Type', cell: ({ type }) => approvalTypeLabels[type] },
  { id: 'tenant', label: 'Tenant', cell: ({ tenantName }) => tenantName },
  { id: 'priority', label: 'Priority', width: '108px', cell: ({ priority }) => <PriorityBadge priority={priority} /> },
  { id: 'status', label: 'Status', width: '108px', cell: (approval) => <Status approval={approval} /> },
  {
    id: 'createdBy',
    label: 'Created by',
    width: '96px',
    cell: (approval) => (
      <Badge appearance="outline" color="informative">
        {creatorLabel(approval)}
      </Badge>
    ),
  },
  {
    id: 'requestedAt',
    label: 'Requested',
    cell: ({ requestedAt }) => <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>,
  },
];

type Props = {
  approvals: readonly Approval[];
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onReview: (approval: Approval) => void;
};

/** Requests with what can be done with each. Those that wait can be chosen, to decide several at once. */
export function ApprovalTable({ approvals, selectedIds, onSelect, onReview }: Props) {
  const selection = rowSelection<Approval>({
    rowId: ({ id }) => id,
    allIds: approvals.filter(({ status }) => status === 'pending').map(({ id }) => id),
    selectedIds,
    onChange: onSelect,
    rowLabel: ({ title, tenantName }) => `Select ${title}, ${tenantName}`,
  });
  return (
    <DataTable
      label="Approvals"
      rows={approvals}
      columns={columns}
      rowId={({ id }) => id}
      selection={{
        ...selection,
        rowCell: (row) => (row.status === 'pending' ? selection.rowCell(row) : <TableSelectionCell invisible />),
        rowBox: (row) => (row.status === 'pending' ? selection.rowBox(row) : null),
      }}
      minWidth="1240px"
      actionsWidth="230px"
      rowActions={(approval) => <DecisionButtons approval={approval} onReview={onReview} />}
    />
  );
}
