import { Badge, Button, makeStyles, Text, Tooltip } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { KeyResetRegular } from '@fluentui/react-icons/svg/key-reset';
import type { DirectoryUser } from '@tenantry/contract/users';
import type { ReactElement } from 'react';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { RoleBadge, UserStatusBadge } from './user-badges.tsx';

const useStyles = makeStyles({
  stack: { display: 'grid', minWidth: 0 },
});

function Name({ user: { displayName, username, jobTitle } }: { user: DirectoryUser }) {
  const styles = useStyles();
  return (
    <span className={styles.stack}>
      <Text weight="semibold">{displayName}</Text>
      <Hint>{[username, jobTitle].filter(Boolean).join(' · ')}</Hint>
    </span>
  );
}

/** The tenants of a user in a line. */
function tenantsOf({ scope, tenantName }: DirectoryUser): string {
  if (scope === null) return tenantName ?? '—';
  if (scope.kind === 'all') return 'All tenants';
  const { kind, tenantCount } = scope;
  if (kind === 'none' || tenantCount === 0) return 'No tenant';
  return tenantCount === 1 ? (tenantName ?? '—') : `${tenantName} and ${tenantCount - 1} more`;
}

const columns: readonly Column<DirectoryUser>[] = [
  { id: 'name', label: 'User', cell: (user) => <Name user={user} />, width: '170px' },
  { id: 'email', label: 'Email', cell: ({ email }) => <Text>{email ?? '—'}</Text> },
  {
    id: 'source',
    label: 'Source',
    cell: ({ source }) => (
      <Badge appearance="outline" color={source === 'local' ? 'brand' : 'informative'}>
        {source === 'local' ? 'Local' : 'M365'}
      </Badge>
    ),
    width: '56px',
  },
  { id: 'role', label: 'Role', cell: (user) => <RoleBadge user={user} />, width: '84px' },
  { id: 'tenant', label: 'Tenant', cell: (user) => <Text>{tenantsOf(user)}</Text>, width: '130px' },
  { id: 'status', label: 'Status', cell: (user) => <UserStatusBadge user={user} />, width: '84px' },
];

export type UserAction = 'edit' | 'reset' | 'delete';

type Props = {
  users: readonly DirectoryUser[];
  /** Null where the caller may not change users. */
  onAction: ((action: UserAction, user: DirectoryUser) => void) | null;
  lastAdministratorId: string | null;
};

type ActionProps = { label: string; icon: ReactElement; onClick: () => void; disabledBecause?: string | null };

function Action({ label, icon, onClick, disabledBecause = null }: ActionProps) {
  return (
    <Tooltip content={disabledBecause ?? label} relationship={disabledBecause === null ? 'label' : 'description'}>
      <Button
        size="small"
        appearance="subtle"
        icon={icon}
        aria-label={label}
        onClick={onClick}
        disabledFocusable={disabledBecause !== null}
      />
    </Tooltip>
  );
}

/** Users with what can be done with each: nothing with accounts that do not sign in here, and with contacts of clients, who are let in under Client Portal. */
export function UserTable({ users, onAction, lastAdministratorId }: Props) {
  const actions = (user: DirectoryUser) => {
    if (!user.signsInHere || user.isClient || onAction === null) return null;
    const { displayName: name, source, hasLocalAuth } = user;
    const isLast = user.id === lastAdministratorId;
    return (
      <>
        <Action label={`Edit ${name}`} icon={<EditRegular />} onClick={() => onAction('edit', user)} />
        {source === 'local' && hasLocalAuth && (
          <Action
            label={`Reset password of ${name}`}
            icon={<KeyResetRegular />}
            onClick={() => onAction('reset', user)}
          />
        )}
        {source === 'local' && (
          <Action
            label={`Delete ${name}`}
            icon={<DeleteRegular />}
            onClick={() => onAction('delete', user)}
            disabledBecause={isLast ? 'The last admin cannot be deleted' : null}
          />
        )}
      </>
    );
  };
  return (
    <DataTable
      label="Users"
      rows={users}
      columns={columns}
      rowId={({ id }) => id}
      minWidth="920px"
      actionsWidth="96px"
      {...(onAction === null ? {} : { rowActions: actions })}
    />
  );
}
