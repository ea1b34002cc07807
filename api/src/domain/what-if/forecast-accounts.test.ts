import { expect, test } from 'vitest';
import { tenantWith } from '../../audit/checks/conditional-access/testing/random-tenant.ts';
import { collected } from '../../audit/facts/facts.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { block, policy } from '../../audit/testing/policies.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { forecastOf } from './forecast.ts';
import type { DirectoryAccount, Judged } from './judged.ts';

const ada: DirectoryAccount = { id: 'a', name: 'Ada', upn: 'ada@x.example', userType: 'Member', external: false };
const unknownId = '10000000-0000-4000-8000-00000000ffff';

async function blocked(draft: JsonObject[], more: Partial<Judged> = {}, before: JsonObject[] = []) {
  const { facts } = factsFromSnapshot(tenantWith(before, true), testNow);
  const kept = { scanLogId: 's', scannedAt: testNow.toISOString(), isSimulated: true, facts };
  const judged: Judged = {
    kept,
    verdicts: [],
    tenant: { emergencyAccounts: [] },
    accounts: [ada],
    isWholeDirectory: true,
    disabled: new Set(),
    ...more,
  };
  const { accounts } = await forecastOf(judged, draft);
  const found = accounts.find(({ effect }) => effect === 'blocked');
  return (found?.listed ?? []).map(({ name, isSure, because }) => ({ name, isSure, because }));
}
const named = async (...asked: Parameters<typeof blocked>) => (await blocked(...asked)).map(({ name }) => name);
const blockOf = (users: JsonObject) => [policy({ users, grant: block })];

test('an account that the draft names by an id of which nothing is known may be blocked; one that is disabled is not', async () => {
  const draft = blockOf({ includeUsers: [unknownId.toUpperCase()] });
  expect(await blocked(draft)).toEqual([
    { name: `Account ${unknownId}`, isSure: false, because: expect.stringContaining('it may be new') },
  ]);
  expect(await named(draft, { disabled: new Set([unknownId]) })).toEqual([]);
});

test('members of a group that the scan read may be blocked where the directory does not know them by name', async () => {
  const id = '20000000-0000-4000-8000-000000000001';
  const { facts } = factsFromSnapshot(tenantWith([], true), testNow);
  const members = {
    count: 2,
    listed: [
      { id: 'A', name: 'Ada' },
      { id: 'G', name: 'Grace' },
    ],
  };
  const excludedGroups = collected([{ id, members }], testNow);
  const kept = {
    scanLogId: 's',
    scannedAt: testNow.toISOString(),
    isSimulated: true,
    facts: { ...facts, excludedGroups },
  };
  expect(await blocked(blockOf({ includeGroups: [id] }), { kept })).toEqual([
    { name: 'Ada', isSure: true, because: null },
    { name: 'Grace', isSure: false, because: expect.stringContaining('last synchronization') },
  ]);
});

test('service providers have no account here and may be kept out all the same; other outsiders are told where they differ', async () => {
  const users = (types: string) => ({
    includeGuestsOrExternalUsers: { guestOrExternalUserTypes: types, externalTenants: null },
  });
  const providers = 'Service providers: you and other partners, by delegated administration (GDAP)';
  expect(await blocked(blockOf(users('serviceProvider')))).toEqual([
    { name: providers, isSure: false, because: expect.stringContaining('no account in this tenant') },
  ]);
  expect(await named(blockOf({ includeUsers: ['All'] }))).toEqual([providers, 'Ada']);
  expect(await named(blockOf(users('b2bDirectConnectUser')))).toEqual([
    'Users by B2B direct connect (shared channels)',
  ]);
  const without = {
    excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'serviceProvider', externalTenants: null },
  };
  expect(await named(blockOf({ includeUsers: ['All'], ...without }))).not.toContain(providers);
});

test('kinds of guests that are not known by name may be blocked, where a policy is for them', async () => {
  const isWholeDirectory = false;
  const users = (types: string) => ({
    includeGuestsOrExternalUsers: { guestOrExternalUserTypes: types, externalTenants: null },
  });
  expect(await named(blockOf(users('b2bCollaborationMember')), { isWholeDirectory })).toEqual([
    'Other members who are from elsewhere',
  ]);
  const all = await named(blockOf({ includeUsers: ['All'] }), { isWholeDirectory });
  expect(all).toContain('Other guests (2, not known by name)');
  expect(all).not.toContain('Other members who are from elsewhere');
});

test('words that every object knows are words of a policy like others', async () => {
  const rule = 'device.constructor -eq "x" or device.toString -toString "x"';
  const strange = [
    policy({ name: 'constructor', grant: { operator: 'AND', builtInControls: ['mfa', 'constructor'] } }),
    policy({ name: 'Rule', conditions: { devices: { deviceFilter: { mode: 'include', rule } } }, grant: block }),
    policy({
      name: 'Attribute',
      conditions: { devices: { deviceFilter: { mode: 'exclude', rule: 'device.constructor -eq "x"' } } },
      session: { signInFrequency: { isEnabled: true, type: 'constructor', value: 1 } },
    }),
  ];
  expect((await blocked(strange)).map(({ name }) => name)).toContain('Ada');
});

test('a policy for workload identities, and one that cannot be read, may block whom nobody can say', async () => {
  const workload = policy({
    name: 'Apps',
    users: { includeUsers: ['None'] },
    conditions: { clientApplications: { includeServicePrincipals: ['ServicePrincipalsInMyTenant'] } },
    grant: block,
  });
  expect(await blocked([workload])).toEqual([
    { name: 'Workload identities that "Apps" names', isSure: false, because: expect.stringContaining('is not known') },
  ]);
  expect(await named([workload], {}, [workload])).toEqual([]);
  const strange = policy({ name: 'Strange', conditions: { users: {} } });
  expect(await named([strange])).toEqual(['Whom "Strange" is for']);
});
