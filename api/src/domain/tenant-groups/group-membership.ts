import { isDeepStrictEqual } from 'node:util';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantGroupRecord, TenantGroupStore } from '../../store/tenant-groups.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { fitsRule } from './group-rule.ts';

type Dependencies = { tenantGroups: TenantGroupStore; tenants: TenantStore };

const withMember = (group: TenantGroupRecord, tenantId: string, isMember: boolean): TenantGroupRecord => {
  if (group.tenantIds.includes(tenantId) === isMember) return group;
  const others = group.tenantIds.filter((id) => id !== tenantId);
  return { ...group, tenantIds: isMember ? [...others, tenantId].sort() : others };
};

/**
 * Puts a tenant into the groups whose rule fits it now, and out of all others. Where it changes meanwhile, it is done again: whoever
 * changed it last is whom the groups follow. A tenant that is gone is in none.
 * @returns the ids of the groups that are others by it
 */
export async function regroupTenant({ tenantGroups, tenants }: Dependencies, tenantId: string): Promise<string[]> {
  const changed = new Set<string>();
  for (;;) {
    const before = await tenants.get(tenantId);
    const fitting = (group: TenantGroupRecord): TenantGroupRecord =>
      withMember(group, tenantId, before !== null && fitsRule(group.rule, before.value));
    for (const known of await tenantGroups.all()) {
      if (fitting(known) === known) continue;
      await update(tenantGroups, known.id, (group) => {
        const next = fitting(group);
        if (next !== group) changed.add(group.id);
        return next;
      });
    }
    const after = await tenants.get(tenantId);
    if (before?.etag === after?.etag) return [...changed];
  }
}

/** Whom a rule fits among some tenants, in the order of ids. Pure. */
export const membersAmong = (tenants: readonly TenantRecord[], rule: TenantGroupRecord['rule']): string[] =>
  tenants
    .filter((tenant) => fitsRule(rule, tenant))
    .map(({ id }) => id)
    .sort();

/**
 * Gives a group the tenants that its rule fits, read after the rule: what changes in between, a rule or a member, is seen by the write
 * that it makes fail, and it is done again.
 * @returns the group as it is then; null where it is gone
 */
export async function settleGroup(
  { tenantGroups, tenants }: Dependencies,
  groupId: string,
): Promise<TenantGroupRecord | null> {
  for (;;) {
    const stored = await tenantGroups.get(groupId);
    if (!stored) return null;
    const tenantIds = membersAmong(await tenants.ofScope(everyTenant), stored.value.rule);
    if (isDeepStrictEqual(stored.value.tenantIds, tenantIds)) return stored.value;
    await replaceIfUnchanged(tenantGroups, { ...stored.value, tenantIds }, stored.etag);
  }
}

/** Sets every group right: what a process that died in between has left. Where none is wrong, it reads tenants and groups once. */
export async function regroupAll(dependencies: Dependencies): Promise<void> {
  const { tenantGroups, tenants } = dependencies;
  const groups = await tenantGroups.all();
  if (groups.length === 0) return;
  const all = await tenants.ofScope(everyTenant);
  for (const { id, rule, tenantIds } of groups) {
    if (!isDeepStrictEqual(tenantIds, membersAmong(all, rule))) await settleGroup(dependencies, id);
  }
}
