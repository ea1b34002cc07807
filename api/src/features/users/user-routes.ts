import { checkResetLink, useResetLink } from '@tenantry/contract/reset-link';
import {
  changeUser,
  createUser,
  deleteUser,
  initiateReset,
  listScopeTenants,
  listUsers,
  resetPassword,
} from '@tenantry/contract/users';
import { Reply } from '../../http/reply.ts';
import { callerRoute, publicRoute, type Route } from '../../http/route.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { ResetLinkService } from './reset-link-service.ts';
import type { UserDirectory } from './user-directory.ts';
import type { UserService } from './user-service.ts';

type Dependencies = {
  userDirectory: UserDirectory;
  userService: UserService;
  resetLinkService: ResetLinkService;
  tenants: Pick<TenantStore, 'searched'>;
};

export function userRoutes({ userDirectory, userService, resetLinkService, tenants }: Dependencies): Route[] {
  return [
    callerRoute(listUsers, ({ caller, query }) => userDirectory.list(caller, query)),

    callerRoute(createUser, async ({ caller, body }) =>
      Reply.json(await userService.create(caller, body), { status: 201 }),
    ),

    callerRoute(changeUser, ({ caller, params, body }) => userService.change(caller, params.id, body)),

    callerRoute(deleteUser, async ({ caller, params }) => {
      await userService.remove(caller, params.id);
      return { success: true as const };
    }),

    callerRoute(resetPassword, async ({ caller, body }) => {
      await userService.resetPassword(caller, body);
      return { success: true as const };
    }),

    callerRoute(initiateReset, ({ caller, body }) => userService.initiateReset(caller, body.email)),

    callerRoute(listScopeTenants, async ({ caller, query: { search = '', ...page } }) => {
      const wanted = { text: search, fields: ['name', 'displayName', 'domain'] } as const;
      const found = await tenants.searched(caller.scope, wanted, page);
      return { ...found, items: found.items.map(({ id, displayName: name, domain }) => ({ id, name, domain })) };
    }),

    publicRoute(checkResetLink, ({ body, request }) => resetLinkService.check(body.token, request)),

    publicRoute(useResetLink, async ({ body, request }) => {
      await resetLinkService.use(body.token, body.newPassword, request);
      return { success: true as const };
    }),
  ];
}
