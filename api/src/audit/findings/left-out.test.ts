import { maxExcludedListed, type VerdictStatus } from '@tenantry/contract/verdicts';
import { expect, test } from 'vitest';
import { catalog } from '../checks/catalog.ts';
import { type Exemption, type Exemptions, noExemption } from '../checks/shared/check.ts';
import { type Facts, factOf } from '../facts/facts.ts';
import { textAt } from '../facts/json-reader.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { checkExamples } from '../testing/check-examples.ts';
import { configurationOf } from '../testing/configuration.ts';
import { demonstrationFacts } from '../testing/demonstration-facts.ts';
import { testNow } from '../testing/verdict-for.ts';
import { verdictOf } from './evaluate.ts';
import { maxExceptions } from './questionnaires/answer-question.ts';

/** They are about the declared accounts themselves. */
const ofEmergency = new Set(['ca.breakglass', 'ca.breakglass.admin', 'ca.breakglass.key']);
const order: readonly VerdictStatus[] = ['fail', 'warning', 'pass'];

const forwarding = configurationOf({
  remoteDomains: [{ Identity: 'Partner', DomainName: 'partner.example', AutoForwardEnabled: true }],
});

/** Everybody and everything that can be declared. */
function everythingOf(facts: Facts): Exemption {
  const roles = factOf(facts, 'roles');
  const holders = roles?.holdings.map(({ principalId }) => principalId) ?? [];
  const scheduled = (factOf(facts, 'roleSchedules') ?? []).map(({ principalId }) => principalId);
  const policies = JSON.stringify(factOf(facts, 'conditionalAccessPolicies') ?? []);
  const named = policies.match(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]+/gi) ?? [];
  const ids = [
    ...(factOf(facts, 'users')?.accounts ?? []).map(({ id }) => id),
    ...(factOf(facts, 'excludedGroups') ?? []).map(({ id }) => id),
    ...[...holders, ...scheduled, ...named],
  ];
  const domains = (factOf(facts, 'remoteDomains') ?? []).map((one) => textAt(one, 'DomainName') ?? '');
  return {
    ...noExemption,
    ...{ users: ids, groups: ids, applications: ids, roleUsers: ids, roleGroups: ids },
    guestUserTypes: ['b2bCollaborationGuest', 'internalGuest', 'serviceProvider'],
    allowedForwardingDomains: domains,
  };
}

test('a verdict that is better for what was declared names what it leaves out', async () => {
  const tenants = [
    ...(await demonstrationFacts()).map(({ facts }) => facts),
    factsFromSnapshot(forwarding, testNow).facts,
    ...checkExamples.flatMap(({ good, bad }) => [good, bad].map((one) => factsFromSnapshot(one, testNow).facts)),
  ];
  const better = new Set<string>();
  const unnamed = new Set<string>();
  for (const facts of tenants) {
    const exemption = everythingOf(facts);
    for (const check of catalog) {
      if (ofEmergency.has(check.id)) continue;
      const exemptions: Exemptions = { [check.id]: exemption };
      const [strict, declared] = [{}, exemptions].map((one) =>
        verdictOf(check, facts, { now: testNow, exemptions: one }),
      );
      if (strict === undefined || declared === undefined) continue;
      const isBetter = order.indexOf(declared.status) > order.indexOf(strict.status) && order.includes(strict.status);
      const isSaid = declared.status === 'pass' && /\bdeclared\b/i.test(declared.message);
      if (!isBetter && !isSaid) continue;
      better.add(check.id);
      if ((declared.excluded ?? []).length === 0) unnamed.add(`${check.id}: ${declared.status}, ${declared.message}`);
    }
  }
  expect([...unnamed]).toEqual([]);
  expect([...better]).toEqual(
    expect.arrayContaining(['role.permanent', 'role.outsidepim', 'exo.forward.auto', 'ca.mfa.all']),
  );
});

test('of a large group that is declared no more are named than an audit has room for, and more than any answer excepts', async () => {
  const lengths: number[] = [];
  for (const { facts } of await demonstrationFacts()) {
    const { excludedGroups } = facts;
    if (excludedGroups?.state !== 'ok') continue;
    const listed = Array.from({ length: 200 }, (_, n) => ({ id: `account-${n}`, name: `account-${n}@x.example` }));
    const value = excludedGroups.value.map((group) => ({ ...group, members: { count: 200, listed } }));
    const filled: Facts = { ...facts, excludedGroups: { ...excludedGroups, value } };
    for (const check of catalog) {
      const exemptions: Exemptions = { [check.id]: { ...noExemption, groups: value.map(({ id }) => id) } };
      const { excluded } = verdictOf(check, filled, { now: testNow, exemptions });
      if (excluded) lengths.push(excluded.length);
    }
  }
  expect(Math.max(...lengths)).toBe(maxExcludedListed);
  expect(maxExcludedListed).toBeGreaterThan(maxExceptions);
});
