import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { describe, expect, test } from 'vitest';
import { type GraphClient, GraphError, type GraphFailure } from '../../ports/graph.ts';
import { missingTable } from '../microsoft/hunting-tables.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectAppPermissions, collectAssetApprovals, collectExposedCredentials } from './hunting.ts';

const unresolved = (name: string): string =>
  `'union' operator: Failed to resolve table or column expression named '${name}'. Fix semantic errors in your query.`;
const badRequest = (message: string): GraphFailure => ({ status: 400, code: 'BadRequest', message });

function graphOf(answer: readonly unknown[] | GraphFailure): Pick<GraphClient, 'hunt'> & { queries: string[] } {
  const queries: string[] = [];
  return {
    queries,
    hunt: async (query) => {
      queries.push(query);
      if ('status' in answer) throw new GraphError(answer);
      return answer;
    },
  };
}
const collect = (step: typeof collectAppPermissions, answer: readonly unknown[] | GraphFailure) =>
  step({ graph: graphOf(answer) as unknown as GraphClient, now: testNow });

describe('what advanced hunting is asked', () => {
  test.each([
    ['the use of permissions', collectAppPermissions, 'OAuthAppInfo'],
    ['critical assets', collectAssetApprovals, 'ExposureGraphNodes'],
    ['exposed credentials', collectExposedCredentials, 'DeviceInfo'],
    ['exposed credentials by the graph', collectExposedCredentials, 'ExposureGraphEdges'],
  ] as const)('%s: without its table it is not licensed, never empty', async (_, step, table) => {
    expect(await collect(step, badRequest(unresolved(table)))).toMatchObject({
      state: 'failed',
      reason: 'notLicensed',
      code: `NoTable${table}`,
    });
  });

  test.each<[string, GraphFailure, string]>([
    ['a column that is not there', badRequest(unresolved('NodeProperties')), 'couldNotCheck'],
    ['a query that is none', badRequest('Syntax error'), 'couldNotCheck'],
    ['a refusal', { status: 403, code: 'Forbidden', message: 'no' }, 'notPermitted'],
    ['a spent quota', { status: 429, code: 'TooManyRequests', message: 'quota' }, 'couldNotCheck'],
    ['a service in trouble', { status: 503, code: 'x', message: unresolved('ExposureGraphNodes') }, 'couldNotCheck'],
  ])('%s is no missing product', async (_, failure, reason) => {
    expect(await collect(collectAssetApprovals, failure)).toMatchObject({ state: 'failed', reason });
  });

  test.each([
    ['no row', []],
    ['a row of another form', [{ Count: 3 }]],
    ['rows that are none', ['maintenance', null]],
  ])('%s is no answer: the query always counts', async (_, rows) => {
    for (const step of [collectAppPermissions, collectAssetApprovals, collectExposedCredentials])
      expect(await collect(step, rows)).toMatchObject({ state: 'failed', code: 'UnexpectedAnswer' });
  });

  test('each query caps what it answers', async () => {
    for (const step of [collectAppPermissions, collectAssetApprovals, collectExposedCredentials]) {
      const graph = graphOf([]);
      await step({ graph: graph as unknown as GraphClient, now: testNow });
      expect(graph.queries).toHaveLength(1);
      expect(graph.queries[0]).toMatch(/\| (?:take|top) \d+/);
    }
  });

  test('a fault of our own program is no failed dataset', async () => {
    const graph = { hunt: () => Promise.reject(new TypeError('oops')) } as unknown as GraphClient;
    await expect(collectAppPermissions({ graph, now: testNow })).rejects.toThrow('oops');
  });
});

test.each([
  [unresolved('OAuthAppInfo'), 'OAuthAppInfo'],
  [unresolved('oauthappinfo'), 'OAuthAppInfo'],
  ['Could not find table: OAuthAppInfo', 'OAuthAppInfo'],
  [unresolved('Permissions'), null],
  ['Failed to resolve table', null],
  ['Failed to resolve scalar expression named OAuthAppInfo', null],
])('%s: %s is missing', (message, table) => {
  expect(missingTable(badRequest(message), ['OAuthAppInfo'])).toBe(table);
});

test('the demonstration tenants have all of it, none of it, or a part', async () => {
  const cloud = createSimulatedCloud({ now: () => testNow });
  const seen: Record<string, unknown> = {};
  for (const { id, name } of cloud.tenants) {
    const graph = await simulatedGraph(cloud, id);
    const results = [];
    for (const step of [collectAppPermissions, collectAssetApprovals, collectExposedCredentials]) {
      const result = await step({ graph, now: testNow });
      results.push(result.state === 'ok' ? result.value : result.code);
    }
    seen[name] = results;
    expect(graph.calls).toBe(3);
  }
  expect(seen).toMatchObject({
    brackenfreight: [{ unusedCount: 2 }, { pending: [{ count: 1 }, { count: 2 }] }, { count: 2 }],
    alderwickclinic: [{ unusedCount: 0 }, { pending: [] }, { count: 0, devices: 96 }],
    quarrystone: ['NoTableOAuthAppInfo', { pending: [{ count: 1 }] }, { count: 0 }],
  });
  expect(Object.values(seen)).toContainEqual(['NoTableOAuthAppInfo', 'NoTableExposureGraphNodes', 'NoTableDeviceInfo']);
});
