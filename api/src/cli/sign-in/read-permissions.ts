import { requiredPermissions } from '../../audit/permissions.ts';

/**
 * What an account is asked to allow for an audit: what an application needs, by the same names. Each of the 22 exists as a
 * delegated permission too, one of them (OnPremDirectorySynchronization.Read.All) as such alone (Microsoft Graph permissions,
 * August 2026). None of them writes.
 */
export const readPermissions = (): string[] => requiredPermissions().map(({ permission }) => permission);
