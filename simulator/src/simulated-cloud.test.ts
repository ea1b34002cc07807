import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { criticalProfile } from './profiles/critical-profile.ts';
import { demoProfiles } from './profiles/demo-profiles.ts';
import { goodProfile } from './profiles/good-profile.ts';
import { mixedProfile } from './profiles/mixed-profile.ts';
import { weakProfile } from './profiles/weak-profile.ts';
import { createSimulatedCloud } from './simulated-cloud.ts';
import { withUserCount } from './tenant-profile.ts';
import { listOf, openGraphSession, requestToken } from './testing/graph-session.ts';

const start = Date.parse('2026-06-01T12:00:00Z');
const now = () => new Date(start);
const cloud = createSimulatedCloud({ now });

const samplePaths = [
  '/users?$top=999&$select=id,displayName,userPrincipalName,mail,userType,accountEnabled,createdDateTime,signInActivity',
  '/groups',
  '/reports/authenticationMethods/userRegistrationDetails',
  '/roleManagement/directory/roleAssignments',
  '/identity/conditionalAccess/policies',
  '/security/secureScores',
  '/auditLogs/signIns',
  '/domains',
];

async function bytesOf(seed: string): Promise<string[]> {
  const session = await openGraphSession(createSimulatedCloud({ now, seed }), weakProfile.id);
  return Promise.all(samplePaths.map(async (path) => (await session.get(path)).text));
}

describe('determinism', () => {
  test('the same seed gives the same bytes, another seed other people', async () => {
    const first = await bytesOf('a');
    expect(await bytesOf('a')).toEqual(first);
    expect((await bytesOf('b'))[0]).not.toBe(first[0]);
  });

  test('what a user is like does not depend on how many there are', async () => {
    const small = createSimulatedCloud({ now, tenants: [withUserCount(weakProfile, 50)] });
    const path = '/users?$top=50&$select=id,displayName,accountEnabled,signInActivity';
    const few = await (await openGraphSession(small, weakProfile.id)).get(path);
    const many = await (await openGraphSession(cloud, weakProfile.id)).get(path);
    expect(listOf(few)).toEqual(listOf(many));
  });

  test('the weak demonstration tenant has exactly 847 users', () => {
    expect(cloud.tenants.find((tenant) => tenant.id === weakProfile.id)?.userCount).toBe(847);
  });
});

describe('the token endpoint', () => {
  test.each([
    [weakProfile.id, { grant_type: 'password' }, 400, 70003],
    [weakProfile.id, { client_secret: '' }, 401, 7000215],
    [weakProfile.id, { client_id: '' }, 400, 700016],
    [weakProfile.id, { scope: 'User.Read' }, 400, 1002012],
    ['8e5f0000-0000-4000-8000-000000000000', {}, 400, 90002],
  ])('%s with %o is %i with AADSTS%i', async (tenant, overrides, status, code) => {
    const reply = await requestToken(cloud, tenant, overrides);
    expect(reply.status).toBe(status);
    expect(reply.body?.error_codes).toEqual([code]);
    expect(reply.body?.error_description).toContain(`AADSTS${code}: `);
  });

  test('with a client id and secret set, no other ones pass', async () => {
    const strict = createSimulatedCloud({ now, clientId: 'app-1', clientSecret: 's3' });
    const ask = async (client_id: string, client_secret: string) =>
      (await requestToken(strict, weakProfile.domain, { client_id, client_secret })).body?.error_codes ?? 'token';
    expect(await ask('app-1', 's3')).toBe('token');
    expect(await ask('app-2', 's3')).toEqual([700016]);
    expect(await ask('app-1', 'wrong')).toEqual([7000215]);
  });

  test('a token is a JWT that the published key verifies and that names tenant, audience, roles and end', async () => {
    const token = String((await requestToken(cloud, weakProfile.id)).body?.access_token);
    const [header = '', claims = '', signature = ''] = token.split('.');
    const url = `https://login.microsoftonline.com/${weakProfile.id}/discovery/v2.0/keys`;
    const { keys } = await (await cloud.handle(new Request(url))).json();
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(keys[0].kid).toBe(read(header).kid);
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(read(claims)).toMatchObject({
      tid: weakProfile.id,
      aud: 'https://graph.microsoft.com',
      exp: start / 1000 + 3600,
      roles: expect.arrayContaining(['Policy.Read.All', 'SharePointTenantSettings.Read.All']),
    });
  });

  test('OpenID configuration and instance discovery speak of the host that was asked', async () => {
    const headers = { 'x-forwarded-host': 'login.simulator.test' };
    const read = async (path: string) =>
      (await cloud.handle(new Request(`http://127.0.0.1:7100${path}`, { headers }))).json();
    const configuration = await read(`/${goodProfile.id}/v2.0/.well-known/openid-configuration`);
    expect(configuration.issuer).toBe(`https://login.simulator.test/${goodProfile.id}/v2.0`);
    expect(configuration.token_endpoint).toBe(`https://login.simulator.test/${goodProfile.id}/oauth2/v2.0/token`);
    expect((await read('/common/discovery/instance')).metadata[0].aliases).toEqual(['login.simulator.test']);
  });
});

describe('Graph lets nobody in', () => {
  async function statusWith(authorization: string | null, at = cloud) {
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    const reply = await at.handle(new Request('https://graph.microsoft.com/v1.0/organization', { headers }));
    return [reply.status, reply.status === 200 ? null : (await reply.json()).error.code];
  }
  const refused = [401, 'InvalidAuthenticationToken'];

  test('without a token, with a broken one, or with one of another cloud', async () => {
    const { token } = await openGraphSession(cloud, weakProfile.id);
    const foreign = await openGraphSession(createSimulatedCloud({ now }), weakProfile.id);
    expect(await statusWith(`Bearer ${token}`)).toEqual([200, null]);
    expect(await statusWith(null)).toEqual(refused);
    expect(await statusWith(`Basic ${token}`)).toEqual(refused);
    expect(await statusWith('Bearer a.b.c')).toEqual(refused);
    expect(await statusWith(`Bearer ${foreign.token}`)).toEqual(refused);
    const [header, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ tid: goodProfile.id, aud: 'https://graph.microsoft.com', exp: 9e9 }));
    expect(await statusWith(`Bearer ${header}.${claims.toString('base64url')}.${signature}`)).toEqual(refused);
  });

  test('after an hour', async () => {
    let time = start;
    const aging = createSimulatedCloud({ now: () => new Date(time) });
    const { token } = await openGraphSession(aging, weakProfile.id);
    time += 3_599_000;
    expect(await statusWith(`Bearer ${token}`, aging)).toEqual([200, null]);
    time += 1000;
    expect(await statusWith(`Bearer ${token}`, aging)).toEqual(refused);
  });

  test('into a tenant other than the token names', async () => {
    const { get } = await openGraphSession(cloud, goodProfile.id);
    expect(listOf(await get('/organization'))[0]?.id).toBe(goodProfile.id);
    expect((await get(`/organization/${weakProfile.id}/branding/localizations/0`)).status).toBe(404);
  });
});

describe('licenses and consent', () => {
  test.each([
    ['/users?$select=id,signInActivity', 403, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant'],
    [
      '/users?$filter=signInActivity/lastSuccessfulSignInDateTime le 2026-01-01T00:00:00Z',
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    ],
    ['/auditLogs/signIns', 403, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant'],
    [
      '/reports/authenticationMethods/userRegistrationDetails',
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    ],
    ['/identityProtection/riskyUsers', 403, 'Forbidden'],
    ['/identityProtection/riskDetections', 403, 'Forbidden'],
    ['/roleManagement/directory/roleAssignmentScheduleInstances', 400, 'AadPremiumLicenseRequired'],
    ['/roleManagement/directory/roleEligibilityScheduleInstances', 400, 'AadPremiumLicenseRequired'],
    ['/policies/roleManagementPolicyAssignments', 400, 'AadPremiumLicenseRequired'],
  ])('without a premium license %s is %i %s', async (path, status, code) => {
    const reply = await (await openGraphSession(cloud, criticalProfile.id)).get(path);
    expect(reply.status).toBe(status);
    expect(Object(reply.body?.error).code).toBe(code);
    expect((await (await openGraphSession(cloud, goodProfile.id)).get(path)).status).toBe(200);
  });

  test('without a premium license users without signInActivity are still listed', async () => {
    const { get } = await openGraphSession(cloud, criticalProfile.id);
    expect(listOf(await get('/users?$select=id,accountEnabled&$top=999'))).toHaveLength(35);
  });

  test('P1 alone gives risk detections with their level hidden and no risky users', async () => {
    const { get } = await openGraphSession(cloud, weakProfile.id);
    expect((await get('/identityProtection/riskyUsers')).status).toBe(403);
    const levels = listOf(await get('/identityProtection/riskDetections')).map((detection) => detection.riskLevel);
    expect(new Set(levels)).toEqual(new Set(['hidden']));
  });

  test('a permission that was refused is told apart from a license, and is not among the roles of the token', async () => {
    const session = await openGraphSession(cloud, mixedProfile.id);
    const reply = await session.get('/admin/sharepoint/settings');
    expect([reply.status, Object(reply.body?.error).code]).toEqual([403, 'Authorization_RequestDenied']);
    const claims = JSON.parse(Buffer.from(session.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.roles).not.toContain('SharePointTenantSettings.Read.All');
  });
});

describe('Secure Score', () => {
  test.each(demoProfiles.map((profile) => [profile.name, profile] as const))(
    '%s: 90 days, newest first, each the sum of its controls, never above the maximum',
    async (_name, profile) => {
      const { get } = await openGraphSession(cloud, profile.id);
      const days = listOf(await get('/security/secureScores'));
      expect(days).toHaveLength(90);
      expect(days.map((day) => day.createdDateTime)).toEqual(
        [...days.map((day) => day.createdDateTime)].sort().reverse(),
      );
      const profiles = listOf(await get('/security/secureScoreControlProfiles'));
      const maxima = new Map(profiles.map((control) => [control.id, Number(control.maxScore)]));
      for (const day of days) {
        const controls: { controlName: string; score: number }[] = Object(day).controlScores;
        expect(controls.reduce((sum, control) => sum + control.score, 0)).toBeCloseTo(Number(day.currentScore), 1);
        for (const control of controls)
          expect(control.score).toBeLessThanOrEqual(maxima.get(control.controlName) ?? -1);
      }
      const [today, before] = [Number(days[0]?.currentScore), Number(days.at(-1)?.currentScore)];
      if (profile.secureScore.trend === 'rising') expect(today).toBeGreaterThan(before);
      if (profile.secureScore.trend === 'falling') expect(today).toBeLessThan(before);
      if (profile.secureScore.trend === 'steady') expect(today).toBe(before);
    },
  );
});
