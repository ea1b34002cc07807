import { type CheckVerdict, verdict } from '../check.ts';
import { objectAt, valueAt } from '../json-reader.ts';
import { blocks } from './grant.ts';
import type { CaPolicy } from './policy.ts';
import { isSet } from './policy-form.ts';

/**
 * A policy that blocks every sign-in blocks this kind too, until it is lifted: what is asked for is a policy that speaks of
 * the kind.
 * @param condition the condition by which a policy speaks of it
 * @param what the sign-ins, as the object of a sentence: "device code sign-ins"
 */
export function spokenOf(condition: 'authenticationFlows' | 'platforms', what: string) {
  return (judged: CheckVerdict, policies: readonly CaPolicy[]): CheckVerdict => {
    const speaks = ({ raw }: CaPolicy): boolean => isSet(valueAt(objectAt(raw, 'conditions'), condition));
    const live = policies.filter(({ state, grant }) => state === 'enabled' && blocks(grant));
    if (judged.status !== 'pass' || live.some(speaks)) return judged;
    const message = `No policy speaks of ${what}: they are blocked only together with every other sign-in.`;
    return { ...verdict('warning', message, judged.evidence) };
  };
}
