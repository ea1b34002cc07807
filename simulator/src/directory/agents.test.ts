import { expect, test } from 'vitest';
import { goodProfile } from '../profiles/good-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { type GraphSession, listOf, openGraphSession } from '../testing/graph-session.ts';

const cloud = createSimulatedCloud({ now: () => new Date('2026-06-01T12:00:00Z') });
const weak = () => openGraphSession(cloud, weakProfile.id);
const typesIn = async (session: GraphSession, path: string): Promise<unknown[]> =>
  listOf(await session.get(path)).map((item) => item['@odata.type'] ?? null);
const eventual = { consistencylevel: 'eventual' };
const agents = "/servicePrincipals?$filter=isof('microsoft.graph.agentIdentity')";

test('an agent identity stands among service principals, its blueprint among applications, each by its own type', async () => {
  const session = await weak();
  const principals = await typesIn(session, '/servicePrincipals?$select=id');
  expect(principals.filter((type) => type !== null)).toEqual([
    '#microsoft.graph.agentIdentityBlueprintPrincipal',
    '#microsoft.graph.agentIdentity',
  ]);
  const applications = await typesIn(
    session,
    '/applications?$select=id,appId,displayName,passwordCredentials&$top=999',
  );
  expect(applications.filter((type) => type !== null)).toEqual(['#microsoft.graph.agentIdentityBlueprint']);
});

test('an agent that holds a role is expanded with its type and its blueprint', async () => {
  const session = await weak();
  const assignments = listOf(await session.get('/roleManagement/directory/roleAssignments?$expand=principal'));
  const principals = assignments.map(({ principal }) => principal);
  expect(principals).toContainEqual(
    expect.objectContaining({
      '@odata.type': '#microsoft.graph.agentIdentity',
      displayName: 'Freight invoice agent',
      servicePrincipalType: 'ServiceIdentity',
      agentIdentityBlueprintId: expect.any(String),
    }),
  );
});

test('the account of an agent is a user of a derived type, whatever is selected and wherever it is listed', async () => {
  const session = await weak();
  const users = await typesIn(session, '/users?$select=id&$top=100');
  expect(users.filter((type) => type !== null)).toEqual(['#microsoft.graph.agentUser']);
  const groups = listOf(await session.get("/groups?$filter=displayName eq 'Scanners and line printers'"));
  const members = await typesIn(session, `/groups/${groups[0]?.id}/transitiveMembers?$select=id`);
  expect(members.filter((type) => type !== '#microsoft.graph.user')).toEqual(['#microsoft.graph.agentUser']);
});

test('agents are counted, and those without an owner, as advanced queries alone', async () => {
  const session = await weak();
  const counted = async (path: string) => (await session.get(path, eventual)).body?.['@odata.count'];
  expect(await counted(`${agents}&$count=true&$select=id&$top=1`)).toBe(1);
  expect(await counted(`${agents} and owners/$count eq 0&$count=true&$select=id`)).toBe(1);
  expect(await counted(`${agents} and owners/$count ne 0&$count=true&$select=id`)).toBe(0);
  expect((await session.get(`${agents}&$select=id`)).status).toBe(400);
  const sent = listOf(await session.get(`${agents} and owners/$count eq 0&$count=true&$select=id`, eventual));
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['@odata.type', 'id']);
});

test('a tenant without agents answers with none of their types', async () => {
  const session = await openGraphSession(cloud, goodProfile.id);
  expect(listOf(await session.get(`${agents}&$count=true&$select=id`, eventual))).toEqual([]);
  for (const path of ['/servicePrincipals', '/applications', '/users?$top=100'])
    expect((await typesIn(session, path)).filter((type) => type !== null)).toEqual([]);
});
