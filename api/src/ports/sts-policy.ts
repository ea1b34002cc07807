/** What the policy host answered. `failed`: no answer, a wrong certificate, a redirect, too long or too slow. */
export type PolicyAnswer =
  | { status: 'ok'; text: string; contentType: string | null }
  | { status: 'notFound' | 'failed' | 'refused'; reason: string };

/** A longer policy is not read (RFC 8461, 3.3 suggests this limit). */
export const policyLimitBytes = 64 * 1024;

/** Fetches https://mta-sts.DOMAIN/.well-known/mta-sts.txt (RFC 8461, 3.3). Never throws for what the host does. */
export type FetchPolicy = (domain: string) => Promise<PolicyAnswer>;
