import { isDeepStrictEqual } from 'node:util';
import type { MicrosoftOutcome, SampledPasses } from '@tenantry/contract/microsoft-answers';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { Witness } from '@tenantry/contract/witness';
import type { Check } from '../../audit/checks/shared/check.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { Told } from './ask-microsoft.ts';
import { knownAfter } from './keep-answer.ts';

/** A sign-in that a passing check covers, and what Microsoft told of it. */
export type AskedPass = { check: Check; signIn: Witness; told: Told };

type Disagreement = SampledPasses['disagreements'][number];

type Passing = Pick<Verdict, 'checkId' | 'status'>;

/** Of what does not pass any more Microsoft contradicts nothing. */
export function ofPassing(sampled: SampledPasses, verdicts: readonly Passing[]): SampledPasses {
  const passing = new Set(verdicts.filter(({ status }) => status === 'pass').map(({ checkId }) => checkId));
  return { ...sampled, disagreements: sampled.disagreements.filter(({ checkId }) => passing.has(checkId)) };
}

type Sampled = Pick<TenantRecord, 'sampledPasses' | 'isSampleDisputed'>;

/** What a tenant keeps where nobody asks any more: an answer about policies of then is none about those of now. */
export const noSample = { sampledPasses: null, isSampleDisputed: false } as const satisfies Sampled;

/** The sample, and whether it is disputed. */
export const withSample = (sampledPasses: SampledPasses | null): Sampled =>
  sampledPasses ? { sampledPasses, isSampleDisputed: sampledPasses.disagreements.length > 0 } : noSample;

/** What the tenant keeps of its sample once a scan has written these verdicts, and before it asks. */
export const sampleAfter = ({ sampledPasses }: Sampled, verdicts: readonly Verdict[]): Sampled =>
  sampledPasses ? withSample(ofPassing(sampledPasses, verdicts)) : {};

/** What Microsoft contradicted before and gave no answer to now, with the try beside it. */
const stillDisputed = (before: SampledPasses | null, asked: readonly AskedPass[]): Disagreement[] =>
  asked
    .filter(({ told }) => told.isUnanswered)
    .flatMap(({ check, signIn, told }) => {
      const known = before?.disagreements.find(
        (one) => one.checkId === check.id && isDeepStrictEqual(one.signIn, signIn),
      );
      return known ? [{ ...known, answer: knownAfter(known.answer, told) }] : [];
    });

/**
 * What is known of a sample after a scan has asked: its answers; where it got none, those of before about what passes now, with the try
 * beside them. Null where there was nothing to ask.
 * @param withoutCall sign-ins for which no call was left
 */
export function keptSample(
  before: SampledPasses | null | undefined,
  asked: readonly AskedPass[],
  { askedAt, verdicts, withoutCall }: { askedAt: string; verdicts: readonly Passing[]; withoutCall: number },
): SampledPasses | null {
  if (asked.length === 0) return null;
  const known = before ? ofPassing(before, verdicts) : null;
  const count = (outcome: MicrosoftOutcome) => asked.filter(({ told }) => told.answer.outcome === outcome).length;
  const unanswered = asked.find(({ told }) => told.isUnanswered)?.told.answer;
  const isAnswered = count('confirmed') + count('disagrees') > 0;
  const wasAnswered = known !== null && known.confirmed + known.disagreements.length > 0;
  if (unanswered && !isAnswered && wasAnswered) {
    const { askedBy, because } = unanswered;
    return { ...known, failedTry: { askedAt, askedBy, because } };
  }
  const contradicted = asked
    .filter(({ told }) => told.answer.outcome === 'disagrees')
    .map(({ check: { id: checkId, title }, signIn, told: { answer } }) => ({ checkId, title, signIn, answer }));
  const disputed = stillDisputed(known, asked);
  return {
    askedAt,
    confirmed: count('confirmed'),
    cannotBeAsked: count('cannotBeAsked') - disputed.length,
    disagreements: [...contradicted, ...disputed],
    ...(withoutCall > 0 && { withoutCall }),
  };
}
