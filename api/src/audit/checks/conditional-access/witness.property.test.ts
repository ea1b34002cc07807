import type { Witness } from '@tenantry/contract/witness';
import { whatIf } from '@tenantry/simulator/what-if/what-if';
import { readWhatIf } from '@tenantry/simulator/what-if/what-if-request';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { whatIfAnswer } from '../../findings/what-if/what-if-answer.ts';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { type Check, type CheckVerdict, noExemption } from '../shared/check.ts';
import { type Population, populated } from './testing/populated-tenant.ts';
import { randomPolicies } from './testing/random-policies.ts';
import { adminRoles } from './testing/random-tenant.ts';

/** All of them, and others: `WITNESS_SETS=2000 WITNESS_FROM=1 vitest run witness.property`. */
const sets = Number(process.env.WITNESS_SETS ?? 150);
const from = Number(process.env.WITNESS_FROM ?? 1);
const checks = catalog.filter(({ protects }) => protects !== undefined);

const context = { now: testNow, exemption: noExemption };
const seeds = Array.from({ length: sets }, (_, index) => from + index);
/** Of what takes two evaluations. */
const some = seeds.slice(0, Math.ceil(sets / 3));

type Outcome = 'confirmed' | 'disagrees' | 'cannotBeAsked';

function ask(
  check: Check,
  signIn: Witness,
  policies: readonly JsonObject[],
  tenant: Population,
  isSaidToPass = true,
): Outcome {
  const question = whatIfQuestion(signIn);
  if (question.request === null) return 'cannotBeAsked';
  const { appliedOnly: _, ...told } = readWhatIf(question.request, tenant.find);
  const answer = whatIfAnswer(whatIf(policies, tenant.namedLocations, told), check, signIn);
  if (answer === null) throw new Error(`${check.id} has no answer`);
  return answer.isCovered === isSaidToPass ? 'disagrees' : 'confirmed';
}

/** Without a group and a role, and in no policy (populated-tenant.ts). */
const nobody = '60000000-0000-4000-8000-000000000001';

/** Of the admin portals no ids are known: that routine is asked about them by the name that policies have for them. */
function portalsAreClosed(check: Check, signIn: Witness, policies: readonly JsonObject[], tenant: Population) {
  const { open = [], target, user, ...rest } = signIn;
  if (open.some((text) => !/Microsoft Admin Portals|no account is known/.test(text))) return null;
  const named = { ...rest, user, target: { ...target, id: target.id ?? 'microsoftadminportals' } };
  // A snapshot tells of no account that nothing names: one of these stands for any member.
  const isAnybody = user.id === null && user.guest === null && user.groups.length === 0;
  const { request } = whatIfQuestion(isAnybody ? { ...named, user: { ...user, id: nobody } } : named);
  if (request === null) return null;
  const { appliedOnly: __, ...told } = readWhatIf(request, tenant.find);
  expect(adminRoles.filter((role) => told.user.roles.includes(role))).toEqual([]);
  return whatIfAnswer(whatIf(policies, tenant.namedLocations, told), check, signIn)?.isCovered;
}

/** Whether a member without a role reaches the admin portals from anywhere where people are, with any client and platform. */
function arePortalsOpen(check: Check, policies: readonly JsonObject[], tenant: Population): boolean {
  const clients = ['browser', 'mobileAppsAndDesktopClients', 'exchangeActiveSync', 'other'] as const;
  const platforms = ['windows', 'macOS', 'iOS', 'android', 'linux', 'windowsPhone'] as const;
  const user = { guest: null, guestTenant: null, groups: [], roles: [], id: nobody, name: '', isUsual: true };
  const place = { address: '203.0.113.10', country: 'US', locations: [] };
  const noRisk = { signInRisk: 'none', userRisk: 'none', insiderRisk: 'none', flow: 'none' } as const;
  const target = { kind: 'application', id: 'microsoftadminportals', name: '' } as const;
  const device = { trust: null, isCompliant: null, attributes: {} };
  return clients.some((client) =>
    platforms.some(
      (platform) =>
        portalsAreClosed(check, { user, target, client, platform, place, device, ...noRisk }, policies, tenant) ===
        false,
    ),
  );
}

const isFound = ({ status }: CheckVerdict): boolean => status === 'fail' || status === 'warning';

/** What the engine says of these policies, in the tenant with its people. */
function judged(policies: readonly JsonObject[], seed: number) {
  const tenant = populated(policies, seed % 5 !== 0);
  const { facts } = factsFromSnapshot(tenant.snapshot, testNow);
  return { tenant, facts, verdicts: checks.map((check) => ({ check, verdict: check.evaluate(facts, context) })) };
}

test('every sign-in that is said to get past does, by a model that shares no code with the engine', () => {
  const counts = { confirmed: 0, disagrees: 0, cannotBeAsked: 0 };
  const wrong: string[] = [];
  let usual = 0;
  for (const seed of seeds) {
    const policies = randomPolicies(seed);
    const { tenant, verdicts } = judged(policies, seed);
    for (const { check, verdict } of verdicts.filter((one) => isFound(one.verdict))) {
      const { witness, message } = verdict;
      // All is blocked then, and only the explicit policy is missing.
      if (witness === undefined && message.startsWith('No policy speaks of')) continue;
      if (witness === undefined && check.id === 'ca.admin.portals') {
        expect(arePortalsOpen(check, policies, tenant), `seed ${seed}`).toBe(false);
        continue;
      }
      if (witness?.user.isUsual === true) {
        const { id } = witness.user;
        expect(tenant.find(id ?? '') ?? { groups: [], roles: [] }, `seed ${seed}`).toMatchObject({
          groups: [],
          roles: [],
        });
        expect(JSON.stringify(policies), `seed ${seed}`).not.toContain(`"${id}"`);
        usual += 1;
      }
      const outcome = witness === undefined ? 'disagrees' : ask(check, witness, policies, tenant);
      counts[outcome] += 1;
      if (outcome === 'disagrees') wrong.push(`seed ${seed}, ${check.id}: ${JSON.stringify(witness) ?? message}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(counts.cannotBeAsked / counts.confirmed).toBeLessThan(0.1);
  expect(counts.confirmed).toBeGreaterThan(sets * 10);
  expect(usual).toBeGreaterThan(sets);
});

test('every sign-in to the admin portals that is said to get past does, and is of somebody without a role', () => {
  const check = checks.find(({ id }) => id === 'ca.admin.portals');
  if (check === undefined) throw new Error('The check does not tell what it protects');
  const block = { operator: 'OR', builtInControls: ['block'] };
  const applications = { includeApplications: ['MicrosoftAdminPortals'] };
  const counts = { past: 0, cannotBeSaid: 0 };
  for (const seed of seeds) {
    const policies = randomPolicies(seed).map((policy, index): JsonObject => {
      if ((seed + index) % 3 === 0) return policy;
      const conditions = policy.conditions as JsonObject;
      const users = { ...(conditions.users as JsonObject), ...(index === 0 && { excludeRoles: adminRoles }) };
      return { ...policy, grantControls: block, conditions: { ...conditions, users, applications } };
    });
    const tenant = populated(policies, seed % 5 !== 0);
    const { witness } = check.evaluate(factsFromSnapshot(tenant.snapshot, testNow).facts, context);
    if (witness === undefined) continue;
    expect(whatIfQuestion(witness).because, `seed ${seed}`).toContain('Microsoft Admin Portals');
    const isClosed = portalsAreClosed(check, witness, policies, tenant);
    expect(isClosed, `seed ${seed}: ${JSON.stringify(witness)}`).not.toBe(true);
    counts[isClosed === false ? 'past' : 'cannotBeSaid'] += 1;
  }
  expect(counts.cannotBeSaid / counts.past).toBeLessThan(0.2);
  expect(counts.past).toBeGreaterThan(sets / 3);
});

test('usual sign-ins of checks that pass are covered by that model', () => {
  const counts = { confirmed: 0, disagrees: 0, cannotBeAsked: 0 };
  for (const seed of some) {
    const policies = randomPolicies(seed);
    const { tenant, facts, verdicts } = judged(policies, seed);
    for (const { check } of verdicts.filter(({ verdict }) => verdict.status === 'pass'))
      for (const signIn of check.sample?.(facts, context).slice(0, 10) ?? [])
        counts[ask(check, signIn, policies, tenant, false)] += 1;
  }
  expect(counts).toMatchObject({ disagrees: 0 });
  expect(counts.confirmed).toBeGreaterThan(some.length);
});

test('an engine that overlooks a policy is contradicted wherever that makes it see a gap', () => {
  const counts = { confirmed: 0, disagrees: 0, cannotBeAsked: 0 };
  for (const seed of some) {
    const policies = randomPolicies(seed);
    const right = judged(policies, seed);
    const passing = new Set(right.verdicts.flatMap(({ check, verdict }) => (verdict.status === 'pass' ? [check] : [])));
    if (passing.size === 0) continue;
    const faulty = judged(policies.slice(1), seed);
    // It looks at one usual sign-in for each exclusion: where it passes, an unusual one may get past all the same.
    const proving = faulty.verdicts.filter(({ check }) => check.id !== 'ca.exclusion.gaps');
    for (const { check, verdict } of proving)
      if (isFound(verdict) && verdict.witness !== undefined && passing.has(check))
        counts[ask(check, verdict.witness, policies, right.tenant)] += 1;
  }
  expect(counts).toMatchObject({ confirmed: 0 });
  expect(counts.disagrees).toBeGreaterThan(some.length / 4);
});

test('an engine that takes report-only for on is contradicted by the sample of what it passes', () => {
  let contradicted = 0;
  for (const seed of some) {
    const policies = randomPolicies(seed);
    const asReported = policies.map((policy) => ({ ...policy, state: 'enabledForReportingButNotEnforced' }));
    const { tenant, facts, verdicts } = judged(policies, seed);
    for (const { check } of verdicts.filter(({ verdict }) => verdict.status === 'pass'))
      for (const signIn of check.sample?.(facts, context).slice(0, 1) ?? [])
        if (ask(check, signIn, asReported, tenant, false) !== 'cannotBeAsked') {
          expect(ask(check, signIn, asReported, tenant, false)).toBe('disagrees');
          contradicted += 1;
        }
  }
  expect(contradicted).toBeGreaterThan(some.length / 4);
});

test('the same facts give the same sign-in, in whatever order, and what has nothing to do with it changes nothing', () => {
  for (const seed of some) {
    const policies = randomPolicies(seed);
    const witnesses = (list: readonly JsonObject[], more: JsonObject[] = []) => {
      const { snapshot } = populated(list, seed % 5 !== 0);
      const users = [...(snapshot.users as JsonObject[]), ...more];
      const { facts } = factsFromSnapshot({ ...snapshot, users }, testNow);
      return checks.map((check) => check.evaluate(facts, context).witness);
    };
    const first = witnesses(policies);
    const off = { ...policies[0], id: 'off', displayName: 'Off', state: 'disabled' };
    const newcomer = {
      id: '99999999-0000-4000-8000-000000000001',
      userPrincipalName: 'new@example.com',
      userType: 'Member',
      accountEnabled: true,
    };
    expect(witnesses(policies.toReversed()), `seed ${seed}`).toEqual(first);
    expect(witnesses([...policies, off], [newcomer]), `seed ${seed}`).toEqual(first);
  }
});
