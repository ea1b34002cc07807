import { isDeepStrictEqual } from 'node:util';
import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantGroupRecord, TenantGroupStore } from '../../store/tenant-groups.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { fitsRule, type GroupedTenant } from './group-rule.ts';

type Dependencies = { tenantGroups: TenantGroupStore; tenants: TenantStore };

const withMember = (group: TenantGroupRecord, tenantId: string, isMember: boolean): TenantGroupRecord => {
  if (group.tenantIds.includes(tenantId) === isMember) return group;
  const others = group.tenantIds.filter((id) => id !== tenantId);
  return { ...group, tenantIds: isMember ? [...others, tenantId].sort() : others };
};

/** The groups that a tenant would join or leave by a change of it. */
export async function groupsThatChange(
  tenantGroups: Pick<TenantGroupStore, 'all'>,
  before: GroupedTenant,
  after: GroupedTenant,
): Promise<TenantGroupRecord[]> {
  return (await tenantGroups.all()).filter(({ rule }) => fitsRule(rule, before) !== fitsRule(rule, after));
}

/**
 * Puts a tenant into the groups whose rule fits it now, and out of all others. Where it changes meanwhile, it is done again: whoever
 * changed it last is whom the groups follow. A tenant that is gone is in none.
 * @returns the ids of the groups that are others by it
 */
export async function regroupTenant({ tenantGroups, tenants }: Dependencies, tenantId: string): Promise<string[]> {
  const changed = new Set<string>();
  const groups = await tenantGroups.all();
  if (groups.length === 0) return [];
  for (;;) {
    const before = await tenants.get(tenantId);
    for (const { id } of groups) {
      await update(tenantGroups, id, (group) => {
        const next = withMember(group, tenantId, before !== null && fitsRule(group.rule, before.value));
        if (next !== group) changed.add(id);
        return next;
      });
    }
    const after = await tenants.get(tenantId);
    if (before?.etag === after?.etag) return [...changed];
  }
}

/** Whom a rule fits now, in the order of ids. */
export async function membersOf(
  { tenants }: Pick<Dependencies, 'tenants'>,
  rule: TenantGroupRecord['rule'],
): Promise<string[]> {
  const all = await tenants.ofScope(everyTenant);
  return all
    .filter((tenant) => fitsRule(rule, tenant))
    .map(({ id }) => id)
    .sort();
}

/** Sets every group right: what a process that died in between has left. @returns the ids of those that were not */
export async function regroupAll(dependencies: Dependencies): Promise<string[]> {
  const { tenantGroups } = dependencies;
  const mended: string[] = [];
  for (const { id, rule } of await tenantGroups.all()) {
    const tenantIds = await membersOf(dependencies, rule);
    await update(tenantGroups, id, (group) => {
      if (!isDeepStrictEqual(group.rule, rule) || isDeepStrictEqual(group.tenantIds, tenantIds)) return group;
      mended.push(id);
      return { ...group, tenantIds };
    });
  }
  return mended;
}
