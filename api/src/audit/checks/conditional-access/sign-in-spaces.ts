import type { DatasetName } from '../../facts/datasets.ts';
import { isSynchronized } from '../../facts/directory-sync.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { Exemption } from '../shared/check.ts';
import { directoryKnowledge } from './directory-knowledge.ts';
import { type CaPolicy, readPolicy } from './policy.ts';
import { SignInSpace } from './sign-in-space.ts';

const read = new WeakMap<object, Map<string, readonly CaPolicy[]>>();

/**
 * The tenant's policies, without what the customer declared exempt and what Microsoft asks to be left out. Undefined where
 * they were not collected. Every check reads the same policies, so that each set is read once for each exemption.
 */
export function policiesOf(facts: Facts, exemption: Exemption): readonly CaPolicy[] | undefined {
  const raw = factOf(facts, 'conditionalAccessPolicies');
  if (raw === undefined) return undefined;
  const { users, groups, applications, guestUserTypes } = exemption;
  const isSynced = isSynchronized(facts) === true;
  const key = JSON.stringify([isSynced, users, groups, applications, guestUserTypes]);
  const known = read.get(raw) ?? new Map<string, readonly CaPolicy[]>();
  read.set(raw, known);
  const policies = known.get(key) ?? raw.map((policy) => readPolicy(policy, exemption, isSynced));
  known.set(key, policies);
  return policies;
}

const spaces = new WeakMap<Facts, WeakMap<readonly CaPolicy[], Map<string, SignInSpace>>>();

/** Every sign-in that these policies tell apart in this directory; made once for each set of policies. */
export function signInSpace(
  policies: readonly CaPolicy[],
  facts: Facts,
  assumed: readonly DatasetName[] = [],
): SignInSpace {
  const ofFacts = spaces.get(facts) ?? new WeakMap<readonly CaPolicy[], Map<string, SignInSpace>>();
  spaces.set(facts, ofFacts);
  const ofPolicies = ofFacts.get(policies) ?? new Map<string, SignInSpace>();
  ofFacts.set(policies, ofPolicies);
  const key = assumed.join();
  const space = ofPolicies.get(key) ?? new SignInSpace(policies, directoryKnowledge(facts, assumed));
  ofPolicies.set(key, space);
  return space;
}
