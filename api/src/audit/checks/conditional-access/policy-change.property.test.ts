import { expect, test } from 'vitest';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { groupsOfFacts, policyChange } from './policy-change.ts';
import { newlyMet, possibleUsers } from './testing/change-model.ts';
import { randomDraft } from './testing/random-drafts.ts';
import { accounts, tenantWith } from './testing/random-tenant.ts';

/** More of them, and others: `POLICY_CHANGES=20000 POLICY_CHANGES_FROM=1 vitest run policy-change.property`. */
const drafts = Number(process.env.POLICY_CHANGES ?? 1000);
const from = Number(process.env.POLICY_CHANGES_FROM ?? 1);
const effects = ['blocked', 'legacyBlocked', 'mfa', 'phishingResistantMfa', 'signInAgain'] as const;

const tally = { sure: 0, maybe: 0, none: 0 };

function differences(seed: number): string[] {
  const { before, after } = randomDraft(seed);
  const seesRisks = seed % 5 !== 0;
  const { facts } = factsFromSnapshot(tenantWith(before, seesRisks), testNow);
  const change = policyChange(facts, groupsOfFacts(facts, [...before, ...after]), { before, after });
  return accounts.flatMap((account) => {
    const external = account.kind !== 'member';
    const userType = account.kind === 'b2bcollaborationguest' ? 'Guest' : 'Member';
    const told = change.of({ id: account.id, userType, external });
    const met = newlyMet(before, after, possibleUsers(account), seesRisks);
    return effects.flatMap((effect) => {
      const one = told.find((found) => found.effect === effect);
      const some = met.some((of) => of.has(effect));
      const every = met.every((of) => of.has(effect));
      tally[one === undefined ? 'none' : one.isSure ? 'sure' : 'maybe'] += 1;
      if (some === (one !== undefined) && (one?.isSure !== true || every)) return [];
      return [
        `seed ${seed}, ${account.kind}, ${effect}: told ${JSON.stringify(one)}, in the model some ${some}, every ${every}`,
      ];
    });
  });
}

test(`in ${drafts} drafts every account is named that meets something new in some sign-in, and no other`, {
  timeout: 120_000,
}, () => {
  const wrong: string[] = [];
  for (let seed = from; seed < from + drafts && wrong.length < 10; seed += 1) wrong.push(...differences(seed));
  expect(wrong).toEqual([]);
  // Each answer occurs, so that none is right by never being given.
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(drafts / 40);
});
