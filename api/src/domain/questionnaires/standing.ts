import { auditGoodDays, type QuestionAnswer } from '@tenantry/contract/questionnaires';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import type { AuditRecord } from '../../store/audits.ts';

const dayMs = 86_400_000;
const day = (instant: string) => instant.slice(0, 10);

/** Whether something is older than so many days. */
export const isOlderThan = (instant: string, days: number, now: Date): boolean =>
  now.getTime() - Date.parse(instant) > days * dayMs;

/** Why an audit proves no yes any more, as a sentence; null where it does. */
export function whyNoLongerYes(audit: AuditRecord | null, trouble: TenantTrouble | null, now: Date): string | null {
  if (audit === null) return 'This tenant has never been scanned. Nothing is known of it before the first scan.';
  if (trouble !== null) {
    const since = trouble.since === null ? '' : ` since ${day(trouble.since)}`;
    return `There are no new results${since}: ${trouble.reason} What was seen on ${day(audit.createdAt)} proves nothing of today.`;
  }
  if (isOlderThan(audit.createdAt, auditGoodDays, now)) {
    return `The latest audit is of ${day(audit.createdAt)}, more than ${auditGoodDays} days ago.`;
  }
  return null;
}

/** What was a no stays one; what was better is not known where nothing new is. */
export const answerToday = (answer: QuestionAnswer, why: string | null): QuestionAnswer =>
  why !== null && answer !== 'no' ? 'notSeen' : answer;
