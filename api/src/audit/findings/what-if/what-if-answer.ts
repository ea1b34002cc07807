import type { Witness } from '@tenantry/contract/witness';
import type { Check } from '../../checks/shared/check.ts';
import { booleanAt, enumAt, isObject, textAt } from '../../facts/json-reader.ts';

/** A policy that is on and that Microsoft says applies to the sign-in. */
type AppliedPolicy = { id: string; name: string; protects: boolean };

/** What Microsoft's answer says of a sign-in: whether it is stopped, or made to do what the check asks for, and by which policies. */
export type WhatIfAnswer = { isCovered: boolean; applied: AppliedPolicy[] };

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
    .filter((result) => booleanAt(result, 'policyApplies') === true && enumAt(result, 'state') === 'enabled')
    .map((result): AppliedPolicy => {
      const id = textAt(result, 'id') ?? '';
      return { id, name: textAt(result, 'displayName') ?? id, protects: protects(result, witness) };
    });
  return { isCovered: applied.some((policy) => policy.protects), applied };
}
