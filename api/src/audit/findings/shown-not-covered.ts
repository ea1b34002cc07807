import type { NotCovered } from '@tenantry/contract/not-covered';
import { visibleText } from '@tenantry/contract/text';

/** Why policies do not cover something, with names that can be read, as all that is shown of a verdict. */
export function shownNotCovered(of: NotCovered): NotCovered {
  const { policies, accepted, expected, declaredWithOthers, ifDeclared } = of;
  return {
    ...of,
    policies: policies.map((policy) => ({
      ...policy,
      name: visibleText(policy.name),
      reasons: policy.reasons.map((reason) => ({
        ...reason,
        items: reason.items.map(visibleText),
        accounts: reason.accounts?.map(({ id, name }) => ({ id, name: visibleText(name) })) ?? null,
      })),
    })),
    accepted: accepted.map(visibleText),
    expected: expected.map(visibleText),
    ...(declaredWithOthers && { declaredWithOthers: declaredWithOthers.map(visibleText) }),
    ifDeclared: ifDeclared && { ...ifDeclared, accounts: ifDeclared.accounts.map(visibleText) },
  };
}
