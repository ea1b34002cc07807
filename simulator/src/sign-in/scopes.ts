import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { grantedPermissions } from '../entra/app-permissions.ts';
import { graphResourceId } from '../entra/entra-errors.ts';
import { cloudOfHost, defaultGraphHost } from '../national-clouds.ts';

const idPrefix = `${graphResourceId}/`;
export const identityScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

/** Permissions that exist only for users, which `.default` adds to those that applications have too. */
const delegatedOnly = ['User.Read', 'OnPremDirectorySynchronization.Read.All'];

export interface AskedScopes {
  /** Without Graph's prefix. */
  scopes: string[];
  /** The Graph that the token is to be for: one of the cloud whose login host was asked. */
  audience: string;
}

/** The scopes of a request; null where one is for another resource or malformed, or where they are for several. */
export function parseScopes(text: string, loginUrl: string): AskedScopes | null {
  const { host } = new URL(loginUrl);
  const audiences = new Set<string>();
  const short = text
    .split(' ')
    .filter((scope) => scope !== '')
    .map((scope) => {
      const graph = cloudOfHost(host).graphHosts.find((name) => scope.startsWith(`https://${name}/`));
      if (graph === undefined) return scope.startsWith(idPrefix) ? scope.slice(idPrefix.length) : scope;
      audiences.add(`https://${graph}`);
      return scope.slice(`https://${graph}/`.length).replace(/^\//, '');
    });
  if (audiences.size > 1 || !short.every((scope) => /^(\.default|[A-Za-z][\w.-]*)$/.test(scope))) return null;
  const [audience = `https://${defaultGraphHost(host)}`] = audiences;
  return { scopes: short, audience };
}

/** What every user may grant for himself under Entra's default policy; the rest takes an administrator. */
export function isOpenToUsers(scope: string): boolean {
  return identityScopes.has(scope) || scope === 'User.Read';
}

export function needsAdministrator(scopes: string[]): boolean {
  return !scopes.every(isOpenToUsers);
}

/** The permissions in a token for these scopes. */
export function permissionsOf(scopes: string[], directory: TenantDirectory): string[] {
  const named = scopes.filter((scope) => scope !== '.default' && scope !== 'offline_access');
  const all = scopes.includes('.default')
    ? [...grantedPermissions(directory.profile.refusedPermissions), ...delegatedOnly]
    : [];
  return [...new Set([...named, ...all])];
}

/** The `scope` of a token answer: Graph's own with their prefix. */
export function scopeText(permissions: string[], audience: string): string {
  return permissions.map((scope) => (identityScopes.has(scope) ? scope : `${audience}/${scope}`)).join(' ');
}
