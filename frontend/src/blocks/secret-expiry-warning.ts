import { remainingDays } from './secret-expiry.ts';

/** As the API warns of tenants' own secrets (credential-status.ts). */
const warningMs = 30 * 24 * 3_600_000;

/**
 * What to say of a client secret or certificate that has ended or soon will; null where there is nothing to warn of.
 * @param proof what it is called
 */
export function secretExpiryWarning(
  expiresAt: string | null,
  now: Date,
  proof: 'client secret' | 'certificate' = 'client secret',
): { title: string; body: string; isOver: boolean } | null {
  if (expiresAt === null) return null;
  const leftMs = Date.parse(expiresAt) - now.getTime();
  const create = proof === 'certificate' ? 'Create a new certificate, upload it to' : 'Create a new secret in';
  if (leftMs <= 0) {
    const body = `Microsoft no longer accepts it, so sign-ins and scans fail. ${create} Entra ID and save it here.`;
    return { title: `The ${proof} has expired`, body, isOver: true };
  }
  if (leftMs > warningMs) return null;
  return {
    title: `The ${proof} expires in ${remainingDays(leftMs)}`,
    body: `${create} Entra ID and save it here before then, or sign-ins and scans will fail.`,
    isOver: false,
  };
}
