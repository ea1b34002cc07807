import { beforeEach, describe, expect, it } from 'vitest';
import { createSimulatedCloud, type SimulatedCloud } from './simulated-cloud.ts';
import { startSimulatorServer } from './simulator-server.ts';
import { listOf, openGraphSession } from './testing/graph-session.ts';

const now = new Date('2026-11-20T12:00:00Z');
const audits = '/auditLogs/directoryAudits';

describe('a tenant that is changed', () => {
  let cloud: SimulatedCloud;
  let tenantId: string;
  beforeEach(() => {
    cloud = createSimulatedCloud({ now: () => now });
    tenantId = cloud.tenants[0]?.id ?? '';
  });
  const session = () => openGraphSession(cloud, tenantId);

  it('answers with the new setting, and other clouds with the old one', async () => {
    const path = '/admin/sharepoint/settings';
    const before = (await (await session()).get(path)).body?.sharingCapability;
    cloud.changeTenant(tenantId, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } });
    expect((await (await session()).get(path)).body?.sharingCapability).toBe('disabled');
    const other = createSimulatedCloud({ now: () => now });
    expect((await (await openGraphSession(other, tenantId)).get(path)).body?.sharingCapability).toBe(before);
  });

  it('has the entry of a changed policy in its audit log, in the form of Graph', async () => {
    const graph = await session();
    const path = '/identity/conditionalAccess/policies';
    const [policy] = listOf(await graph.get(path));
    const policyId = String(policy?.id);
    const set = { state: 'disabled', conditions: { users: { excludeUsers: ['someone'] } } };
    cloud.changeTenant(tenantId, { kind: 'policy', policyId, set }, { user: 2 });
    const changed = listOf(await graph.get(path)).find(({ id }) => id === policyId);
    expect(changed).toMatchObject({ ...set, displayName: policy?.displayName });
    expect(listOf(await graph.get(audits))).toMatchObject([
      {
        category: 'Policy',
        activityDisplayName: 'Update Conditional Access policy',
        activityDateTime: now.toISOString(),
        result: 'success',
        initiatedBy: { user: { userPrincipalName: expect.stringContaining('@') }, app: null },
        targetResources: [{ id: policyId, displayName: policy?.displayName, type: 'Policy' }],
      },
    ]);
    cloud.changeTenant(tenantId, { kind: 'policy', policyId, set: null });
    expect(listOf(await graph.get(path)).some(({ id }) => id === policyId)).toBe(false);
    const filter = "activityDateTime ge 2026-11-20T00:00:00Z and (category eq 'Policy' or category eq 'Other')";
    const found = listOf(
      await graph.get(`${audits}?$filter=${encodeURIComponent(filter)}&$orderby=activityDateTime desc`),
    );
    expect(found).toHaveLength(2);
    const late = encodeURIComponent('activityDateTime ge 2026-11-21T00:00:00Z');
    expect(listOf(await graph.get(`${audits}?$filter=${late}`))).toEqual([]);
  });

  it('has an account more, another name, and one less', async () => {
    const graph = await session();
    const path = '/users?$top=999&$select=id,displayName,mail';
    const before = listOf(await graph.get(path));
    const user = before.length;
    cloud.changeTenant(tenantId, { kind: 'account', user, set: { displayName: 'Newly Come', mail: null } });
    cloud.changeTenant(tenantId, { kind: 'account', user: 30, set: { displayName: 'Other Name' } });
    cloud.changeTenant(tenantId, { kind: 'account', user: 31, set: null });
    const after = listOf(await graph.get(path));
    const expected = before.flatMap((one, index) =>
      index === 31 ? [] : [index === 30 ? { ...one, displayName: 'Other Name' } : one],
    );
    expect(after.slice(0, -1)).toEqual(expected);
    expect(after.at(-1)).toMatchObject({ displayName: 'Newly Come', mail: null });
    expect(listOf(await graph.get(audits)).map(({ activityDisplayName }) => activityDisplayName)).toEqual([
      'Delete user',
      'Update user',
      'Add user',
    ]);
    expect((await graph.get(`/users/${before[31]?.id}`)).status).toBe(404);
    const wrong = { kind: 'account', user: user + 5, set: null } as const;
    expect(() => cloud.changeTenant(tenantId, wrong)).toThrow('there is no user');
    const strange = { kind: 'account', user: 1, set: { id: 'x' } } as const;
    expect(() => cloud.changeTenant(tenantId, strange)).toThrow('id is no property');
  });

  it('has the same groups with an account more', async () => {
    const graph = await session();
    const groups = listOf(await graph.get('/groups?$top=999&$select=id'));
    const members = async () => {
      const lists = groups.map(async ({ id }) => listOf(await graph.get(`/groups/${id}/members?$select=id&$top=999`)));
      return Promise.all(lists);
    };
    const before = await members();
    const user = listOf(await graph.get('/users?$top=999&$select=id')).length;
    cloud.changeTenant(tenantId, { kind: 'account', user, set: { displayName: 'Newly Come' } });
    expect(await members()).toEqual(before);
  });

  it('gives a deleted account nowhere', async () => {
    const graph = await session();
    const registration = '/reports/authenticationMethods/userRegistrationDetails';
    const roles = async () => listOf(await graph.get('/directoryRoles?$expand=members'));
    const text = async () => {
      const lists = (await roles()).map(({ id }) => graph.get(`/directoryRoles/${id}/members`));
      const others = [registration, '/roleManagement/directory/roleAssignments?$expand=principal'].map((path) =>
        graph.get(path),
      );
      const byIds = graph.post('/directoryObjects/getByIds', { ids: [userId] });
      return (await Promise.all([graph.get('/directoryRoles?$expand=members'), ...lists, ...others, byIds])).map(
        (reply) => reply.text,
      );
    };
    const [user] = listOf(await graph.get('/users?$top=1&$select=id,userPrincipalName'));
    const userId = String(user?.id);
    const named = `"${user?.userPrincipalName}"`;
    const holding = (await text()).filter((one) => one.includes(named)).length;
    expect(holding).toBeGreaterThan(4);
    cloud.changeTenant(tenantId, { kind: 'account', user: 0, set: null }, { app: 'Terraform' });
    expect((await text()).filter((one) => one.includes(named))).toEqual([]);
  });

  it('has one more holder of a role', async () => {
    const graph = await session();
    const path = '/roleManagement/directory/roleAssignments';
    const before = listOf(await graph.get(path)).length;
    cloud.changeTenant(tenantId, { kind: 'role', role: 'Global Administrator', user: 100 }, { app: 'Terraform' });
    expect(listOf(await graph.get(path))).toHaveLength(before + 1);
    expect(listOf(await graph.get(audits))[0]).toMatchObject({ initiatedBy: { app: { displayName: 'Terraform' } } });
  });

  it('is changed over HTTP as well, and a change that makes no sense is refused with the reason', async () => {
    const server = await startSimulatorServer({ port: 0, cloud });
    const post = (body: unknown) =>
      fetch(`${server.url}/control/changes`, { method: 'POST', body: JSON.stringify(body) });
    const change = { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } };
    expect((await post({ tenantId, change, by: { user: 1 } })).status).toBe(204);
    expect((await (await session()).get('/policies/authorizationPolicy')).body?.allowInvitesFrom).toBe('none');
    for (const wrong of [
      {},
      { tenantId, change: { kind: 'weather' } },
      { tenantId: 'nowhere', change },
      { tenantId, change: { ...change, setting: 'passwordValidityDays' } },
      { tenantId, change: { kind: 'role', role: 'Global Administrator', user: -1 } },
      { tenantId, change, by: 'me' },
    ]) {
      const answer = await post(wrong);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    }
    await server.close();
  });
});
