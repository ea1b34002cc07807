import { expect, it } from 'vitest';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { policy } from '../../testing/policies.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { noExemption } from '../shared/check.ts';
import { directoryKnowledge } from './directory-knowledge.ts';
import { type CaPolicy, readPolicy } from './policy.ts';
import { type SignIn, SignInSpace } from './sign-in-space.ts';
import { whatLetsPast } from './why-not-covered.ts';

/** Counts what it is asked, and of how many policies: the items of each are resolved once. */
class CountingSpace extends SignInSpace {
  calls = 0;
  readonly resolvedPolicies = new Set<CaPolicy>();
  override applies(one: CaPolicy, signIn: SignIn): boolean {
    this.calls += 1;
    this.resolvedPolicies.add(one);
    return super.applies(one, signIn);
  }
}

const accounts = Array.from({ length: 60 }, (_, at) => `u${at}`);
const platforms = ['android', 'ios', 'windows', 'macos', 'linux', 'windowsphone'];

/** The work of explaining a policy that excludes sixty accounts, by these sign-ins of one of them. */
function workOf(signInsOf: (space: SignInSpace) => readonly (SignIn | null)[]) {
  const raw = policy({ users: { includeUsers: ['All'], excludeUsers: accounts } });
  const { facts } = factsFromSnapshot({ conditionalAccessPolicies: [raw] }, testNow);
  const near = [readPolicy(raw, noExemption)];
  const space = new CountingSpace(near, directoryKnowledge(facts));
  const signIns = signInsOf(space).flatMap((signIn) => signIn ?? []);
  const declarations = { users: [], statusIf: () => 'pass' as const };
  const found = whatLetsPast({ space, facts, near, signInsOf: () => signIns, declarations });
  expect(found?.policies[0]?.reasons).toMatchObject([{ part: 'people', how: 'excludes', itemCount: 60 }]);
  return { calls: space.calls, resolved: space.resolvedPolicies.size };
}

it('resolves a condition once, however many sign-ins it is held against', () => {
  const one = workOf((space) => [space.usual({ items: ['user:u0'] })]);
  const many = workOf((space) => platforms.map((name) => space.usual({ items: ['user:u0', `platform:${name}`] })));
  expect(many.resolved).toBe(one.resolved);
});

it('looks once at a sign-in that several accounts share', () => {
  const one = workOf((space) => [space.usual({ items: ['user:u0'] })]);
  const shared = workOf((space) => accounts.map((name) => space.usual({ items: [`user:${name}`] })));
  expect(shared).toEqual(one);
});
