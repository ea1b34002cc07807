import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import { collectDataset } from '../collect/collect-facts.ts';
import { signInsPath } from '../collect/paths.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { isSmtpAuth, kindOfClient, legacyClientNames } from './legacy-clients.ts';

test('the log is asked for every client that counts as legacy', () => {
  const asked = decodeURIComponent(signInsPath(testNow));
  expect(legacyClientNames.filter((name) => !asked.includes(`clientAppUsed eq '${name}'`))).toEqual([]);
  expect(legacyClientNames.filter((name) => kindOfClient(name) !== 'legacy')).toEqual([]);
  expect(new Set(legacyClientNames).size).toBe(legacyClientNames.length);
});

test('the filter has no more nodes than an OData service takes', () => {
  const comparisons = signInsPath(testNow).split('%20eq%20').length;
  // One more of the time: each has three nodes, and one joins it to the next.
  expect(4 * comparisons - 1).toBeLessThanOrEqual(100);
});

test.each([
  'IMAP',
  'POP',
  'SMTP',
  'MAPI',
  'Other clients; IMAP',
  'Other clients; SMTP',
  'Exchange ActiveSync (supported)',
  'Universal Outlook',
])('a sign-in by %s is found', async (clientAppUsed) => {
  const profile = { ...weakProfile, legacySignIns: [{ user: 30, clientAppUsed, daysAgo: 2, succeeded: true }] };
  const cloud = createSimulatedCloud({ now: () => testNow, tenants: [profile] });
  const result = await collectDataset('legacySignIns', await simulatedGraph(cloud, profile.id), { now: testNow });
  expect(result).toMatchObject({ state: 'ok', value: { successes: 1, byClient: { [clientAppUsed]: 1 } } });
});

test('SMTP AUTH has three names', () => {
  expect(legacyClientNames.filter(isSmtpAuth)).toEqual(['Authenticated SMTP', 'Other clients; SMTP', 'SMTP']);
});
