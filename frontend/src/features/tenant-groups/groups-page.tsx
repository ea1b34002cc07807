import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { GroupListRegular } from '@fluentui/react-icons/svg/group-list';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteTenantGroup, type TenantGroup } from '@tenantry/contract/tenant-groups';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle, messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { GroupBadge } from './group-badge.tsx';
import { ruleText } from './rule-texts.ts';

const GroupDialog = onDemand(async () => (await import('./group-dialog.tsx')).GroupDialog);

const columns: readonly Column<TenantGroup>[] = [
  { id: 'name', label: 'Group', width: '24%', cell: ({ name, color }) => <GroupBadge name={name} color={color} /> },
  {
    id: 'rule',
    label: 'Rule',
    cell: ({ rule }) => (rule === null ? <Hint>Seen by administrators of all tenants</Hint> : ruleText(rule)),
  },
  {
    id: 'tenants',
    label: 'Tenants',
    width: '112px',
    cell: ({ id, tenants }) => <TextLink to={`${paths.overview}?groupId=${id}`}>{countOf(tenants, 'tenant')}</TextLink>,
  },
  {
    id: 'users',
    label: 'Scope of',
    width: '112px',
    cell: ({ scopedUsers }) => (scopedUsers === null ? <Hint>—</Hint> : countOf(scopedUsers, 'user')),
  },
];

/** The groups of tenants: by which lists are narrowed, and which may be the scope of users. */
export function GroupsPage() {
  const query = useQuery(tenantGroupsQuery());
  const seesAll = useSeesAllTenants();
  const { opened, open, close } = useOpened<TenantGroup | null>();
  const create = (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
      New group
    </Button>
  );
  return (
    <AdminPage tab="Groups" subtitle="Tenants by tag, license, domain or data" actions={seesAll && create}>
      <ListCard label="List of groups">
        <QueryState
          query={query}
          loading={<SkeletonRows rows={4} size={48} label="Loading groups" />}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={({ groups }) => groups.length === 0}
          empty={
            <EmptyState
              icon={<GroupListRegular />}
              title="No groups yet"
              body="A group holds the tenants that its rule fits, such as every tenant with a tag. Lists can be narrowed to it, and it can be the scope of users."
              headingLevel="h2"
            />
          }
        >
          {({ groups }) => (
            <DataTable
              label="Groups"
              rows={groups}
              columns={columns}
              rowId={({ id }) => id}
              actionsWidth="152px"
              rowActions={
                seesAll
                  ? (group) => (
                      <>
                        <Button size="small" aria-label={`Edit ${group.name}`} onClick={() => open(group)}>
                          Edit
                        </Button>
                        <DeleteGroup group={group} />
                      </>
                    )
                  : undefined
              }
            />
          )}
        </QueryState>
      </ListCard>
      <Muted>Tags and the owner of a tenant are set on Tenants.</Muted>
      {opened !== undefined && <GroupDialog group={opened} onClose={close} />}
    </AdminPage>
  );
}

function DeleteGroup({ group: { id, name } }: { group: TenantGroup }) {
  const client = useQueryClient();
  const remove = async () => {
    try {
      await call(deleteTenantGroup, { params: { groupId: id }, tenantId: null });
      showToast({ title: 'Group deleted', body: name, intent: 'success' });
    } catch (error) {
      showToast({ title: 'Group not deleted', body: messageOf(error), intent: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['tenant-groups'] });
  };
  return (
    <ConfirmPopover
      question={`Delete the group ${name}? Its tenants stay as they are.`}
      confirmLabel="Delete"
      onConfirm={remove}
      trigger={
        <Button size="small" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      }
    />
  );
}
