import { type Facts, factOf } from '../../facts/facts.ts';
import type { RoleHolding } from '../../facts/role-facts.ts';
import { mayHaveMore } from '../../facts/role-holders.ts';
import { missingData } from './missing-data.ts';

type Held = { active: readonly string[]; eligible: readonly string[]; names: readonly string[] };

export type HeldRoles = {
  /** By an account's id in lower case: template ids of the roles over the whole directory, and names of the active ones. */
  of(userId: string): Held;
  /** Whether there may be holders of the role (template id in lower case) that are not known. */
  mayHoldMore(roleTemplateId: string): boolean;
  /** Why not every active role of an account is known; null where it is. */
  unknownBecause: string | null;
};

const nothing: Held = { active: [], eligible: [], names: [] };
const known = new WeakMap<object, HeldRoles>();

function collect(holdings: readonly RoleHolding[]): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const holding of holdings) {
    if (holding.principalType !== 'user' && holding.principalType !== 'unknown') continue;
    const id = holding.principalId.toLowerCase();
    const before = held.get(id) ?? nothing;
    const role = holding.roleTemplateId.toLowerCase();
    // Conditional Access does not look at roles within an administrative unit.
    const counts = holding.scoped !== true;
    held.set(id, {
      active: counts && !holding.eligible ? [...new Set([...before.active, role])] : before.active,
      eligible: counts && holding.eligible ? [...new Set([...before.eligible, role])] : before.eligible,
      names: holding.eligible ? before.names : [...new Set([...before.names, holding.roleName])].sort(),
    });
  }
  return held;
}

/** Who holds which directory roles, by account. */
export function heldRoles(facts: Facts): HeldRoles {
  const roles = factOf(facts, 'roles');
  if (roles === undefined) {
    return { of: () => nothing, mayHoldMore: () => true, unknownBecause: missingData(facts, ['roles']).message };
  }
  const before = known.get(roles);
  if (before) return before;
  const held = collect(roles.holdings);
  const result: HeldRoles = {
    of: (userId) => held.get(userId) ?? nothing,
    mayHoldMore: (role) => mayHaveMore(roles, (id) => id.toLowerCase() === role) !== null,
    unknownBecause:
      roles.unresolvedGroups.length === 0 ? null : 'The members of a group that holds a role could not be read.',
  };
  known.set(roles, result);
  return result;
}
