import { describe, expect, test } from 'vitest';
import type { BatchAnswer, GraphClient } from '../../ports/graph.ts';
import { collected, type Facts } from '../facts/facts.ts';
import { globalAdministratorId } from '../microsoft/privileged-roles.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectPrivilegedApplications } from './privileged-applications.ts';
import { roleFacts } from './reduce/roles.ts';

const holds = (id: string, type = 'servicePrincipal') => ({
  principalId: id,
  roleDefinitionId: globalAdministratorId,
  principal: { '@odata.type': `#microsoft.graph.${type}`, id, displayName: id },
});

const factsWith = (...ids: string[]): Facts => factsOf(ids.map((id) => holds(id)));

function factsOf(assignments: ReturnType<typeof holds>[]): Facts {
  const roles = roleFacts({
    assignments,
    eligible: [],
    eligibility: 'read',
    definitions: [],
    membersOf: () => null,
  });
  return { roles: collected(roles, testNow) };
}

/** Answers by the end of a path's first part; anything else is 404. */
function graphOf(answers: Record<string, unknown>): GraphClient {
  const answerTo = (path: string): BatchAnswer => {
    const body = answers[path.split('?')[0]?.replace('/v1.0/', '') ?? ''];
    return body === undefined
      ? { ok: false, failure: { status: 404, code: 'Request_ResourceNotFound', message: '' } }
      : { ok: true, body };
  };
  return {
    calls: 0,
    get: () => Promise.reject(new TypeError('not asked here')),
    hunt: () => Promise.reject(new TypeError('not asked here')),
    permissions: () => Promise.reject(new TypeError('not asked here')),
    pages: () => {
      throw new TypeError('not asked here');
    },
    batch: async (items) => new Map(items.map(({ id, path }) => [id, answerTo(path)])),
  };
}

test('valid secrets of service principal and registration count, expired ones do not', async () => {
  const graph = graphOf({
    'servicePrincipals/s': {
      id: 's',
      appId: 'app',
      displayName: 'Backup',
      passwordCredentials: [{ endDateTime: '2020-01-01T00:00:00Z' }],
    },
    "applications(appId='app')": { passwordCredentials: [{ endDateTime: '2030-01-01T00:00:00Z' }] },
  });
  expect(await collectPrivilegedApplications(graph, factsWith('s'), testNow)).toMatchObject({
    state: 'ok',
    value: [{ id: 's', name: 'Backup', secrets: 1, foreign: false, roles: ['Global Administrator'] }],
  });
});

test('an application that is registered elsewhere is foreign, a managed identity is not', async () => {
  const graph = graphOf({
    'servicePrincipals/s': { id: 's', appId: 'elsewhere' },
    'servicePrincipals/m': { id: 'm', appId: 'm-app', servicePrincipalType: 'ManagedIdentity' },
  });
  const result = await collectPrivilegedApplications(graph, factsWith('s', 'm'), testNow);
  expect(result).toMatchObject({
    value: [
      { id: 's', foreign: true },
      { id: 'm', foreign: false },
    ],
  });
});

test('a service principal that cannot be read leaves the whole dataset open', async () => {
  expect(await collectPrivilegedApplications(graphOf({}), factsWith('s'), testNow)).toMatchObject({
    state: 'failed',
    reason: 'couldNotCheck',
  });
});

test('without role holders nothing is known', async () => {
  expect(await collectPrivilegedApplications(graphOf({}), {}, testNow)).toMatchObject({ state: 'failed' });
});

test('owners of service principal and registration are told, each once', async () => {
  const graph = graphOf({
    'servicePrincipals/s': { id: 's', appId: 'app', passwordCredentials: [] },
    'servicePrincipals/s/owners': { value: [{ id: 'a', userPrincipalName: 'ada@contoso.com' }] },
    "applications(appId='app')": { passwordCredentials: [] },
    "applications(appId='app')/owners": { value: [{ id: 'a' }, { id: 'b', displayName: 'Deployment' }] },
  });
  const result = await collectPrivilegedApplications(graph, factsWith('s'), testNow);
  expect(result).toMatchObject({
    state: 'ok',
    value: [
      {
        owners: {
          count: 2,
          listed: [
            { id: 'a', name: 'ada@contoso.com' },
            { id: 'b', name: 'Deployment' },
          ],
        },
      },
    ],
  });
  expect(result).not.toHaveProperty('missing');
});

test('of an application that is registered elsewhere the owners here are told', async () => {
  const graph = graphOf({
    'servicePrincipals/s': { id: 's', appId: 'elsewhere' },
    'servicePrincipals/s/owners': { value: [] },
  });
  const result = await collectPrivilegedApplications(graph, factsWith('s'), testNow);
  expect(result).toMatchObject({ value: [{ foreign: true, owners: { count: 0, listed: [] } }] });
});

test.each([
  ['the registration', { 'servicePrincipals/s/owners': { value: [] } }],
  ['the service principal', { "applications(appId='app')/owners": { value: [] } }],
  [
    'either in the documented form',
    { 'servicePrincipals/s/owners': 'maintenance', "applications(appId='app')/owners": { value: [] } },
  ],
])('owners that are not told for %s are not none, and leave the secrets known', async (_, owners) => {
  const graph = graphOf({
    'servicePrincipals/s': { id: 's', appId: 'app', passwordCredentials: [] },
    "applications(appId='app')": { passwordCredentials: [] },
    ...owners,
  });
  const result = await collectPrivilegedApplications(graph, factsWith('s'), testNow);
  expect(result).toMatchObject({ state: 'ok', missing: { reason: 'couldNotCheck' } });
  expect(result.state === 'ok' && result.value[0]).toMatchObject({ secretsTold: true, secrets: 0 });
  expect(result.state === 'ok' && result.value[0]).not.toHaveProperty('owners');
});

test('ten applications with their owners are two requests', async () => {
  const ids = Array.from({ length: 10 }, (_, n) => `s${n}`);
  const answers = Object.fromEntries(
    ids.flatMap((id) => [
      [`servicePrincipals/${id}`, { id, appId: `app-${id}`, passwordCredentials: [] }],
      [`servicePrincipals/${id}/owners`, { value: [] }],
      [`applications(appId='app-${id}')`, { passwordCredentials: [] }],
      [`applications(appId='app-${id}')/owners`, { value: [] }],
    ]),
  );
  const graph = graphOf(answers);
  let batches = 0;
  const counting: GraphClient = {
    ...graph,
    batch: (items) => {
      batches += 1;
      expect(items.length).toBeLessThanOrEqual(20);
      return graph.batch(items);
    },
  };
  await collectPrivilegedApplications(counting, factsWith(...ids), testNow);
  expect(batches).toBe(2);
});

describe('an agent identity', () => {
  const agent = { id: 'n', displayName: 'Invoices', servicePrincipalType: 'ServiceIdentity' };
  const facts = factsOf([holds('n', 'agentIdentity')]);

  test('has the secrets and owners of its blueprint', async () => {
    const asked: string[] = [];
    const graph = graphOf({
      'servicePrincipals/n': { ...agent, agentIdentityBlueprintId: 'blueprint' },
      'servicePrincipals/n/owners': { value: [] },
      "applications(appId='blueprint')": { passwordCredentials: [{ endDateTime: '2030-01-01T00:00:00Z' }] },
      "applications(appId='blueprint')/owners": { value: [{ id: 'a', userPrincipalName: 'ada@contoso.com' }] },
    });
    const recording: GraphClient = {
      ...graph,
      batch: (items) => {
        asked.push(...items.map(({ path }) => path));
        return graph.batch(items);
      },
    };
    expect(await collectPrivilegedApplications(recording, facts, testNow)).toMatchObject({
      state: 'ok',
      value: [{ id: 'n', agent: 'agentIdentity', secrets: 1, secretsTold: true, foreign: false, owners: { count: 1 } }],
    });
    // No property of the derived type is selected of a service principal.
    expect(asked[0]).toBe('/v1.0/servicePrincipals/n');
  });

  test('whose blueprint is in another organization is foreign', async () => {
    const graph = graphOf({
      'servicePrincipals/n': { ...agent, agentIdentityBlueprintId: 'elsewhere' },
      'servicePrincipals/n/owners': { value: [] },
    });
    expect(await collectPrivilegedApplications(graph, facts, testNow)).toMatchObject({ value: [{ foreign: true }] });
  });

  test('whose blueprint is not told has secrets and owners that are not known', async () => {
    const graph = graphOf({ 'servicePrincipals/n': agent, 'servicePrincipals/n/owners': { value: [] } });
    const result = await collectPrivilegedApplications(graph, facts, testNow);
    expect(result).toMatchObject({ value: [{ secretsTold: false, foreign: false }] });
    expect(result.state === 'ok' && result.value[0]).not.toHaveProperty('owners');
  });
});
