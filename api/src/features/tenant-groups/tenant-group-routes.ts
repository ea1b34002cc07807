import {
  changeTenantGroup,
  changeTenantLabels,
  createTenantGroup,
  deleteTenantGroup,
  getTenantLabels,
  listTenantGroups,
} from '@tenantry/contract/tenant-groups';
import { tagKey } from '../../domain/tenant-groups/group-rule.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { changeGroup, createGroup, deleteGroup, type GroupDependencies, groupsFor } from './tenant-group-service.ts';
import { changeLabels, labelsOf } from './tenant-labels.ts';

/** The tags of some tenants with how many have each, by name. */
function tagCounts(tenants: readonly TenantRecord[]): { tag: string; tenants: number }[] {
  const counts = new Map<string, { tag: string; tenants: number }>();
  for (const tag of tenants.flatMap(({ tags = [] }) => tags)) {
    const known = counts.get(tagKey(tag)) ?? { tag, tenants: 0 };
    counts.set(tagKey(tag), { ...known, tenants: known.tenants + 1 });
  }
  return [...counts.values()].sort((a, b) => a.tag.localeCompare(b.tag));
}

/** Groups of tenants, tags and owners. */
export function tenantGroupRoutes(dependencies: GroupDependencies): Route[] {
  return [
    callerRoute(listTenantGroups, async ({ caller }) => ({
      groups: await groupsFor(dependencies, caller),
      tags: tagCounts(await dependencies.tenants.ofScope(caller.scope)),
    })),

    callerRoute(createTenantGroup, async ({ caller, body }) =>
      Reply.json(await createGroup(dependencies, caller, body), { status: 201 }),
    ),

    callerRoute(changeTenantGroup, ({ caller, params, body }) =>
      changeGroup(dependencies, caller, params.groupId, body),
    ),

    callerRoute(deleteTenantGroup, async ({ caller, params }) => {
      await deleteGroup(dependencies, caller, params.groupId);
      return { success: true as const };
    }),

    tenantRoute(getTenantLabels, ({ tenant }) => labelsOf(dependencies, tenant.tenant)),

    tenantRoute(changeTenantLabels, ({ caller, tenant, body }) =>
      changeLabels(dependencies, caller, tenant.tenant, body),
    ),
  ];
}
