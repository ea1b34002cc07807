import type { Affected, Evidence } from '@tenantry/contract/verdicts';
import type { Facts } from '../../facts/facts.ts';
import { textsAt } from '../../facts/json-reader.ts';
import { notReadable } from '../conditional-access/ca-check.ts';
import { type CaPolicy, unreadablePolicies } from '../conditional-access/policy.ts';
import { policiesOf } from '../conditional-access/sign-in-spaces.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

/** The texts of a condition of a policy, in lower case. */
export function lower(policy: CaPolicy, ...path: string[]): string[] {
  return textsAt(policy.raw, 'conditions', ...path).map((text) => text.toLowerCase());
}

export function evidenceOf(policies: readonly CaPolicy[], text: string): Evidence[] {
  return policies
    .slice(0, 20)
    .map((policy) => evidenceFrom('conditionalAccessPolicies', `"${policy.name}" ${text}`, policy.id));
}

export function affectedOf(policies: readonly CaPolicy[]): Affected[] {
  return policies.map(({ id, name }) => ({ type: 'policy', id, name }));
}

/** A check on the policies one by one, where coverage is not the question. A policy that cannot be read leaves it open. */
export function onPolicies(
  judge: (policies: readonly CaPolicy[], facts: Facts, context: CheckContext) => CheckVerdict,
): Check['evaluate'] {
  return withData(['conditionalAccessPolicies'], (_raw, context, facts) => {
    const policies = policiesOf(facts, context.exemption) ?? [];
    const unreadable = unreadablePolicies(policies);
    return unreadable.length > 0 ? notReadable(unreadable) : judge(policies, facts, context);
  });
}
