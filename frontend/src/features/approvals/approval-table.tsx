import { Badge } from '@fluentui/react-components';
import type { Approval } from '@tenantry/contract/approvals';
import { approvalTypeLabels, creatorLabel } from '../../blocks/approval-labels.ts';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { rowSelection } from '../../ui/row-selection.tsx';
import { Request, Status } from './approval-cells.tsx';
import { DecisionButtons } from './decision-buttons.tsx';

const columns: readonly Column<Approval>[] = [
  { id: 'request', label: 'Request', cell: (approval) => <Request approval={approval} /> },
  { id: 'type', label: 'Type', width: '84px', cell: ({ type }) => approvalTypeLabels[type] },
  { id: 'tenant', label: 'Tenant', width: '88px', cell: ({ tenantName }) => tenantName },
  { id: 'priority', label: 'Priority', width: '84px', cell: ({ priority }) => <PriorityBadge priority={priority} /> },
  { id: 'status', label: 'Status', width: '84px', cell: (approval) => <Status approval={approval} /> },
  {
    id: 'createdBy',
    label: 'Created by',
    width: '72px',
    cell: (approval) => (
      <Badge appearance="outline" color="informative">
        {creatorLabel(approval)}
      </Badge>
    ),
  },
  {
    id: 'requestedAt',
    label: 'Requested',
    width: '84px',
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
    canSelect: ({ status }) => status === 'pending',
  });
  return (
    <DataTable
      label="Approvals"
      rows={approvals}
      columns={columns}
      rowId={({ id }) => id}
      selection={selection}
      minWidth="920px"
      actionsWidth="88px"
      rowActions={(approval) => <DecisionButtons approval={approval} onReview={onReview} />}
    />
  );
}
