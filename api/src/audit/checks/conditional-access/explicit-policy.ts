import { objectAt, valueAt } from '../../facts/json-reader.ts';
import { type CheckVerdict, verdict } from '../shared/check.ts';
import { blocks } from './grant.ts';
import type { CaPolicy } from './policy.ts';
import { isSet } from './policy-form.ts';

/** Whether a policy has a condition of this name. */
export function has(condition: 'authenticationFlows' | 'platforms') {
  return ({ raw }: CaPolicy): boolean => isSet(valueAt(objectAt(raw, 'conditions'), condition));
}

/**
 * A policy that blocks every sign-in blocks this kind too, until it is lifted: what is asked for is an explicit policy, one
 * that names the kind in its conditions. Without it a pass becomes a warning.
 * @param isExplicit whether a policy names the kind
 * @param what the sign-ins, as the object of a sentence: "device code sign-ins"
 */
export function needsExplicitPolicy(isExplicit: (policy: CaPolicy) => boolean, what: string) {
  return (judged: CheckVerdict, policies: readonly CaPolicy[]): CheckVerdict => {
    const live = policies.filter(({ state, grant }) => state === 'enabled' && blocks(grant));
    if (judged.status !== 'pass' || live.some(isExplicit)) return judged;
    const message = `No policy speaks of ${what}: they are blocked only together with every other sign-in.`;
    return verdict('warning', message, judged.evidence);
  };
}
