import { describe, expect, test } from 'vitest';
import { graphResourceId } from '../entra/entra-errors.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { dayMs, delegatedToken, graph, id, keyOf, register, useRegistrar } from '../testing/registration-fixture.ts';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { clientCredentials, globalAdmin, startMs, userNamed, useSimulator } from '../testing/sign-in-fixture.ts';

useSimulator();
useRegistrar();

describe('registering is refused', () => {
  const denied = { status: 403, body: { error: { code: 'Authorization_RequestDenied' } } };

  test('to an application of its own, and to a token without Application.ReadWrite.All', async () => {
    const { body } = await clientCredentials(id);
    const { objectId } = await register();
    // Another client's token: what this one was given for the tenant before is in each of its tokens.
    const reader = await delegatedToken(globalAdmin(weakProfile.id), 'Application.Read.All', weakProfile.id);
    for (const by of [String(body.access_token), reader]) {
      expect(await graph('POST', '/applications', { displayName: 'x' }, by)).toMatchObject(denied);
      expect(await graph('POST', '/servicePrincipals', { appId: 'x' }, by)).toMatchObject(denied);
      expect(await graph('PATCH', `/applications/${objectId}`, { displayName: 'x' }, by)).toMatchObject(denied);
      expect(await graph('DELETE', `/applications/${objectId}`, undefined, by)).toMatchObject(denied);
    }
  });

  test('to a person whose role does not reach', async () => {
    const { userPrincipalName } = userNamed(id, 'Global Reader');
    const by = await delegatedToken(userPrincipalName, 'Application.ReadWrite.All');
    expect(await graph('POST', '/applications', { displayName: 'x' }, by)).toMatchObject(denied);
  });

  const over = selfSignedCertificate(new Date(startMs - 9 * dayMs), new Date(startMs - dayMs));
  test.each([
    ['no body', undefined],
    ['no name', {}],
    ['an empty name', { displayName: ' ' }],
    ['a name that is too long', { displayName: 'x'.repeat(257) }],
    ['a property that there is not', { displayName: 'x', nothing: 1 }],
    ['an audience that there is not', { displayName: 'x', signInAudience: 'Everybody' }],
    ['tags that are no list', { displayName: 'x', tags: 'tenantry' }],
    ['an address without encryption', { displayName: 'x', web: { redirectUris: ['http://app.example/callback'] } }],
    [
      'a permission without an id',
      {
        displayName: 'x',
        requiredResourceAccess: [{ resourceAppId: graphResourceId, resourceAccess: [{ type: 'Role' }] }],
      },
    ],
    [
      'a permission of no kind',
      {
        displayName: 'x',
        requiredResourceAccess: [
          { resourceAppId: graphResourceId, resourceAccess: [{ id: graphResourceId, type: 'Both' }] },
        ],
      },
    ],
    ['a key that is no certificate', { displayName: 'x', keyCredentials: [keyOf('bm9uZQ==')] }],
    ['a private use of a key', { displayName: 'x', keyCredentials: [{ ...keyOf(over.der), usage: 'Sign' }] }],
    ['a key that is not there', { displayName: 'x', keyCredentials: [{ keyId: graphResourceId }] }],
    [
      'a key beyond its certificate',
      { displayName: 'x', keyCredentials: [{ ...keyOf(over.der), endDateTime: '2040-01-01T00:00:00Z' }] },
    ],
  ])('with %s', async (_name, body) => {
    const reply = await graph('POST', '/applications', body);
    expect([reply.status, typeof reply.body.error.code]).toEqual([400, 'string']);
  });

  test('for what is not there', async () => {
    const nowhere = `/applications/${graphResourceId}`;
    expect((await graph('PATCH', nowhere, { displayName: 'x' })).status).toBe(404);
    expect((await graph('DELETE', nowhere)).status).toBe(404);
    expect((await graph('DELETE', `/servicePrincipals/${graphResourceId}`)).status).toBe(404);
    expect((await graph('PUT', nowhere, {})).status).toBe(405);
  });
});
