import type { Witness } from '@tenantry/contract/witness';
import { readPolicy } from '../../checks/conditional-access/policy.ts';
import type { Protects } from '../../checks/conditional-access/requirement.ts';
import { type Check, noExemption } from '../../checks/shared/check.ts';
import { booleanAt, isObject } from '../../facts/json-reader.ts';

/** A policy that is on and that Microsoft says applies to the sign-in. */
export type AppliedPolicy = { id: string; name: string; protects: boolean };

/** What Microsoft's answer says of a sign-in: whether it is stopped, or made to do what the check asks for, and by which policies. */
export type WhatIfAnswer = { isCovered: boolean; applied: AppliedPolicy[] };

/** Whether the policy does for the sign-in what the check asks for, once it applies. */
function protectsIt(policy: ReturnType<typeof readPolicy>, protects: Protects, witness: Witness): boolean {
  const target = {
    items: [],
    label: '',
    group: '',
    ...(witness.aspect !== undefined && { aspect: witness.aspect }),
    minor: witness.client === 'exchangeActiveSync' || witness.client === 'other',
  };
  if (protects.satisfies(policy, target)) return true;
  const states = new Set([
    ...(witness.device.isCompliant === true ? ['devicestate:compliant'] : []),
    ...(witness.device.trust === 'hybridJoined' ? ['devicestate:domainjoined'] : []),
  ]);
  return (protects.exceptOn?.(policy) ?? []).some((except) => !except.some((state) => states.has(state)));
}

/**
 * Reads the answer of conditionalAccessRoot: evaluate for what one check asks. Policies in report-only mode are in it, and stop
 * nobody.
 * @param results items of the answer (whatIfAnalysisResult), which hold their policies' controls
 * @returns null where the check asks nothing of single policies, or the answer is none
 */
export function whatIfAnswer(results: readonly unknown[], check: Check, witness: Witness): WhatIfAnswer | null {
  const { protects } = check;
  if (protects === undefined || !results.every((one) => isObject(one) && booleanAt(one, 'policyApplies') !== null))
    return null;
  const applied = results
    .filter(isObject)
    .filter((result) => booleanAt(result, 'policyApplies') === true)
    .map((result) => readPolicy(result, noExemption))
    .filter(({ state }) => state === 'enabled')
    .map((policy) => ({ id: policy.id, name: policy.name, protects: protectsIt(policy, protects, witness) }));
  return { isCovered: applied.some((policy) => policy.protects), applied };
}
