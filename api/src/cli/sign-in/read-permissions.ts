import type { CloudName } from '@tenantry/contract/clouds';
import { optionalPermissions, requiredPermissions } from '../../audit/checks/permissions.ts';

/**
 * What an account is asked to allow for an audit: what an application needs, by the same names. Each of them exists as a
 * delegated permission too, one (OnPremDirectorySynchronization.Read.All) as such alone (Microsoft Graph permissions,
 * August 2026). None of them writes, but for that of tenant configuration, which is asked for where its option is given.
 * What the cloud does not offer needs none.
 */
export const readPermissions = (asked: { withTenantConfiguration: boolean; cloud: CloudName }): string[] =>
  [...requiredPermissions(asked.cloud), ...(asked.withTenantConfiguration ? optionalPermissions(asked.cloud) : [])].map(
    ({ permission }) => permission,
  );
