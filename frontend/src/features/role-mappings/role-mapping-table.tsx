import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { RoleMapping } from '@tenantry/contract/role-mappings';
import { roleLabels } from '../../blocks/role-labels.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';

const useStyles = makeStyles({
  role: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

function M365Role({ mapping }: { mapping: RoleMapping }) {
  return (
    <span className={useStyles().role}>
      <Text weight="semibold">{mapping.m365Role}</Text>
      {!mapping.isActive && (
        <Badge appearance="outline" color="informative">
          Not used
        </Badge>
      )}
    </span>
  );
}

const columns: readonly Column<RoleMapping>[] = [
  { id: 'm365Role', label: 'M365 role', cell: (mapping) => <M365Role mapping={mapping} />, width: '30%' },
  {
    id: 'localRole',
    label: 'Local role',
    cell: ({ localRole }) => (
      <Badge appearance="tint" color={localRole === 'admin' ? 'brand' : 'informative'} shape="rounded">
        {roleLabels[localRole]}
      </Badge>
    ),
    width: '16%',
  },
  { id: 'description', label: 'Description', cell: ({ description }) => <Text>{description || '—'}</Text> },
];

type Props = {
  mappings: readonly RoleMapping[];
  onEdit: (mapping: RoleMapping) => void;
  onRemove: (mapping: RoleMapping) => Promise<void>;
};

/** The mappings with what can be done with each. */
export function RoleMappingTable({ mappings, onEdit, onRemove }: Props) {
  return (
    <DataTable
      label="Role mappings"
      rows={mappings}
      columns={columns}
      rowId={({ id }) => id}
      actionsWidth="150px"
      rowActions={(mapping) => (
        <>
          <Button size="small" onClick={() => onEdit(mapping)} aria-label={`Edit ${mapping.m365Role}`}>
            Edit
          </Button>
          <ConfirmPopover
            trigger={
              <Button size="small" aria-label={`Delete ${mapping.m365Role}`}>
                Delete
              </Button>
            }
            question={`Delete the mapping of ${mapping.m365Role}? Users keep the role it gave them, unless roles are re-mapped at every sign-in.`}
            confirmLabel="Delete mapping"
            onConfirm={() => onRemove(mapping)}
          />
        </>
      )}
    />
  );
}
