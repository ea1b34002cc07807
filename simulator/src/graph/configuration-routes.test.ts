import { beforeEach, describe, expect, test } from 'vitest';
import type { ConfigurationBehavior } from '../directory/configuration-state.ts';
import { criticalProfile } from '../profiles/critical-profile.ts';
import { goodProfile } from '../profiles/good-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud, type SimulatedCloud } from '../simulated-cloud.ts';
import type { TenantProfile } from '../tenant-profile.ts';
import { type GraphReply, type GraphSession, listOf, openGraphSession } from '../testing/graph-session.ts';

const root = '/admin/configurationManagement';
const jobs = `${root}/configurationSnapshotJobs`;
const transportRules = 'microsoft.exchange.transportrule';
const meetingPolicies = 'microsoft.teams.meetingpolicy';
const dayMs = 86_400_000;
const showsUnknown = { prefer: 'include-unknown-enum-members' };

let nowMs: number;
let cloud: SimulatedCloud;
let graph: GraphSession;

async function open(tenants: TenantProfile[] = [goodProfile]): Promise<void> {
  cloud = createSimulatedCloud({ now: () => new Date(nowMs), tenants });
  graph = await openGraphSession(cloud, tenants[0]?.id ?? '');
}
beforeEach(async () => {
  nowMs = Date.parse('2026-11-24T08:00:00Z');
  await open();
});

const behave = (behavior: Partial<ConfigurationBehavior>) => cloud.configure(goodProfile.id, behavior);
const create = (resources: unknown = [transportRules], displayName: unknown = 'Tenantry abcd1234 1') =>
  graph.post(`${root}/configurationSnapshots/createSnapshot`, { displayName, resources });
const idOf = ({ body }: GraphReply) => String(body?.id);
const poll = (id: string, headers = showsUnknown) =>
  graph.get(`${jobs}/${id}?$select=id,status,errorDetails,resourceLocation,resources,createdBy`, headers);

async function remove(id: string): Promise<number> {
  const headers = { authorization: `Bearer ${graph.token}` };
  const request = new Request(`https://graph.microsoft.com/v1.0${jobs}/${id}`, { method: 'DELETE', headers });
  return (await cloud.handle(request)).status;
}

/** The instances of a job that has ended, by type. */
async function taken(id: string): Promise<Record<string, number>> {
  const { body } = await graph.get(String((await poll(id)).body?.resourceLocation));
  const resources = (body?.resources ?? []) as { resourceType: string }[];
  const counts: Record<string, number> = {};
  for (const { resourceType } of resources) {
    counts[resourceType] = (counts[resourceType] ?? 0) + 1;
  }
  return counts;
}

describe('a job is refused as a whole', () => {
  test.each([
    ['a type that Microsoft does not have', [transportRules, 'microsoft.sharepoint.site'], undefined],
    ['no type', [], undefined],
    ['types that are no list', transportRules, undefined],
    ['a short name', [transportRules], 'Short'],
    ['a name of 33 letters', [transportRules], 'a'.repeat(33)],
    ['a name with a hyphen', [transportRules], 'Tenantry-abcd1234'],
    ['no name', [transportRules], null],
  ])('for %s', async (_what, resources, displayName) => {
    expect((await create(resources, displayName)).status).toBe(400);
    expect(listOf(await graph.get(jobs))).toEqual([]);
  });

  test('where twelve are visible, another product’s among them, until one is deleted', async () => {
    behave({ otherJobs: 10 });
    const [first] = [await create(), await create()].map(idOf);
    expect((await create()).status).toBe(400);
    expect(await remove(first ?? '')).toBe(204);
    expect((await create()).status).toBe(200);
  });

  test('where the month’s 20,000 instances are used up, by us and by others, until the month ends', async () => {
    const counts = await taken(idOf(await create([meetingPolicies])));
    const size = counts[meetingPolicies] ?? 0;
    behave({ otherInstances: 20_000 - 2 * size });
    expect((await create([meetingPolicies])).status).toBe(200);
    expect((await create([meetingPolicies])).body?.error).toMatchObject({ code: 'QuotaExceeded' });
    nowMs = Date.parse('2026-12-01T00:00:00Z');
    graph = await openGraphSession(cloud, goodProfile.id);
    expect((await create([meetingPolicies])).status).toBe(200);
  });

  test('where nobody created the service principal', async () => {
    await open([criticalProfile]);
    expect((await create()).status).toBe(403);
  });
});

describe('a job', () => {
  test('tells some of itself only where that is selected', async () => {
    const id = idOf(await create());
    const { body } = await graph.get(`${jobs}/${id}`);
    expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(['id', 'displayName', 'status', 'createdDateTime']));
    for (const name of ['errorDetails', 'resourceLocation', 'resources', 'createdBy'])
      expect(body).not.toHaveProperty(name);
    expect((await poll(id)).body).toMatchObject({
      errorDetails: [],
      resourceLocation: expect.stringMatching(/configurationSnapshots\('[0-9a-f-]{36}'\)$/),
      resources: [transportRules],
      createdBy: expect.anything(),
    });
  });

  test('has a snapshot under an id of its own', async () => {
    const id = idOf(await create());
    const location = String((await poll(id)).body?.resourceLocation);
    expect(location).not.toContain(id);
    expect((await graph.get(`${root}/configurationSnapshots('${id}')`)).status).toBe(404);
    const { body } = await graph.get(location);
    expect(body).toMatchObject({ parameters: [], resources: expect.any(Array) });
  });

  test.each([
    ['by questions', { polls: 2 }, 0, ['notStarted', 'running', 'succeeded']],
    ['by time', { seconds: 63 }, 30_000, ['notStarted', 'running', 'running', 'succeeded']],
    ['never', { polls: null }, 60_000, ['notStarted', 'running', 'running', 'running']],
    ['as failed', { fails: true }, 0, ['failed']],
  ])('ends %s', async (_what, behavior, everyMs, states) => {
    behave(behavior);
    const id = idOf(await create());
    for (const status of states) {
      const { body } = await poll(id);
      expect(body).toMatchObject({ status, ...(status === 'succeeded' ? {} : { resourceLocation: '' }) });
      nowMs += everyMs;
    }
  });

  test('that came in part says so to those alone who ask for members that came later', async () => {
    behave({ failingTypes: { [transportRules]: `${transportRules}: Access Denied.` } });
    const id = idOf(await create([transportRules, meetingPolicies]));
    const inPart = { errorDetails: [`${transportRules}: Access Denied.`] };
    expect((await poll(id)).body).toMatchObject({ status: 'partiallySuccessful', ...inPart });
    expect((await poll(id, { prefer: '' })).body).toMatchObject({ status: 'unknownFutureValue', ...inPart });
    expect(Object.keys(await taken(id))).toEqual([meetingPolicies]);
  });

  test('is gone with its snapshot when it is deleted, and after seven days', async () => {
    const id = idOf(await create());
    const location = String((await poll(id)).body?.resourceLocation);
    expect(await remove(id)).toBe(204);
    expect(await remove(id)).toBe(404);
    expect((await graph.get(location)).status).toBe(404);
    const kept = idOf(await create());
    nowMs += 7 * dayMs - 1;
    graph = await openGraphSession(cloud, goodProfile.id);
    expect((await poll(kept)).status).toBe(200);
    nowMs += 1;
    expect((await poll(kept)).status).toBe(404);
  });
});

test('jobs are listed by pages', async () => {
  behave({ otherJobs: 4 });
  await create();
  const sizes: number[] = [];
  for await (const page of graph.pages(`${jobs}?$top=2`)) sizes.push(page.length);
  expect(sizes).toEqual([2, 2, 1]);
});

test.each([
  [goodProfile, true],
  [weakProfile, false],
])('what Defender for Office 365 protects with is there where it is licensed (%#)', async (profile, isLicensed) => {
  await open([profile]);
  const names = ['safelinkspolicy', 'safelinksrule', 'safeattachmentpolicy', 'safeattachmentrule', 'atppolicyforo365'];
  const types = names.map((name) => `microsoft.exchange.${name}`);
  const id = idOf(await create([...types, meetingPolicies]));
  expect((await poll(id)).body).toMatchObject({ status: 'succeeded', errorDetails: [] });
  const counts = await taken(id);
  expect(counts[meetingPolicies]).toBeGreaterThan(0);
  for (const type of types) {
    if (isLicensed) expect(counts[type]).toBeGreaterThan(0);
    else expect(counts).not.toHaveProperty([type]);
  }
});
