import { randomUUID } from 'node:crypto';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { type SimulatorServer, startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobOfAnswer, replayRequests, warmUpRequests } from './replay-requests.ts';
import type { WireRequest } from './scan-job.ts';

const root = '/v1.0/admin/configurationManagement';
let server: SimulatorServer;
beforeEach(async () => {
  server = await startSimulatorServer({ port: 0, cloud: createSimulatedCloud({ now: () => new Date() }) });
});
afterEach(() => server.close());

/** What a scan sends for one snapshot: token, list, create, poll, read, delete. */
async function recordedSnapshot(): Promise<WireRequest[]> {
  const requests: WireRequest[] = [];
  const send = async (method: string, path: string, body: string | null, headers: Record<string, string>) => {
    const url = path.startsWith('http') ? path : `${server.url}${path}`;
    const response = await fetch(url, { method, headers, body });
    const answer = await response.text();
    const job = response.ok ? jobOfAnswer({ url, method }, answer) : null;
    requests.push({ url, method, headers, body, status: response.status, job });
    return answer === '' ? null : JSON.parse(answer);
  };
  const form = 'grant_type=client_credentials&client_id=a&client_secret=b&scope=https://graph.microsoft.com/.default';
  // As the product's MSAL asks: the name of Microsoft's host beside the simulator's address.
  const formType = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-host': 'login.microsoftonline.com',
  };
  const tokenAddress = `/${weakProfile.id}/oauth2/v2.0/token?client-request-id=${randomUUID()}`;
  const token = await send('POST', tokenAddress, form, formType);
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  await send('GET', `/graph/v1.0/organization`, null, headers);
  await send('GET', `/graph${root}/configurationSnapshotJobs`, null, headers);
  const wanted = JSON.stringify({
    displayName: 'Tenantry abcd1234',
    resources: ['microsoft.exchange.transportrule'],
  });
  const { id } = await send('POST', `/graph${root}/configurationSnapshots/createSnapshot`, wanted, headers);
  const selected = '?$select=id,status,resourceLocation';
  const job = await send('GET', `/graph${root}/configurationSnapshotJobs/${id}${selected}`, null, headers);
  await send('GET', job.resourceLocation, null, headers);
  await send('DELETE', `/graph${root}/configurationSnapshotJobs/${id}`, null, headers);
  return requests;
}

const told = async (tenantId: string) =>
  (await (await fetch(`${server.url}/control/configuration?tenantId=${tenantId}`)).json()) as {
    jobs: unknown[];
    extracted: Record<string, number>;
  };
const extracted = async (tenantId: string) =>
  Object.values((await told(tenantId)).extracted).reduce((sum, one) => sum + one, 0);

test('a scan that took a snapshot can be replayed as often as wanted, by jobs of its own that it deletes', async () => {
  const requests = await recordedSnapshot();
  expect(requests.map(({ status }) => status)).toEqual([200, 200, 200, expect.any(Number), 200, 200, 204]);
  const once = await extracted(weakProfile.id);
  for (let time = 0; time < 13; time += 1) await replayRequests(requests);
  expect(await extracted(weakProfile.id)).toBe(14 * once);
  expect((await told(weakProfile.id)).jobs).toEqual([]);
});

test('what warms a process up leaves no job behind', async () => {
  const requests = await recordedSnapshot();
  const once = await extracted(weakProfile.id);
  const warmUp = warmUpRequests(requests, 2);
  expect(warmUp.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual(['token', 'organization']);
  await replayRequests(warmUpRequests(requests, 20));
  expect(await extracted(weakProfile.id)).toBe(once);
});

test('with a tenant named, the snapshot is taken of that one and counts against its limits', async () => {
  const requests = await recordedSnapshot();
  const once = await extracted(weakProfile.id);
  await replayRequests(requests, goodProfile.id);
  expect(await extracted(weakProfile.id)).toBe(once);
  expect(await extracted(goodProfile.id)).toBeGreaterThan(0);
});

test('with a tenant named, a record without its token is refused: its snapshots would be those of the recorded tenant', async () => {
  const withoutToken = (await recordedSnapshot()).slice(1);
  await expect(replayRequests(withoutToken, goodProfile.id)).rejects.toThrow(/^No token was recorded before http/);
});

test('an answer with another status than the scan got ends the replay', async () => {
  const requests = await recordedSnapshot();
  const wrong = requests.map((one) => (one.method === 'DELETE' ? { ...one, status: 200 } : one));
  await expect(replayRequests(wrong)).rejects.toThrow(/answered 204, to the scan 200/);
});
