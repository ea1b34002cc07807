import type { JsonObject } from '../../../facts/json-reader.ts';
import { type ModelUser, subsets } from './model-sign-ins.ts';
import { type accounts, groupIds, tenantIds } from './random-tenant.ts';
import { asksEveryTime, enforces, isBlockedFrom, isLegacyOut, reachedBy } from './sign-in-model.ts';

/**
 * A second opinion on what a change of policies does, for tests: every sign-in of an account, one value of each dimension at a time,
 * held against the policies of before and of after. It shares no code with the engine.
 */
type Met = 'blocked' | 'legacyBlocked' | 'mfa' | 'phishingResistantMfa' | 'signInAgain';

/** Everybody that the account may be: in which groups it is was not read, nor where a guest is from. It holds no role. */
export function possibleUsers(account: (typeof accounts)[number]): ModelUser[] {
  const tenants = account.kind === 'member' ? ['-'] : [...tenantIds, 'elsewhere'];
  return tenants.flatMap((tenant) =>
    subsets(groupIds).map((groups) => ({ id: account.id, kind: account.kind, tenant, groups, roles: [] })),
  );
}

/**
 * Bits of each policy: whether it applies and, with a modern client, blocks, asks for MFA or blocks, asks for phishing-resistant MFA or
 * blocks, has everybody sign in each time; keeps out a legacy client, of Exchange ActiveSync and of the others.
 */
const marks = 6;
const marksOf: Readonly<Record<string, readonly number[]>> = { exchangeactivesync: [4], other: [5] };
const modernMarks = [0, 1, 2, 3];

/** For each of these people: what they meet in some sign-in in which they did not before. */
export function newlyMet(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  people: readonly ModelUser[],
  seesRisks: boolean,
): Set<Met>[] {
  const live = (policies: readonly JsonObject[]) => policies.filter(({ state }) => state === 'enabled');
  const [old, young] = [live(before), live(after)];
  const policies = [...old, ...young];
  const bits = (index: number): bigint => ((1n << BigInt(marks)) - 1n) << BigInt(index * marks);
  const bitOf = (index: number, mark: number): bigint => 1n << BigInt(index * marks + mark);
  const ofDevice: Parameters<typeof reachedBy>[3] = (policy, device, index) => {
    const of = [
      isBlockedFrom(policy, device),
      enforces(policy, device, 'mfa'),
      enforces(policy, device, 'phishingResistant'),
      asksEveryTime(policy),
      isLegacyOut(policy, 'exchangeactivesync', device),
      isLegacyOut(policy, 'other', device),
    ];
    return of.reduce((sum, holds, mark) => (holds ? sum | bitOf(index, mark) : sum), 0n);
  };
  const ofClient = (client: string, index: number): bigint =>
    (marksOf[client] ?? modernMarks).reduce((sum, mark) => sum | bitOf(index, mark), 0n);
  const dimensions = reachedBy(policies, seesRisks, bits, ofDevice, ofClient);
  let signIns = new Set([(1n << BigInt(policies.length * marks)) - 1n]);
  for (const values of dimensions.others)
    signIns = new Set([...signIns].flatMap((one) => [...values].map((value) => one & value)));
  const maskOf = (from: number, to: number, mark: number): bigint => {
    let mask = 0n;
    for (let index = from; index < to; index += 1) mask |= 1n << BigInt(index * marks + mark);
    return mask;
  };
  const was = [0, 1, 2, 3, 4, 5].map((mark) => maskOf(0, old.length, mark));
  const is = [0, 1, 2, 3, 4, 5].map((mark) => maskOf(old.length, policies.length, mark));
  return people.map((person) => {
    const own = dimensions.ofUser(person);
    const met = new Set<Met>();
    for (const signIn of signIns) {
      const one = signIn & own;
      const held = (mask: bigint | undefined): boolean => (one & (mask ?? 0n)) !== 0n;
      const isNew = (mark: number): boolean => held(is[mark]) && !held(was[mark]);
      if (isNew(0)) met.add('blocked');
      if (isNew(1) && !held(is[0])) met.add('mfa');
      if (isNew(2) && !held(is[0])) met.add('phishingResistantMfa');
      if (isNew(3) && !held(is[0]) && !held(was[0])) met.add('signInAgain');
      if (isNew(4) || isNew(5)) met.add('legacyBlocked');
    }
    return met;
  });
}
