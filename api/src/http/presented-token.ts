import { tokenHeader } from '@tenantry/contract/tokens';
import { holdsToken, tokenPrefix } from '../domain/tokens/token-format.ts';
import { AppError } from './app-error.ts';

type Headers = { get(name: string): string | null };

/** What stands behind `Bearer` (RFC 6750, 2.1); '' of any other scheme. */
const bearerOf = (authorization: string): string => /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';

/**
 * What a request hands in as a token of the API: by `Authorization: Bearer` or by X-Tenantry-Token. A header that holds no token, and
 * two that differ, give '', which is nobody's: such a request is a token's all the same, and no cookie of it is read.
 * @param isAuthorizationOverwritten Azure Static Web Apps writes a token of its own into each request, whatever the caller sent
 * (Azure/static-web-apps, issues 34 and 158). Then the header counts only where a token of ours stands in it.
 * @returns null where the request hands in none
 */
export function presentedToken(headers: Headers, isAuthorizationOverwritten: boolean): string | null {
  const own = headers.get(tokenHeader);
  const authorization = headers.get('authorization');
  const bearer = authorization === null ? null : bearerOf(authorization);
  const counts = bearer !== null && (!isAuthorizationOverwritten || bearer.startsWith(tokenPrefix));
  if (own === null) return counts ? bearer : null;
  return counts && bearer !== own ? '' : own;
}

/**
 * Refuses an address with a token in it: addresses stand in histories and in logs of every proxy on the way (RFC 6750, 5.3).
 * @throws AppError BAD_REQUEST
 */
export function refuseTokenInAddress(address: string): void {
  const { searchParams } = new URL(address);
  if (![address, ...[...searchParams].flat()].some(holdsToken)) return;
  throw new AppError(
    'BAD_REQUEST',
    'A token stands in the address, where logs and proxies keep it. Revoke that token, and send a new one in a header.',
  );
}
