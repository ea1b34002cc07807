import { describe, expect, test } from 'vitest';
import { demoProfiles } from '../profiles/demo-profiles.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { listOf, openGraphSession } from '../testing/graph-session.ts';
import { graphRoutes } from './graph-router.ts';

const cloud = createSimulatedCloud({ now: () => new Date('2026-06-01T12:00:00Z') });

describe('every route', () => {
  test.each(demoProfiles.map((profile) => [profile.name, profile] as const))(
    'answers for %s with data, a license error, a refusal or a 404 that means something, never with a fault of its own',
    async (_name, profile) => {
      const { get } = await openGraphSession(cloud, profile.id);
      /** The path with the id of the first thing of its kind. */
      const withId = async (path: string) => {
        const [, before = '', name = ''] = /^(\/[^{(]*?)(?:\/|\(\w+=')\{(\w+)\}/.exec(path) ?? [];
        if (name === '') return path;
        const value = before === '/organization' ? [{ id: profile.id }] : (await get(before)).body?.value;
        return path.replace(`{${name}}`, Array.isArray(value) ? String(value[0]?.[name]) : '');
      };
      // What needs a user's token is tested with one (sign-in/delegated-graph.test.ts).
      for (const route of graphRoutes.filter(({ method, path }) => method !== 'POST' && !path.startsWith('/me'))) {
        const path = await withId(route.path);
        const reply = await get(path.replace('{language}', '0'), {
          consistencylevel: 'eventual',
          'accept-language': '0',
        });
        const code = Object(reply.body?.error).code;
        if (reply.status === 200) continue;
        const expected =
          code === 'Authorization_RequestDenied'
            ? path === '/admin/sharepoint/settings' && profile.refusedPermissions.length > 0
            : code === 'Request_ResourceNotFound'
              ? (path.includes('/branding') && profile.branding === null) || path.includes('/delegatedAdminCustomers/')
              : profile.license !== 'p2';
        expect([path, reply.status, code, expected]).toEqual([path, reply.status, code, true]);
        expect(reply.status).toBeLessThan(500);
      }
    },
  );

  test('a key in brackets is found with its quotes encoded as well', async () => {
    const { get } = await openGraphSession(cloud, demoProfiles[0]?.id ?? '');
    const [first] = listOf(await get('/servicePrincipals?$top=1'));
    const plain = await get(`/servicePrincipals(appId='${first?.appId}')`);
    expect(plain.status).toBe(200);
    expect((await get(`/servicePrincipals(appId=%27${first?.appId}%27)`)).body).toEqual(plain.body);
    expect((await get('/users/%E0%A4')).status).toBe(400);
  });

  test('$select limits a single object and the items of a list', async () => {
    const { get } = await openGraphSession(cloud, demoProfiles[0]?.id ?? '');
    const policy = (await get('/policies/authorizationPolicy?$select=guestUserRoleId')).body;
    expect(Object.keys(policy ?? {})).toEqual(['@odata.context', 'guestUserRoleId']);
    const domains = (await get('/domains?$select=id,isVerified')).body?.value;
    expect(Object.keys(Object(domains)[0])).toEqual(['id', 'isVerified']);
  });
});

describe('the weak and the good tenant differ where checks look', () => {
  async function settings(index: number) {
    const { get } = await openGraphSession(cloud, demoProfiles[index]?.id ?? '');
    const sharepoint = (await get('/admin/sharepoint/settings')).body;
    const authorization = (await get('/policies/authorizationPolicy')).body;
    const methods = (await get('/policies/authenticationMethodsPolicy')).body;
    const configurations: { id: string; state: string }[] = Object(methods).authenticationMethodConfigurations;
    return {
      sharing: sharepoint?.sharingCapability,
      invites: authorization?.allowInvitesFrom,
      sms: configurations.find((method) => method.id === 'Sms')?.state,
    };
  }

  test('sharing, invitations and text messages', async () => {
    expect(await settings(0)).toEqual({ sharing: 'externalUserAndGuestSharing', invites: 'everyone', sms: 'enabled' });
    expect(await settings(1)).toEqual({
      sharing: 'existingExternalUserSharingOnly',
      invites: 'adminsAndGuestInviters',
      sms: 'disabled',
    });
  });
});
