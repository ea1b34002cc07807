import type { AuditFigures } from '../../store/tenants.ts';

const dayMs = 86_400_000;
/** How far back a tenant is compared with itself. */
export const comparedOverMs = 7 * dayMs;

/**
 * The figures of a tenant with those of the audit that was just made, which come last. Of each day the last ones are kept, and
 * of what is older than the days that are compared the newest: some nine in all, however often a tenant is scanned.
 */
export function withFigures(history: readonly AuditFigures[], newest: AuditFigures): AuditFigures[] {
  const day = ({ at }: AuditFigures) => at.slice(0, 10);
  const before = history.filter((one) => one.at < newest.at && day(one) !== day(newest));
  const limit = new Date(Date.parse(newest.at) - comparedOverMs).toISOString();
  const older = before.filter(({ at }) => at <= limit).slice(-1);
  return [...older, ...before.filter(({ at }) => at > limit), newest];
}

/** The figures as they stood at this instant: the newest that were there by then. */
export function figuresAt(history: readonly AuditFigures[], at: Date): AuditFigures | undefined {
  const by = at.toISOString();
  return history.findLast((one) => one.at <= by);
}
