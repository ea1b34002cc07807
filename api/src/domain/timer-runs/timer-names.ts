/** The timers of `timers.ts`, by which operators, alerts and docs/operate.md know them. */
export const timerNames = [
  'scheduled-scans',
  'token-refresh',
  'directory-sync',
  'change-watch',
  'scheduled-reports',
  'notifications',
  'health',
  'leftovers',
  'retention',
] as const;

export type TimerName = (typeof timerNames)[number];
