import type { Witness } from '@tenantry/contract/witness';
import type { Facts } from '../../facts/facts.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { kindOf } from './items.ts';
import { nearestSignIn } from './nearest-sign-in.ts';
import type { CaPolicy } from './policy.ts';
import type { Target } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { concrete } from './witness.ts';
import { type CanSignIn, whoCanSignIn } from './witness-accounts.ts';

/** Nobody who holds a role that policies leave out on purpose, such as the account of directory synchronization, stands for others. */
function withoutRoles(canSignIn: CanSignIn, declared: ReadonlySet<string>, facts: Facts): CanSignIn {
  const roles = [...declared].filter((item) => kindOf(item) === 'role').map((item) => item.slice('role:'.length));
  const held = heldRoles(facts);
  // What counts is held, not to be activated: such an account does nothing by hand.
  const mayBeHeld = roles.length > 0 && held.unknownBecause !== null;
  return (id, isGuest) => {
    if (roles.some((role) => held.of(id).active.includes(role))) return false;
    const can = canSignIn(id, isGuest);
    return can === true && mayBeHeld ? null : can;
  };
}

/**
 * Usual sign-ins that a requirement is about, one of each kind, without those that are excluded on purpose: where its check passes,
 * each of them is covered.
 */
export function sampledSignIns(
  space: SignInSpace,
  policies: readonly CaPolicy[],
  targets: readonly Target[],
  facts: Facts,
): Witness[] {
  const declared = new Set(policies.flatMap(({ accepted, expected }) => [...accepted, ...expected]));
  const canSignIn = withoutRoles(whoCanSignIn(facts, declared), declared, facts);
  return targets.flatMap((target) => {
    const signIn = nearestSignIn(space, [], target);
    const found = signIn === null ? undefined : concrete(space, signIn, { target, protections: [] }, facts, canSignIn);
    const isDeclared =
      declared.has(`app:${found?.target.id ?? ''}`) || declared.has(`guest:${found?.user.guest?.toLowerCase() ?? ''}`);
    return found === undefined || found.open !== undefined || isDeclared ? [] : [found];
  });
}
