import { isDeepStrictEqual } from 'node:util';
import type { MicrosoftAnswer } from '@tenantry/contract/microsoft-answers';
import type { Witness } from '@tenantry/contract/witness';
import type { FindingRecord } from '../../store/findings.ts';
import { withEntry } from '../audit-trail/outbox.ts';
import type { Told } from './ask-microsoft.ts';

/** What is known then: where Microsoft gave no answer, the one before, with the try beside it. */
export function knownAfter(
  before: MicrosoftAnswer | null | undefined,
  { answer, isUnanswered }: Told,
): MicrosoftAnswer {
  if (!isUnanswered || !before || before.outcome === 'cannotBeAsked') return answer;
  const { askedAt, askedBy, because } = answer;
  return { ...before, failedTry: { askedAt, askedBy, because } };
}

/** Whether Microsoft says something else than before, or begins to give no answer. */
const isNews = (before: MicrosoftAnswer | null | undefined, after: MicrosoftAnswer): boolean =>
  before?.outcome !== after.outcome || (before.failedTry === undefined && after.failedTry !== undefined);

/**
 * The finding with Microsoft's answer, and the entry of it in the trail; the same where it is about another sign-in by now, or a later
 * answer is there. Scans ask each time: of these the trail has what is another than before.
 * @param user as the trail names whoever asked
 */
export function withAnswer(
  finding: FindingRecord,
  { signIn, told, user }: { signIn: Witness; told: Told; user: string },
  now: Date,
): FindingRecord {
  const { answer } = told;
  const isOver = (finding.microsoftAnswer?.askedAt ?? '') > answer.askedAt;
  if (isOver || !isDeepStrictEqual(finding.witness, signIn)) return finding;
  const microsoftAnswer = knownAfter(finding.microsoftAnswer, told);
  const next = { ...finding, microsoftAnswer, microsoftSays: microsoftAnswer.outcome };
  if (user === 'system' && !(told.isAsked && isNews(finding.microsoftAnswer, microsoftAnswer))) return next;
  const entry = {
    eventType: 'microsoft_asked',
    user,
    target: finding.title,
    tenantId: finding.tenantId,
    details: { findingId: finding.id, outcome: answer.outcome, because: answer.because },
  } as const;
  return withEntry(next, entry, now);
}

/** Where Microsoft contradicted it before this scan read the policies: of those of now it has said nothing. */
export function withoutOldDispute(finding: FindingRecord, readAt: string): FindingRecord {
  const { microsoftAnswer: answer } = finding;
  return answer?.outcome === 'disagrees' && answer.askedAt <= readAt
    ? { ...finding, microsoftAnswer: null, microsoftSays: '' }
    : finding;
}
