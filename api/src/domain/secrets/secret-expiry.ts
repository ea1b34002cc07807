const dayMs = 24 * 3_600_000;

/** How long before its end a client secret is warned of, and once more when it has ended. */
const warnedBeforeDays = [30, 14, 7, 1, 0];

/** The first of these; shown on pages all the time from then on. */
export const secretWarningDays = 30;

/** The instants at which a secret is warned of, the earliest first. */
export const secretWarningStages = (expiresAt: string): string[] =>
  warnedBeforeDays.map((days) => new Date(Date.parse(expiresAt) - days * dayMs).toISOString());

/**
 * When a secret is warned of next, as an instant that a store can look for; '' for never again.
 * @param after warnings that were due before it are skipped, but for the one that the secret has ended
 */
export function nextSecretWarning(expiresAt: string | null, after: Date): string {
  if (expiresAt === null) return '';
  return secretWarningStages(expiresAt).find((at) => Date.parse(at) > after.getTime()) ?? '';
}

/** The first warning of a secret that was just saved: at once where it has ended already. */
export const firstSecretWarning = (expiresAt: string | null, now: Date): string =>
  nextSecretWarning(expiresAt, now) || (expiresAt === null ? '' : now.toISOString());

/** How long a secret still lasts, in words: `has expired`, `expires in 7 days`. */
export function secretEnd(expiresAt: string, now: Date): string {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  if (leftMs <= 0) return 'has expired';
  const days = Math.ceil(leftMs / dayMs);
  return `expires in ${days} ${days === 1 ? 'day' : 'days'}`;
}
