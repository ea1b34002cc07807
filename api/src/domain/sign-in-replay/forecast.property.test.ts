import { expect, test } from 'vitest';
import { type SignIn, signInValues } from '../../audit/checks/conditional-access/testing/model-sign-ins.ts';
import { randomPolicies } from '../../audit/checks/conditional-access/testing/random-policies.ts';
import { tenantWith } from '../../audit/checks/conditional-access/testing/random-tenant.ts';
import { doneTo, isAskedEveryTime } from '../../audit/checks/conditional-access/testing/sign-in-model.ts';
import { signInClassReducer } from '../../audit/collect/reduce/sign-in-classes.ts';
import { factOf } from '../../audit/facts/facts.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { compareSets } from './compare-sets.ts';
import { placesByAddress, replayKnowledge } from './replay-knowledge.ts';
import { reachesInBoth, replayedPolicies } from './replayed-policies.ts';
import { loggedSignIn } from './testing/logged-sign-in.ts';

/** More of them, and others: `REPLAY_DRAFTS=20000 REPLAY_FROM=1001 vitest run forecast.property`. */
const drafts = Number(process.env.REPLAY_DRAFTS ?? 1_000);
const from = Number(process.env.REPLAY_FROM ?? 1);
const signInsOfDraft = 10;

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function signInFrom(random: () => number): SignIn {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  return {
    user: pick(signInValues.user),
    app: pick(signInValues.app),
    client: pick(signInValues.client),
    platform: pick(signInValues.platform),
    place: pick(signInValues.place),
    userRisk: pick(signInValues.userRisk),
    signInRisk: pick(signInValues.signInRisk),
    insiderRisk: pick(signInValues.insiderRisk),
    flow: pick(signInValues.flow),
    device: pick(signInValues.device),
  };
}

type Seen = { missed: string[]; wrong: string[]; hit: number; certain: number; anew: number };

/** Holds the replay of one draft against what the model says of each sign-in. */
function compared(seed: number, seen: Seen): void {
  const random = randomFrom(seed);
  const [today, draft] = [randomPolicies(seed), randomPolicies(seed + 1_000_000)].map((set, at) =>
    set.map((policy) => ({ ...policy, id: `${at}${policy.id}` })),
  );
  if (today === undefined || draft === undefined) throw new Error('There are two sets');
  // Half of the drafts change some of today's policies, as people do.
  const kept = seed % 2 === 0 ? [...today.filter(() => random() < 0.6), ...draft.slice(0, 2)] : draft;
  const { facts } = factsFromSnapshot(tenantWith(today, true), testNow);
  // What is known of people: in some tenants their roles, in some their groups.
  const [knowsRoles, knowsGroups] = [seed % 3 !== 0, seed % 5 < 3];
  const known = knowsRoles ? facts : { ...facts, roles: undefined };
  const placesOf = placesByAddress(factOf(facts, 'namedLocations') ?? null);
  const reachesOf = reachesInBoth(replayedPolicies(today), replayedPolicies(kept));
  for (let index = 0; index < signInsOfDraft; index += 1) {
    const anybody = signInFrom(random);
    // In the directory of the model somebody else holds the roles.
    const signIn = knowsRoles ? { ...anybody, user: { ...anybody.user, roles: [] } } : anybody;
    const knowledge = replayKnowledge(known, {
      groupsOf: () => (knowsGroups ? signIn.user.groups : []),
      isRead: () => knowsGroups,
    });
    const hasMethod = random() < 0.5;
    const worth = { in: 0, asked: 1, out: 2 };
    const was = doneTo(today, signIn, hasMethod);
    const will = doneTo(kept, signIn, hasMethod);
    const reducer = signInClassReducer(placesOf);
    reducer.add([loggedSignIn(signIn, testNow)]);
    const [traits] = reducer.finish().classes;
    if (traits === undefined) throw new Error(`The sign-in ${index} of ${seed} is in no class`);
    const reaches = reachesOf(traits, knowledge);
    const { change } = compareSets(reaches.today, reaches.draft);
    const told = `seed ${seed}, sign-in ${index}: ${was} today, ${will} under the draft, forecast ${change}`;
    if (will === 'out' && was !== 'out') {
      seen.hit += 1;
      if (change === 'blocked') seen.certain += 1;
      if (change !== 'blocked' && change !== 'mayBeBlocked') seen.missed.push(told);
    }
    if (will === 'asked' && was === 'in') {
      seen.hit += 1;
      if (change === 'asked') seen.certain += 1;
      if (change === 'none' || change === 'noLonger' || change === 'blocked') seen.missed.push(told);
    }
    const isAnew =
      will !== 'out' && was !== 'out' && isAskedEveryTime(kept, signIn) && !isAskedEveryTime(today, signIn);
    if (isAnew) {
      seen.anew += 1;
      if (change === 'none' || change === 'noLonger' || change === 'mayBeLimited') seen.missed.push(told);
    }
    if (change === 'blocked' && !(will === 'out' && was !== 'out')) seen.wrong.push(told);
    if (change === 'asked' && !isAnew && !(will === 'asked' && was === 'in')) seen.wrong.push(told);
    if (change === 'noLonger' && worth[will] >= worth[was]) seen.wrong.push(told);
  }
}

test('no lock-out and no prompt of a draft is missed, and what is said to be certain is', () => {
  const seen: Seen = { missed: [], wrong: [], hit: 0, certain: 0, anew: 0 };
  for (let seed = from; seed < from + drafts; seed += 1) compared(seed, seen);
  expect(seen.missed).toEqual([]);
  expect(seen.wrong).toEqual([]);
  expect(seen.hit).toBeGreaterThan(drafts);
  expect(seen.anew).toBeGreaterThan(drafts / 4);
  // A replay that answered "may be" to everything would miss nothing and say nothing.
  expect(seen.certain).toBeGreaterThan(drafts / 20);
}, 120_000);
