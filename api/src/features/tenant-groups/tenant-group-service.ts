import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { changeTenantGroup, createTenantGroup, TenantGroup } from '@tenantry/contract/tenant-groups';
import { groupsOfRules, readApprovalRules } from '../../domain/approvals/approval-rules.ts';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { readBaselines } from '../../domain/baselines/baselines.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { membersAmong, settleGroup } from '../../domain/tenant-groups/group-membership.ts';
import { applyGroups, usersOfGroups } from '../../domain/tenant-groups/group-scope.ts';
import { usesOfGroups } from '../../domain/tenant-groups/group-uses.ts';
import type { UserAccess } from '../../domain/user-access/change-user-access.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireRecentProof } from '../../http/caller.ts';
import { createOnce, RecordExistsError } from '../../ports/collection.ts';
import type { BaselineStore } from '../../store/baselines.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import type { TenantGroupRecord, TenantGroupStore } from '../../store/tenant-groups.ts';

export type GroupDependencies = Pick<CommonParts, 'tenants' | 'users' | 'systemConfig' | 'trail' | 'clock'> & {
  tenantGroups: TenantGroupStore;
  baselines: Pick<BaselineStore, 'all'>;
  userAccess: UserAccess;
};

const groupsAtMost = 200;
const notFound = () => new AppError('NOT_FOUND', 'There is no such group. Somebody may have deleted it.');
const nameTaken = () =>
  new AppError('CONFLICT', 'Another group has this name. Choose another one.', {
    fields: [{ path: 'name', message: 'Another group has this name' }],
  });

/** A group as a caller sees it: of the tenants only how many of theirs are in it. */
function groupView(group: TenantGroupRecord, { scope }: Caller, scopedUsers: number | null): TenantGroup {
  const { id, name, color, rule, tenantIds, revision, updatedAt, updatedBy } = group;
  const tenants = tenantIds.filter((tenantId) => isInScope(scope, tenantId)).length;
  const seesAll = scope.kind === 'all';
  return { id, name, color, rule: seesAll ? rule : null, tenants, scopedUsers, revision, updatedAt, updatedBy };
}

/** The groups in which tenants of the caller are; whoever sees every tenant sees every group. */
export async function groupsFor({ tenantGroups, users }: GroupDependencies, caller: Caller): Promise<TenantGroup[]> {
  const groups = await tenantGroups.all();
  if (caller.scope.kind !== 'all') {
    return groups.map((group) => groupView(group, caller, null)).filter(({ tenants }) => tenants > 0);
  }
  const named = await usersOfGroups(
    users,
    groups.map(({ id }) => id),
  );
  return groups.map((group) =>
    groupView(group, caller, named.filter(({ groupIds }) => groupIds.includes(group.id)).length),
  );
}

const told = ['name', 'color', 'rule'] as const;

/** @throws AppError CONFLICT where the name is taken, or there are too many */
export async function createGroup(
  dependencies: GroupDependencies,
  caller: Caller,
  body: Parsed<typeof createTenantGroup.body>,
): Promise<TenantGroup> {
  const { tenantGroups, trail, clock } = dependencies;
  if ((await tenantGroups.all()).length >= groupsAtMost)
    throw new AppError('CONFLICT', `There are ${groupsAtMost} groups already. Delete one first.`);
  const now = clock.now();
  const at = now.toISOString();
  const { name, color, rule } = body;
  const made: TenantGroupRecord = {
    id: crypto.randomUUID(),
    name,
    nameKey: name.toLowerCase(),
    color,
    rule,
    tenantIds: [],
    revision: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: caller.name,
    ...emptyOutbox,
  };
  const details = whatChanged(null, made, told);
  const entry = {
    eventType: 'tenant_group_created',
    user: caller.user.username,
    target: name,
    tenantId: null,
    details,
  } as const;
  const record = withEntry(made, entry, now);
  const stored = await createOnce(tenantGroups, record);
  if (!stored) throw nameTaken();
  await settleOutbox(tenantGroups, record, trail, stored.etag);
  return groupView((await settleGroup(dependencies, made.id)) ?? made, caller, 0);
}

/**
 * Changes a group. Where users have it as their scope, or a rule approves at once by it, and its rule or its tenants become others,
 * whoever asks proves first who they are; the users see the tenants that it holds then.
 * @throws AppError NOT_FOUND, CONFLICT, STEP_UP_REQUIRED
 */
export async function changeGroup(
  dependencies: GroupDependencies,
  caller: Caller,
  groupId: string,
  { revision, name, color, rule }: Parsed<typeof changeTenantGroup.body>,
): Promise<TenantGroup> {
  const { tenantGroups, tenants, trail, clock } = dependencies;
  const known = await tenantGroups.get(groupId);
  if (!known) throw notFound();
  const { scopedUsers = 0, isRuled = false } = (await usesOfGroups(dependencies, [groupId])).get(groupId) ?? {};
  const isOther =
    !isDeepStrictEqual(rule, known.value.rule) ||
    !isDeepStrictEqual(membersAmong(await tenants.ofScope(everyTenant), rule), known.value.tenantIds);
  if ((scopedUsers > 0 || isRuled) && isOther) requireRecentProof(caller, clock.now());
  const now = clock.now();
  try {
    const changed = await changeAndSeal(trail, tenantGroups, groupId, (group): TenantGroupRecord => {
      if (group.revision !== revision)
        throw new AppError('CONFLICT', 'Somebody changed this group meanwhile. Reload it and make your change again.');
      const next = { ...group, name, nameKey: name.toLowerCase(), color, rule };
      const stamped = { ...next, revision: revision + 1, updatedAt: now.toISOString(), updatedBy: caller.name };
      const details = { ...whatChanged(group, next, told), users: scopedUsers };
      const entry = {
        eventType: 'tenant_group_changed',
        user: caller.user.username,
        target: name,
        tenantId: null,
        details,
      } as const;
      return withEntry(stamped, entry, now);
    });
    if (!changed) throw notFound();
    const settled = await settleGroup(dependencies, groupId);
    await applyGroups(dependencies, [groupId], { username: caller.user.username, how: `by the group ${name}` });
    return groupView(settled ?? changed, caller, scopedUsers);
  } catch (error) {
    if (error instanceof RecordExistsError) throw nameTaken();
    throw error;
  }
}

/** @throws AppError NOT_FOUND; CONFLICT where it is the scope of users, an approval rule is for it, or a baseline is assigned to it */
export async function deleteGroup(dependencies: GroupDependencies, caller: Caller, groupId: string): Promise<void> {
  const { tenantGroups, users, systemConfig, baselines, trail } = dependencies;
  const known = await tenantGroups.get(groupId);
  if (!known) throw notFound();
  const [assigned] = (await readBaselines(baselines)).filter(({ groupIds }) => groupIds.includes(groupId));
  if (assigned)
    throw new AppError('CONFLICT', `The baseline ${assigned.name} is assigned to this group. Take it away first.`);
  const scoped = await usersOfGroups(users, [groupId]);
  if (scoped.length > 0) {
    const who = scoped.length === 1 ? 'One user has' : `${scoped.length} users have`;
    throw new AppError('CONFLICT', `${who} this group as their scope. Give them another one first.`);
  }
  if (groupsOfRules((await readApprovalRules(systemConfig)).rules).includes(groupId))
    throw new AppError('CONFLICT', 'An approval rule is for this group. Change the rule first.');
  const { name: target } = known.value;
  const details = whatChanged(known.value, null, told);
  await trail.record({
    eventType: 'tenant_group_deleted',
    user: caller.user.username,
    target,
    tenantId: null,
    details,
  });
  await tenantGroups.delete(groupId);
}
