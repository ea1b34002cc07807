import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { withUserCount } from '@tenantry/simulator/tenant-profile';
import { beforeEach, expect, test } from 'vitest';
import { GraphError } from '../../ports/graph.ts';
import { factOf } from '../facts/facts.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectFacts } from './collect-facts.ts';
import { allItems, readAnewWhereExpired, wholeList } from './graph-answers.ts';
import { usersPath } from './paths.ts';

const profile = withUserCount(weakProfile, 2500);
const cloud = createSimulatedCloud({ now: () => testNow, tenants: [profile] });
const expired = {
  error: {
    code: 'Directory_ExpiredPageToken',
    message: 'The specified page token value has expired and can no longer be included in your request.',
  },
};
const expire = (pathPrefix: string, times?: number) =>
  cloud.faults.set({
    tenantId: profile.id,
    pathPrefix,
    kind: 'status',
    status: 400,
    body: expired,
    onLaterPages: true,
    ...(times !== undefined && { times }),
  });
const scan = async () => {
  const graph = await simulatedGraph(cloud, profile.id);
  const facts = await collectFacts({ graph, now: testNow, done: {}, onDataset: async () => undefined });
  return { facts, paths: graph.paths };
};

beforeEach(() => cloud.faults.clear());

test('a long list whose place Microsoft forgot is read once more, and nobody is counted twice', async () => {
  const undisturbed = await scan();
  expire('/users', 1);
  const { facts, paths } = await scan();
  expect(factOf(facts, 'users')).toEqual(factOf(undisturbed.facts, 'users'));
  expect(factOf(facts, 'users')?.total).toBe(2500);
  const begun = (asked: readonly string[]) => asked.filter((path) => path.startsWith(usersPath())).length;
  expect([begun(undisturbed.paths), begun(paths)]).toEqual([1, 2]);
});

test('where it happens again the dataset is lost, and nobody is told to grant what is granted', async () => {
  expire('/');
  const { facts } = await scan();
  expect(facts.users).toMatchObject({ state: 'failed', reason: 'couldNotCheck', code: 'Directory_ExpiredPageToken' });
  const { verdicts } = evaluateFacts(facts, { now: testNow });
  const advice = verdicts
    .filter(({ status }) => status === 'couldNotCheck')
    .map(({ recommendation }) => recommendation);
  expect(advice.length).toBeGreaterThan(0);
  expect(advice.filter((text) => /grant/i.test(text))).toEqual([]);
});

test('a list that began in a batch is read once more from its own path', async () => {
  const graph = await simulatedGraph(cloud, profile.id);
  const path = '/v1.0/users?$select=id&$top=999';
  const first = (await graph.batch([{ id: 'users', path }])).get('users');
  if (first === undefined) throw new Error('no answer');
  expire('/users', 1);
  const list = await wholeList(graph, 'users', first, { path });
  expect(list.ok && list.items.length).toBe(2500);
  expire('/users');
  expect(await wholeList(graph, 'users', first, { path })).toMatchObject({
    ok: false,
    failure: { code: 'Directory_ExpiredPageToken' },
  });
});

test('every item of a list is there once, though it was begun again', async () => {
  expire('/users', 1);
  const items = await allItems(await simulatedGraph(cloud, profile.id), '/v1.0/users?$select=id&$top=999');
  expect([items.length, new Set(items.map(({ id }) => id)).size]).toEqual([2500, 2500]);
});

test('nothing else is tried again, and nothing more than once', async () => {
  const refusal = (code: string) => new GraphError({ status: 400, code, message: 'no' });
  let tries = 0;
  const failing = (code: string) => async () => {
    tries += 1;
    throw refusal(code);
  };
  await expect(readAnewWhereExpired(failing('BadRequest'))).rejects.toThrow('BadRequest');
  expect(tries).toBe(1);
  await expect(readAnewWhereExpired(failing('Directory_ExpiredPageToken'))).rejects.toThrow('ExpiredPageToken');
  expect(tries).toBe(3);
});
