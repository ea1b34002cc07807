import { GraphError } from '../../ports/graph.ts';
import type { AppTokens } from './app-tokens.ts';
import { tokenFailure } from './token-failures.ts';

function claimsOf(token: string): object | null {
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return typeof claims === 'object' ? claims : null;
}

/**
 * The application permissions that an access token for Microsoft Graph carries: its `roles` claim (Microsoft identity
 * platform, access token claims). Read to be shown; whether Graph takes the token is for Graph to say.
 * @returns null where the token is of no form that can be read
 */
export function rolesOfToken(token: string): string[] | null {
  const claims = claimsOf(token);
  if (claims === null) return null;
  const roles: unknown = Reflect.get(claims, 'roles');
  // A token without any permission has no such claim.
  if (roles === undefined) return [];
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : null;
}

/** What a token permits: as an application (`roles`), or in the name of whoever signed in (`scp`). Null as above. */
export function permissionsOfToken(token: string): ReadonlySet<string> | null {
  const roles = rolesOfToken(token);
  const scopes: unknown = Reflect.get(claimsOf(token) ?? {}, 'scp');
  return roles && new Set([...roles, ...(typeof scopes === 'string' ? scopes.split(' ') : [])]);
}

/** The application permissions that a directory granted, as a new token tells. @throws GraphError */
export async function grantedRoles(tokens: AppTokens): Promise<string[]> {
  const token = await tokens.get({ skipCache: true }).catch((error: unknown) => {
    throw tokenFailure(error);
  });
  // What is missing in it may be granted the next minute.
  tokens.refused?.();
  const roles = rolesOfToken(token);
  if (roles) return roles;
  throw new GraphError({ status: 0, code: 'UnreadableToken', message: 'The token does not tell its permissions' });
}
