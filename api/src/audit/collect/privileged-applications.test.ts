import { expect, test } from 'vitest';
import type { BatchAnswer, GraphClient } from '../../ports/graph.ts';
import { collected, type Facts } from '../facts.ts';
import { globalAdministratorId } from '../privileged-roles.ts';
import { roleFacts } from '../reduce/roles.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectPrivilegedApplications } from './privileged-applications.ts';

const holds = (id: string) => ({
  principalId: id,
  roleDefinitionId: globalAdministratorId,
  principal: { '@odata.type': '#microsoft.graph.servicePrincipal', id, displayName: id },
});

function factsWith(...ids: string[]): Facts {
  const roles = roleFacts({
    assignments: ids.map(holds),
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
