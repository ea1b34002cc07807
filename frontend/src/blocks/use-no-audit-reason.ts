import { useHasRole } from '../lib/session.ts';

/** The API's reason why a tenant has no audit of its own yet ('… Run a scan …'), with who can run one for those who cannot. */
export function useNoAuditReason(reason: string | null): string | null {
  const isAdmin = useHasRole('admin');
  return reason === null || isAdmin ? reason : `${reason} An administrator can run one.`;
}
