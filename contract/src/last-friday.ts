const dayMs = 86_400_000;
const friday = 5;

/**
 * The latest Friday before a calendar day (`YYYY-MM-DD`): what came since is what a week's end left. On a Friday it is the one before, so
 * that the answer is never empty because the day has just begun.
 */
export function fridayBefore(day: string): string {
  const noon = new Date(`${day}T12:00:00.000Z`);
  const daysAgo = (noon.getUTCDay() - friday + 7) % 7 || 7;
  return new Date(noon.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
}
