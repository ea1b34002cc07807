import {
  changeTenantGroup,
  changeTenantLabels,
  createTenantGroup,
  deleteTenantGroup,
  getTenantLabels,
  listTenantGroups,
} from '@tenantry/contract/tenant-groups';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { changeGroup, createGroup, deleteGroup, type GroupDependencies, groupsFor } from './tenant-group-service.ts';
import { changeLabels, labelsOf } from './tenant-labels.ts';

/** Groups of tenants, tags and owners. */
export function tenantGroupRoutes(dependencies: GroupDependencies): Route[] {
  return [
    callerRoute(listTenantGroups, async ({ caller }) => ({ groups: await groupsFor(dependencies, caller) })),

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
