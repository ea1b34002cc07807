import type { SessionUser } from '@tenantry/contract/auth';
import type { UserRecord } from '../../store/users.ts';

/** A user as the browser knows them. @param tenantId the current selection; null in the global view */
export function sessionUser(user: UserRecord, tenantId: string | null): SessionUser {
  const { id, displayName: name, username, email, role, scope, client = null, timeZone = null, theme = null } = user;
  const seesAllTenants = scope.kind === 'all';
  const clientTenantId = client?.tenantId ?? null;
  return { id, name, username, email, role, roles: [role], seesAllTenants, clientTenantId, tenantId, timeZone, theme };
}
