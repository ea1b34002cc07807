import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import { collectFacts } from '../collect/collect-facts.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { requireMfa } from '../testing/policies.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { emergencyExemptions } from './emergency-accounts.ts';

const group = 'aaaaaaaa-0000-4000-8000-000000000001';
const account = (n: number): JsonObject => ({
  id: `u${n}`,
  displayName: `User ${n}`,
  userPrincipalName: `u${n}@x.example`,
});

function mfaVerdict(members: readonly JsonObject[] | undefined, declared: readonly string[] = []) {
  const { facts } = factsFromSnapshot(
    {
      securityDefaults: { isEnabled: false },
      conditionalAccessPolicies: [
        {
          ...requireMfa,
          id: 'p',
          displayName: 'MFA for all',
          state: 'enabled',
          conditions: {
            users: { includeUsers: ['All'], excludeGroups: [group] },
            applications: { includeApplications: ['All'] },
            clientAppTypes: ['all'],
          },
          grantControls: { operator: 'OR', builtInControls: ['mfa'] },
        },
      ],
      groups: [{ id: group, displayName: 'Exceptions', groupTypes: [], ...(members && { members }) }],
    },
    testNow,
  );
  const accounts = declared.map((userId) => ({
    userId,
    displayName: null,
    userPrincipalName: null,
    declaredBy: 'ada',
    declaredAt: testNow.toISOString(),
    reason: 'in the safe',
    expiresAt: null,
  }));
  const exemptions = emergencyExemptions(accounts, testNow);
  return evaluateFacts(facts, { now: testNow, exemptions }).verdicts.find(({ checkId }) => checkId === 'ca.mfa.all');
}

test('a group that is left out is told with its accounts, who are the affected ones', () => {
  const verdict = mfaVerdict([1, 2, 3, 4].map(account));
  expect(verdict?.status).toBe('warning');
  expect(verdict?.message).toContain(
    'group Exceptions (4 accounts: u1@x.example, u2@x.example, u3@x.example and 1 more)',
  );
  expect(verdict?.affected.map(({ type, id }) => `${type} ${id}`)).toEqual([
    `group ${group}`,
    'user u1',
    'user u2',
    'user u3',
    'user u4',
  ]);
});

test('a group of which nobody knows who is in it is told by its name', () => {
  expect(mfaVerdict(undefined)?.message).toContain('group Exceptions');
  expect(mfaVerdict(undefined)?.affected).toEqual([{ type: 'group', id: group, name: 'Exceptions' }]);
});

test('a group of declared emergency accounts alone is accepted, and one more account ends that', () => {
  const two = [account(1), account(2)];
  expect(mfaVerdict(two, ['u1', 'U2'])).toMatchObject({
    status: 'pass',
    message: expect.stringContaining('u1@x.example'),
  });
  expect(mfaVerdict([...two, account(3)], ['u1', 'u2'])?.status).toBe('warning');
  expect(mfaVerdict(two, ['u1'])?.status).toBe('warning');
  expect(mfaVerdict([], ['u1'])?.status).toBe('warning');
  expect(mfaVerdict(undefined, ['u1'])?.status).toBe('warning');
});

test('a scan asks who is in the groups that policies leave out, in one request for twenty of them', async () => {
  const cloud = createSimulatedCloud({ now: () => testNow });
  for (const { id } of cloud.tenants) {
    const graph = await simulatedGraph(cloud, id);
    const facts = await collectFacts({ graph, now: testNow, done: {}, onDataset: async () => undefined });
    const groups = facts.excludedGroups;
    if (groups?.state !== 'ok') throw new Error(`not collected: ${groups?.message}`);
    const asked = graph.paths.filter((path) => groups.value.some((one) => path.includes(one.id)));
    expect(asked.length).toBeGreaterThanOrEqual(groups.value.length);
    for (const { members } of groups.value) expect(members).not.toBeNull();
  }
});
