import { type Exemption, named, seen, type VerdictCore } from '../check.ts';
import type { Facts } from '../facts.ts';
import { objectAt, textAt, textsAt } from '../json-reader.ts';
import { itemName } from './item-names.ts';
import type { CaPolicy } from './policy.ts';

type Accepted = { policy: CaPolicy; names: string[] };

function acceptedIn(policy: CaPolicy, exemption: Exemption, facts: Facts): Accepted {
  const users = objectAt(policy.raw, 'conditions', 'users');
  const excluded = (key: string, declared: readonly string[], kind: string): string[] => {
    const ids = new Set(declared.map((id) => id.toLowerCase()));
    const left = textsAt(users, key).map((id) => id.toLowerCase());
    return left.filter((id) => ids.has(id)).map((id) => itemName(`${kind}:${id}`, facts));
  };
  return {
    policy,
    names: [
      ...excluded('excludeUsers', exemption.users, 'user'),
      ...excluded('excludeGroups', exemption.groups, 'group'),
    ],
  };
}

/**
 * A pass with what was accepted on the way: "every user" is not true where accounts are left out, also where the customer
 * declared them (emergency access accounts), and a reader has to see which.
 */
export function withAcceptedExclusions(
  verdict: VerdictCore,
  policies: readonly CaPolicy[],
  exemption: Exemption,
  facts: Facts,
): VerdictCore {
  if (verdict.status !== 'pass') return verdict;
  const accepted = policies
    .filter(({ state, name }) => state === 'enabled' && verdict.message.includes(`"${name}"`))
    .map((policy) => acceptedIn(policy, exemption, facts))
    .filter(({ names }) => names.length > 0);
  if (accepted.length === 0) return verdict;
  const all = [...new Set(accepted.flatMap(({ names }) => names))];
  const lines = accepted.map(({ policy, names }) =>
    seen(
      'conditionalAccessPolicies',
      `"${policy.name}" leaves out, as declared: ${named(names)}`,
      textAt(policy.raw, 'id') ?? undefined,
    ),
  );
  return {
    ...verdict,
    message: `${verdict.message} Left out as declared, and accepted: ${named(all)}.`,
    evidence: [...verdict.evidence, ...lines],
  };
}
