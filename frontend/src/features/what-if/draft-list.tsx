import { Button, Text } from '@fluentui/react-components';
import type { WhatIfDraft } from '@tenantry/contract/what-if';
import { formatDateTime } from '../../lib/format.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ShortList } from '../../ui/short-list.tsx';
import { Stack } from '../../ui/stack.tsx';

type Props = {
  drafts: readonly WhatIfDraft[];
  onOpen: (draft: WhatIfDraft) => void;
  onRename: (draft: WhatIfDraft) => void;
  onPropose: (draft: WhatIfDraft) => void;
  onDelete: (draft: WhatIfDraft) => Promise<void>;
};

const statusLabels = {
  pending: 'Waits for approval',
  approved: 'Approved: make the change in the Entra admin center, then scan',
  denied: 'Denied',
  closed: 'Its approval was closed',
  unasked: 'Its approval was not made: propose it again',
} as const;

function standing({ proposed, outcome }: WhatIfDraft): string {
  if (proposed === null) return 'Not proposed';
  if (outcome?.state === 'asApproved') return 'Done as approved';
  if (outcome?.state === 'differs') return `Approved; the scan of ${formatDateTime(outcome.at)} found differences`;
  return statusLabels[proposed.status];
}

const columns: Column<WhatIfDraft>[] = [
  {
    id: 'name',
    label: 'Draft',
    cell: ({ name, createdBy, updatedAt }) => (
      <Stack gap="XXS">
        <Text weight="semibold">{name}</Text>
        <Muted size={200}>
          {createdBy}, {formatDateTime(updatedAt)}
        </Muted>
      </Stack>
    ),
  },
  { id: 'standing', label: 'Status', cell: standing },
];

const isKept = ({ proposed }: WhatIfDraft) => proposed?.status === 'pending' || proposed?.status === 'approved';

/** The drafts that are kept of this tenant, and what became of those that were proposed. */
export function DraftList({ drafts, onOpen, onRename, onPropose, onDelete }: Props) {
  return (
    <DataTable
      label="Saved drafts"
      rows={drafts}
      columns={columns}
      rowId={({ id }) => id}
      actionsWidth="340px"
      rowActions={(draft) => (
        <>
          <Button size="small" onClick={() => onOpen(draft)} aria-label={`Open ${draft.name}`}>
            Open
          </Button>
          {(draft.proposed === null || draft.proposed.status === 'unasked') && (
            <Button size="small" onClick={() => onPropose(draft)} aria-label={`Propose ${draft.name}`}>
              Propose
            </Button>
          )}
          {draft.proposed === null && (
            <Button size="small" onClick={() => onRename(draft)} aria-label={`Rename ${draft.name}`}>
              Rename
            </Button>
          )}
          {!isKept(draft) && (
            <ConfirmPopover
              trigger={
                <Button size="small" appearance="subtle" aria-label={`Delete ${draft.name}`}>
                  Delete
                </Button>
              }
              question={`Delete the draft "${draft.name}"?`}
              confirmLabel="Delete"
              onConfirm={() => onDelete(draft)}
            />
          )}
        </>
      )}
      rowDetails={({ name, outcome }) =>
        outcome?.state === 'differs' && (
          <ShortList
            label={`Differences of ${name}`}
            items={outcome.differences.map(
              ({ policy, field, approved, found }) =>
                `${policy}${field === '' ? '' : `, ${field}`}: approved ${approved ?? 'none'}, found ${found ?? 'none'}`,
            )}
          />
        )
      }
    />
  );
}
