const dayMs = 24 * 3_600_000;

/** `7 days`. */
export const remainingDays = (leftMs: number) => {
  const days = Math.ceil(leftMs / dayMs);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
};

/** How long a client secret still lasts: `has expired`, `expires in 7 days`. */
export function secretEnd(expiresAt: string, now: Date): string {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  return leftMs <= 0 ? 'has expired' : `expires in ${remainingDays(leftMs)}`;
}
