/** As the API warns of tenants' own secrets (credential-status.ts). */
const warningDays = 30;
const dayMs = 24 * 3_600_000;

const daysText = (leftMs: number) => {
  const days = Math.ceil(leftMs / dayMs);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
};

/** How long a client secret still lasts: `has expired`, `expires in 7 days`. */
export function secretEnd(expiresAt: string, now: Date): string {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  return leftMs <= 0 ? 'has expired' : `expires in ${daysText(leftMs)}`;
}

/** What to say of a client secret that has ended or soon will; null where there is nothing to warn of. */
export function secretExpiryWarning(
  expiresAt: string | null,
  now: Date,
): { title: string; body: string; isOver: boolean } | null {
  if (expiresAt === null) return null;
  const leftMs = Date.parse(expiresAt) - now.getTime();
  if (leftMs <= 0) {
    const body =
      'Microsoft no longer accepts it, so sign-ins and scans fail. Create a new secret in Entra ID and save it here.';
    return { title: 'The client secret has expired', body, isOver: true };
  }
  if (leftMs > warningDays * dayMs) return null;
  return {
    title: `The client secret expires in ${daysText(leftMs)}`,
    body: 'Create a new secret in Entra ID and save it here before then, or sign-ins and scans will fail.',
    isOver: false,
  };
}
