import { groupBy } from '@tenantry/contract/group-by';
import { factOf } from '../../facts/facts.ts';
import type { Literal } from '../satisfiability/assignment.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { kindOf } from './items.ts';
import { perFacts } from './per-facts.ts';
import type { SignInSpace } from './sign-in-space.ts';

const idOf = (item: string): string => item.slice(item.indexOf(':') + 1);

/** Whether the item is true of the account; null where nobody knows. */
export type Truth = (account: string, item: string) => boolean | null;

export const truthOf = perFacts((facts): Truth => {
  const roles = heldRoles(facts);
  const groups = new Map(
    (factOf(facts, 'excludedGroups') ?? []).flatMap(({ id, members }) =>
      members === null
        ? []
        : [
            [
              id.toLowerCase(),
              {
                all: members.count === members.listed.length,
                ids: new Set(members.listed.map((one) => one.id.toLowerCase())),
              },
            ] as const,
          ],
    ),
  );
  return (account, item) => {
    const kind = kindOf(item);
    const id = idOf(item);
    if (kind === 'user') return id === account;
    if (kind === 'role') return roles.of(account).active.includes(id) ? true : roles.mayHoldMore(id) ? null : false;
    const group = groups.get(id);
    if (group === undefined) return null;
    return group.ids.has(account) ? true : group.all ? false : null;
  };
});

/** What would be true of a sign-in by the account: by literal, and what of it nobody knows. */
export function identityOf(space: SignInSpace, account: string, truth: Truth) {
  const known = new Map<Literal, boolean>();
  const unknown = new Map<Literal, string>();
  for (const [item, literal] of space.identities) {
    const value = truth(account, item);
    if (value === null && known.get(literal) !== true) unknown.set(literal, unknown.get(literal) ?? item);
    else if (value !== null) known.set(literal, value || known.get(literal) === true);
  }
  for (const [literal, value] of known) if (value) unknown.delete(literal);
  for (const literal of unknown.keys()) known.delete(literal);
  return { known, unknown };
}

/**
 * The items that are true of the sign-in, one of each that policies do not tell apart: of these the one that is true of the account, else one
 * of which nobody knows.
 */
export function itemsOf(
  space: SignInSpace,
  isTrue: (literal: Literal) => boolean,
  is: (item: string) => boolean | null,
) {
  const alike = groupBy(
    [...space.identities].filter(([, literal]) => isTrue(literal)).map(([item, literal]) => ({ item, literal })),
    ({ literal }) => literal,
  );
  const nearest = (items: readonly { item: string }[]): string[] => {
    const found =
      items.find(({ item }) => is(item) === true) ?? items.find(({ item }) => is(item) === null) ?? items[0];
    return found === undefined ? [] : [found.item];
  };
  return [...alike.values()].flatMap(nearest).sort();
}
