import { returnProblems } from '@tenantry/contract/return-problems';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const settings = {
  clientId: '11111111-aaaa-4bbb-8ccc-dddddddddddd',
  tenantId: '22222222-aaaa-4bbb-8ccc-dddddddddddd',
  ...{ redirectUri: 'https://tenantry.example/callback', partnerCenterScopes: '' },
  ...{ hasClientSecret: true, credential: 'secret', certificateThumbprint: null, secretExpiresAt: null },
  adminConsentUrl: 'https://login.microsoftonline.com/2/v2.0/adminconsent?client_id=1',
};
const permission = (name: string, state: string) => ({
  ...{ permission: name, kind: 'application', usedFor: ['policies'], checks: [{ checkId: 'c', title: 'A check' }] },
  ...{ state, grantedBy: null },
});
const answer = {
  ...{ status: 'success', message: 'Microsoft Graph answered.', timestamp: '2030-01-01T00:00:00.000Z', data: {} },
  credentials: {
    clientId: '1111…dddd',
    tenantId: '2222…dddd',
    clientSecret: 'configured',
    certificate: 'not configured',
  },
  directory: { id: 't', name: 'Contoso', domain: 'contoso.example' },
  permissions: [permission('Policy.Read.All', 'granted')],
  explanation: null,
};
const server = (over: object = {}) =>
  signedInServer()
    .on('GET /api/admin/graph-settings', () => json({ ...settings, ...over }))
    .on('GET /api/admin/required-permissions', () => json([permission('Policy.Read.All', 'granted')]));
const open = (over: object = {}, test: () => Response = () => json(answer)) =>
  renderApp('/admin/graph-settings', server(over).on('GET /api/test-m365', test));
const step = async (title: RegExp) => {
  const item = (await screen.findByText(title)).closest('li');
  if (item === null) throw new Error('The step is no item of the list');
  return within(item);
};
const runTest = async (user: ReturnType<typeof renderApp>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Test connection' }));

describe('the guide of the Graph API settings', () => {
  test('begins with the registration, with the redirect URI to copy', async () => {
    const { user } = open({
      clientId: '',
      tenantId: '',
      credential: 'none',
      hasClientSecret: false,
      adminConsentUrl: null,
    });
    const register = await step(/^1\. Register/);
    expect(register.getByText('Next')).toBeDefined();
    expect(register.getByRole('button', { name: 'Copy: Redirect URI' })).toBeDefined();
    expect(register.getByText(/npm run register-app -- --tenant/)).toBeDefined();
    // Nothing is there to be tested yet.
    const { getByText, getByRole } = await step(/^5\. Test/);
    await user.click(getByText(/^5\. Test/));
    await waitFor(() => expect(getByRole('button', { name: 'Test connection' }).ariaDisabled).toBe('true'));
  });

  test('leads to the consent at Microsoft, in a tab of its own', async () => {
    open();
    const link = (await step(/^4\. Grant/)).getByRole('link', { name: /Grant admin consent/ });
    expect(link.getAttribute('href')).toBe(settings.adminConsentUrl);
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('tests the connection here, and leads to the first tenant once all is granted', async () => {
    const { user } = open();
    await runTest(user);
    await screen.findByText(/Microsoft answered for Contoso \(contoso\.example\)/);
    expect(screen.getByText('Granted (1)')).toBeDefined();
    const connect = await step(/^6\. Connect/);
    expect(connect.getByText('Next')).toBeDefined();
    expect(connect.getByRole('link', { name: 'Connect a tenant' }).getAttribute('href')).toBe('/admin/tenants/onboard');
  });

  test('tells which permission is missing, and what needs it', async () => {
    const { user } = open({}, () => json({ ...answer, permissions: [permission('User.Read.All', 'missing')] }));
    await runTest(user);
    await screen.findByText(/1 permission missing/);
    const missing = within(screen.getByRole('list', { name: 'Missing (1)' }));
    expect(missing.getByText('User.Read.All')).toBeDefined();
    expect(missing.getByText('A check')).toBeDefined();
    expect((await step(/^4\. Grant/)).getByText('Problem')).toBeDefined();
  });

  test('says what to do about a failure, at the step that it is of', async () => {
    const explanation = { code: 'AADSTS7000215', meaning: 'The client secret is wrong.', whatToDo: 'Save the value.' };
    const { user } = open({}, () =>
      json({ ...answer, status: 'failed', directory: null, permissions: null, explanation }),
    );
    await runTest(user);
    await screen.findByText('The client secret is wrong.');
    expect(screen.getByText(/Save the value\. \(AADSTS7000215\)/)).toBeDefined();
    expect((await step(/^3\. Save/)).getByText('Problem')).toBeDefined();
  });

  test('shows no earlier result beside a test that could not be made, nor after other settings are saved', async () => {
    let works = true;
    const api = server()
      .on('GET /api/test-m365', () => (works ? json(answer) : apiError('UNAVAILABLE', 'Later')))
      .on('POST /api/admin/graph-settings', () => json(settings));
    const { user } = renderApp('/admin/graph-settings', api);
    await runTest(user);
    await screen.findByText(/answered for Contoso/);
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await waitFor(() => expect(screen.queryByText(/answered for Contoso/)).toBeNull());
    await runTest(user);
    await screen.findByText(/answered for Contoso/);
    works = false;
    await runTest(user);
    await screen.findByText('The connection could not be tested');
    expect(screen.queryByText(/answered for Contoso/)).toBeNull();
  });
});

describe('after the consent to our own app registration', () => {
  test.each([
    ['given', 'Consent Given', 'Test the connection to see what it brought.'],
    ['consent-declined', 'Consent Not Given', returnProblems['consent-declined']],
    ['consent-needs-administrator', 'Consent Not Given', returnProblems['consent-needs-administrator']],
  ])('the settings say that it was %s, once', async (consent, title, body) => {
    const app = renderApp(`/admin/graph-settings?consent=${consent}`, server());
    await screen.findByText(title);
    expect(screen.getByText(body)).toBeDefined();
    await waitFor(() => expect(app.path()).toBe('/admin/graph-settings'));
  });
});
