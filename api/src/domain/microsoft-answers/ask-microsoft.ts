import { type MicrosoftAnswer, maxAnsweredPolicies } from '@tenantry/contract/microsoft-answers';
import { truncate, visibleText } from '@tenantry/contract/text';
import type { Witness } from '@tenantry/contract/witness';
import type { Check } from '../../audit/checks/shared/check.ts';
import { whatIfAnswer } from '../../audit/findings/what-if/what-if-answer.ts';
import { whatIfQuestion } from '../../audit/findings/what-if/what-if-request.ts';
import { GraphError, type SignInEvaluation } from '../../ports/graph.ts';

/** What was asked: by which check, about which sign-in, and whether that is said to get past or to be covered. */
type MicrosoftQuestion = { check: Check; signIn: Witness; isSaidToPass: boolean };

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Why Graph gave no answer: for want of a license, of a permission, or for now. */
function whyRefused({ failure }: GraphError): string {
  const { status, code, message } = failure;
  if (status === 403 && /licens/i.test(message))
    return 'Microsoft answers this only in tenants with Microsoft Entra ID P1.';
  if (status === 403)
    return 'The tenant does not grant the permission that Microsoft asks for: Policy.Read.All, or Policy.Read.ConditionalAccess.';
  return `Microsoft Graph gave no answer (${status === 0 ? '' : `${status} `}${code}): ${visibleText(truncate(message, 200))}`;
}

export type Told = {
  answer: MicrosoftAnswer;
  /** Microsoft said nothing of the sign-in, although it could be put into the call: what it said before is not taken back. */
  isUnanswered: boolean;
  /** A call was made for it. */
  isAsked: boolean;
};

/** Whether the tenant does not let anybody ask. */
const isRefused = ({ failure: { status, code } }: GraphError): boolean =>
  [401, 403].includes(status) || code === 'NotConnected';

/** Whether the next call would be refused as well: it is not about the sign-in. Who is throttled and goes on is throttled for longer. */
const isFinal = (error: GraphError): boolean =>
  isRefused(error) || error.failure.status === 429 || error.failure.code === 'RateLimited';

/** `isForNow`: it may be asked again later. */
type NoAnswer = { because: string; isForNow: boolean };

const undocumented = 'Microsoft’s answer does not have the documented form.';

/**
 * How Microsoft is asked in one piece of work: the same call is made once, and no more than `atMost` of them. After a refusal that is not
 * about the sign-in, or once the time is over, none is made: the rest is told the same.
 */
export type Asking = {
  /**
   * @param leaving calls that are kept for other questions
   * @returns null where no call is left
   */
  ask(question: MicrosoftQuestion, leaving?: number): Promise<Told | null>;
};

/**
 * Asks Microsoft Graph what a tenant's policies make of sign-ins, and holds the answers against what the engine said of them.
 * @param open Graph, whose calls and waits end with the signal
 * @param by a person's name, or `scanner`
 * @param withinMs as long as all of it may take
 */
export function createAsking(
  open: (signal: AbortSignal) => SignInEvaluation,
  { by, now, atMost, withinMs }: { by: string; now: () => Date; atMost: number; withinMs: number },
): Asking {
  const deadline = AbortSignal.timeout(withinMs);
  const graph = open(deadline);
  let ended: NoAnswer | null = null;
  /** Why there was no answer; ends the asking where the next call would get none either. */
  function noteFailure(error: unknown): NoAnswer {
    if (deadline.aborted && error === deadline.reason) {
      ended = { because: 'Microsoft did not answer in time.', isForNow: true };
      return ended;
    }
    if (!(error instanceof GraphError)) throw error;
    const none = { because: whyRefused(error), isForNow: !isRefused(error) };
    if (isFinal(error)) ended = none;
    return none;
  }
  const answers = new Map<string, Promise<readonly unknown[]>>();
  return {
    async ask({ check, signIn, isSaidToPass }, leaving = 0) {
      const told = (
        outcome: MicrosoftAnswer['outcome'],
        because: string,
        applied: MicrosoftAnswer['applied'] = [],
      ): Told => ({
        answer: { askedAt: now().toISOString(), askedBy: by, outcome, because, applied },
        isUnanswered: false,
        isAsked: true,
      });
      const unanswered = ({ because, isForNow }: NoAnswer): Told => {
        const none = told('cannotBeAsked', because);
        return { ...none, answer: { ...none.answer, ...(isForNow && { isForNow }) }, isUnanswered: true };
      };
      const { request, because } = whatIfQuestion(signIn);
      if (request === null) return { ...told('cannotBeAsked', sentence(because)), isAsked: false };
      const key = JSON.stringify(request);
      if (!answers.has(key) && ended !== null) return { ...unanswered(ended), isAsked: false };
      if (!answers.has(key) && answers.size >= atMost - leaving) return null;
      const asked = answers.get(key) ?? graph.evaluateSignIn(request);
      answers.set(key, asked);
      try {
        const found = whatIfAnswer(await asked, check, signIn);
        if (found === null) return unanswered({ because: undocumented, isForNow: true });
        const applied = found.applied
          .toSorted((a, b) => Number(b.protects) - Number(a.protects))
          .slice(0, maxAnsweredPolicies)
          .map((policy) => ({ ...policy, name: visibleText(policy.name) }));
        return told(found.isCovered === isSaidToPass ? 'disagrees' : 'confirmed', '', applied);
      } catch (error) {
        return unanswered(noteFailure(error));
      }
    },
  };
}
