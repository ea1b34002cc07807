import { createHash } from 'node:crypto';

/**
 * The id of a finding, the same from scan to scan: 128 bits of SHA-256 over tenant, check and subject, in letters that
 * are safe in URLs, file names and Cosmos ids. Subject: what the finding is about (an account id, a domain), or '' for
 * the tenant as a whole.
 */
export function findingId(tenantId: string, checkId: string, subject = ''): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([tenantId, checkId, subject]))
    .digest('base64url');
  return `f-${hash.slice(0, 22)}`;
}
