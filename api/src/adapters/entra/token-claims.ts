/**
 * What a token says of itself, unverified: read to be told to people, never to decide who may do what.
 * @returns null where it is no JWT
 */
export function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const textClaim = (claims: Record<string, unknown>, name: string): string =>
  typeof claims[name] === 'string' ? claims[name] : '';

/**
 * The permissions of Microsoft Graph that an access token carries: `roles` of an application's own, `scp` of one that acts for
 * an account (Microsoft identity platform, access token claims).
 */
export function permissionsOfToken(token: string): string[] {
  const { scp, roles } = claimsOf(token) ?? {};
  if (typeof scp === 'string') return scp.split(' ').filter(Boolean).sort();
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string').sort() : [];
}
