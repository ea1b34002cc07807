import type { Witness } from '@tenantry/contract/witness';
import type { Facts } from '../../facts/facts.ts';
import { nearestSignIn } from './nearest-sign-in.ts';
import type { CaPolicy } from './policy.ts';
import type { Target } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { concrete } from './witness.ts';
import { whoCanSignIn } from './witness-accounts.ts';

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
  const canSignIn = whoCanSignIn(facts, declared);
  return targets.flatMap((target) => {
    const signIn = nearestSignIn(space, [], target);
    const found = signIn === null ? undefined : concrete(space, signIn, { target, protections: [] }, facts, canSignIn);
    const isDeclared =
      declared.has(`app:${found?.target.id ?? ''}`) || declared.has(`guest:${found?.user.guest?.toLowerCase() ?? ''}`);
    return found === undefined || found.open !== undefined || isDeclared ? [] : [found];
  });
}
