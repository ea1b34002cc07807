import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { grantedPermissions } from '../entra/app-permissions.ts';

const graphPrefix = 'https://graph.microsoft.com/';
const identityScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

/** Permissions that exist only for users, which `.default` adds to those that applications have too. */
const delegatedOnly = ['User.Read', 'OnPremDirectorySynchronization.Read.All'];

/** The scopes of a request without Graph's prefix; null where one is for another resource or malformed. */
export function parseScopes(text: string): string[] | null {
  const scopes = text.split(' ').filter((scope) => scope !== '');
  const short = scopes.map((scope) => (scope.startsWith(graphPrefix) ? scope.slice(graphPrefix.length) : scope));
  return short.every((scope) => /^(\.default|[A-Za-z][\w.-]*)$/.test(scope)) ? short : null;
}

/** What every user may grant for himself under Entra's default policy; the rest takes an administrator. */
export function needsAdministrator(scopes: string[]): boolean {
  return scopes.some((scope) => !identityScopes.has(scope) && scope !== 'User.Read');
}

/** The permissions in a token for these scopes. */
export function permissionsOf(scopes: string[], directory: TenantDirectory): string[] {
  const named = scopes.filter((scope) => scope !== '.default' && scope !== 'offline_access');
  const all = scopes.includes('.default')
    ? [...grantedPermissions(directory.profile.refusedPaths), ...delegatedOnly]
    : [];
  return [...new Set([...named, ...all])];
}

/** The `scope` of a token answer: Graph's own with their prefix. */
export function scopeText(permissions: string[]): string {
  return permissions.map((scope) => (identityScopes.has(scope) ? scope : graphPrefix + scope)).join(' ');
}
