import { describe, expect, it } from 'vitest';
import { clouds } from '../../adapters/graph/clouds.ts';
import { graphCommandLineTools } from '../sign-in/graph-command-line-tools.ts';
import { consentAddress, consentAddressOf, consentAddressOfPlan } from './consent-address.ts';

const clientId = '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11';
const tenant = 'contoso.com';
const permissions = ['Policy.Read.All', 'User.Read.All'];
const partsOf = (address: string): Record<string, string> => {
  const { origin, pathname, searchParams } = new URL(address);
  return { place: `${origin}${pathname}`, ...Object.fromEntries(searchParams) };
};

describe('the address of a consent', () => {
  it.each([
    ['commercial', 'https://login.microsoftonline.com', 'https://graph.microsoft.com'],
    ['gcchigh', 'https://login.microsoftonline.us', 'https://graph.microsoft.us'],
    ['dod', 'https://login.microsoftonline.us', 'https://dod-graph.microsoft.us'],
  ] as const)('asks by name, of the Graph of the cloud %s, for what the sign-in asks for', (name, login, graph) => {
    const plan = { kind: 'browser', clientId: graphCommandLineTools } as const;
    expect(partsOf(consentAddressOfPlan(plan, { cloud: clouds[name], tenant, permissions }))).toEqual({
      place: `${login}/contoso.com/v2.0/adminconsent`,
      client_id: graphCommandLineTools,
      scope: `${graph}/Policy.Read.All ${graph}/User.Read.All`,
      redirect_uri: `${login}/common/oauth2/nativeclient`,
    });
  });

  it('of another public client comes back to where its sign-ins do', () => {
    const plan = { kind: 'browser', clientId } as const;
    const { redirect_uri } = partsOf(consentAddressOfPlan(plan, { cloud: clouds.china, tenant, permissions }));
    expect(redirect_uri).toBe('http://localhost');
  });

  it('of an application means what its registration lists', () => {
    const redirectUris = ['https://tenantry.example/callback', 'http://localhost:4280/callback'];
    expect(partsOf(consentAddressOf({ cloud: clouds.commercial, tenant, clientId, redirectUris }))).toEqual({
      place: 'https://login.microsoftonline.com/contoso.com/v2.0/adminconsent',
      client_id: clientId,
      scope: 'https://graph.microsoft.com/.default',
      redirect_uri: 'https://tenantry.example/callback',
      state: 'graph-settings',
    });
  });

  it('of an application whose redirect URIs are not known names none, which the older address allows', () => {
    const plan = { kind: 'client-secret', clientId, clientSecret: 'a-secret' } as const;
    expect(partsOf(consentAddressOfPlan(plan, { cloud: clouds.commercial, tenant, permissions }))).toEqual({
      place: 'https://login.microsoftonline.com/contoso.com/adminconsent',
      client_id: clientId,
    });
  });

  it('escapes what would end a parameter', () => {
    const request = { cloud: clouds.commercial, tenant, clientId, permissions: 'listed' } as const;
    const redirectUri = 'https://tenantry.example/callback?a=1&b=2';
    expect(partsOf(consentAddress({ ...request, redirectUri, state: 'a&b' }))).toMatchObject({
      redirect_uri: redirectUri,
      state: 'a&b',
    });
  });
});
