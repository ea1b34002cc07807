import type { RpcHttpCookie } from './core-types.ts';

const SAME_SITE = { none: undefined, lax: 'lax', strict: 'strict', explicitNone: 'none' } as const;

/**
 * Writes a cookie as the host's ASP.NET Core does: the value percent-encoded, the path `/` where none is given,
 * attribute names in lower case, in ASP.NET's order.
 */
export function formatSetCookie(cookie: RpcHttpCookie): string {
  const parts = [`${cookie.name}=${encodeURIComponent(cookie.value)}`];
  if (cookie.expires) parts.push(`expires=${new Date(cookie.expires.value.seconds * 1000).toUTCString()}`);
  if (cookie.maxAge) parts.push(`max-age=${Math.trunc(cookie.maxAge.value)}`);
  if (cookie.domain) parts.push(`domain=${cookie.domain.value}`);
  parts.push(`path=${cookie.path?.value ?? '/'}`);
  if (cookie.secure?.value === true) parts.push('secure');
  const sameSite = SAME_SITE[cookie.sameSite ?? 'none'];
  if (sameSite !== undefined) parts.push(`samesite=${sameSite}`);
  if (cookie.httpOnly?.value === true) parts.push('httponly');
  return parts.join('; ');
}
