import { Button, Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Baseline } from '@tenantry/contract/baseline-list';
import { deleteBaseline } from '@tenantry/contract/baselines';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { call } from '../../lib/api-client.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Stack } from '../../ui/stack.tsx';
import type { Edited } from './edited-baseline.ts';

function Name({ baseline: { name, description, builtIn } }: { baseline: Baseline }) {
  return (
    <Stack gap="XXS">
      <Text weight="semibold">{name}</Text>
      <Hint>{builtIn ? `Comes with Tenantry. ${description}` : description}</Hint>
    </Stack>
  );
}

/** The names of the groups that a baseline is assigned to. */
function Groups({ groupIds }: { groupIds: readonly string[] }) {
  const { data } = useQuery(tenantGroupsQuery());
  if (groupIds.length === 0) return <Hint>Not assigned</Hint>;
  const names = new Map(data?.groups.map(({ id, name }) => [id, name]));
  return groupIds.map((id) => names.get(id) ?? '…').join(', ');
}

function Required({ baseline: { required, minimumGravity } }: { baseline: Baseline }) {
  return (
    <Stack gap="XXS">
      {countOf(required, 'check')}
      {minimumGravity !== 'low' && <Hint>{`From ${minimumGravity} severity`}</Hint>}
    </Stack>
  );
}

const columns: readonly Column<Baseline>[] = [
  { id: 'name', label: 'Baseline', cell: (baseline) => <Name baseline={baseline} /> },
  { id: 'required', label: 'Requires', width: '120px', cell: (baseline) => <Required baseline={baseline} /> },
  { id: 'groups', label: 'Assigned to', width: '18%', cell: ({ groupIds }) => <Groups groupIds={groupIds} /> },
  { id: 'tenants', label: 'Tenants', width: '96px', cell: ({ tenants }) => countOf(tenants, 'tenant') },
];

type Props = { baselines: readonly Baseline[]; onEdit: ((edited: Edited) => void) | undefined };

/** The baselines, with what can be done with each. */
export function BaselineTable({ baselines, onEdit }: Props) {
  return (
    <DataTable
      label="Baselines"
      rows={baselines}
      columns={columns}
      rowId={({ id }) => id}
      minWidth="800px"
      actionsWidth="216px"
      rowActions={
        onEdit &&
        ((baseline) => (
          <>
            <Button
              size="small"
              aria-label={`Edit ${baseline.name}`}
              onClick={() => onEdit({ baseline, isCopy: false })}
            >
              Edit
            </Button>
            <Button
              size="small"
              aria-label={`Copy ${baseline.name}`}
              onClick={() => onEdit({ baseline, isCopy: true })}
            >
              Copy
            </Button>
            {!baseline.builtIn && <DeleteBaseline baseline={baseline} />}
          </>
        ))
      }
    />
  );
}

function DeleteBaseline({ baseline: { id, name } }: { baseline: Baseline }) {
  const client = useQueryClient();
  const { submit } = useAction('Baseline not deleted', async () => {
    await call(deleteBaseline, { params: { baselineId: id }, tenantId: null });
    showToast({ title: 'Baseline deleted', body: name, intent: 'success' });
    await client.invalidateQueries();
  });
  return (
    <ConfirmPopover
      question={`Delete the baseline ${name}? Nothing is required by it any more.`}
      confirmLabel="Delete"
      onConfirm={submit}
      trigger={
        <Button size="small" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      }
    />
  );
}
