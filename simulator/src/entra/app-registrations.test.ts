import { describe, expect, test } from 'vitest';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { requestToken } from '../testing/graph-session.ts';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { createAppRegistrations } from './app-registrations.ts';
import { parseApps } from './parse-apps.ts';

const now = () => new Date('2026-06-01T12:00:00Z');

describe('redirect addresses', () => {
  const apps = createAppRegistrations({
    apps: [
      { clientId: 'web', secrets: [], redirectUris: ['https://app.example/callback', 'http://localhost/callback'] },
      { clientId: 'dev', secrets: [] },
    ],
  });

  test.each([
    ['web', 'https://app.example/callback', true],
    ['WEB', 'https://app.example/callback', true],
    ['web', 'https://app.example/Callback', false],
    ['web', 'https://app.example/callback?x=1', false],
    ['web', 'https://app.example:444/callback', false],
    ['web', 'https://app.example.evil.example/callback', false],
    // Entra ignores the port of http://localhost.
    ['web', 'http://localhost:4280/callback', true],
    ['web', 'https://localhost:4280/callback', false],
    ['web', 'http://localhost:4280/other', false],
    ['dev', 'http://localhost:4280/any', true],
    ['dev', 'https://app.example/callback', false],
    ['dev', 'file:///etc/passwd', false],
    ['dev', '', false],
  ])('%s may have its answers at %j: %s', (clientId, address, allowed) => {
    expect(apps.allowsRedirect(clientId, address)).toBe(allowed);
  });
});

describe('without registrations', () => {
  test('any client and secret pass, until that client’s secrets are expired', async () => {
    const cloud = createSimulatedCloud({ now });
    const ask = async (client_id: string, client_secret: string) =>
      (await requestToken(cloud, weakProfile.id, { client_id, client_secret })).body?.error_codes ?? 'token';
    expect(await ask('one', 'x')).toBe('token');
    cloud.entra.change({ clientId: 'one', expireSecrets: true });
    expect(await ask('one', 'x')).toEqual([7000222]);
    expect(await ask('two', 'x')).toBe('token');
    cloud.entra.change({ clientId: 'one', addSecret: { value: 'y' } });
    expect(await ask('one', 'y')).toBe('token');
  });
});

test('an application that Conditional Access blocks gets no token: AADSTS53003', async () => {
  const cloud = createSimulatedCloud({ now });
  cloud.entra.change({ tenantId: weakProfile.id, blockApplication: true });
  expect((await requestToken(cloud, weakProfile.id)).body).toMatchObject({ error_codes: [53003] });
  cloud.entra.reset();
  expect((await requestToken(cloud, weakProfile.id)).status).toBe(200);
});

test('without the sign-in part nobody can sign in', async () => {
  const cloud = createSimulatedCloud({ now });
  const url = `https://login.microsoftonline.com/${weakProfile.id}/oauth2/v2.0/authorize?client_id=x`;
  expect((await cloud.handle(new Request(url))).status).toBe(404);
  const reply = await requestToken(cloud, weakProfile.id, { grant_type: 'authorization_code' });
  expect(reply.body?.error_codes).toEqual([70003]);
});

describe('registrations from a file', () => {
  const { certificate } = selfSignedCertificate(now(), new Date('2027-01-01'));

  test('are read whole', () => {
    const apps = [
      {
        clientId: 'a',
        name: 'A',
        secrets: [{ value: 's', expiresAt: '2027-01-01' }, { value: 't' }],
        redirectUris: ['http://localhost/x'],
      },
      { clientId: 'b', secrets: [] },
      {
        clientId: 'c',
        secrets: [],
        certificates: [certificate],
        federatedCredentials: [
          { issuer: 'https://issuer.example', subject: 's' },
          { issuer: 'https://issuer.example', subject: 's', audience: 'api://other' },
        ],
        isPublic: true,
      },
    ];
    expect(parseApps(JSON.parse(JSON.stringify(apps)))).toEqual(apps);
  });

  test.each([
    [{}],
    [[{}]],
    [[{ clientId: 'a', secrets: ['s'] }]],
    [[{ clientId: 'a', redirectUris: 'x' }]],
    [[{ clientId: 'a', certificates: ['none'] }]],
    [[{ clientId: 'a', federatedCredentials: [{ issuer: 'x' }] }]],
    [[{ clientId: 'a', isPublic: 'yes' }]],
  ])('%j is refused', (value) => {
    expect(() => parseApps(value)).toThrow(TypeError);
  });
});
