import type { Credential } from '@tenantry/contract/connections';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  credential,
  credentialList,
  credentialPath,
  isReloaded,
  saveCredentialsPath,
  serverWithCredentials,
} from '../../testing/connections.ts';
import { apiError, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const testPath = `${credentialPath}/test`;

const tested = (change: object, row: Partial<Credential> = {}) =>
  json({
    test: {
      ok: true,
      message: 'Microsoft 365 answered for Fabrikam.',
      whatToDo: null,
      code: null,
      testedAt: new Date().toISOString(),
      responseTimeMs: 120,
      isSimulated: false,
      ...change,
    },
    credential: credential(row),
  });

describe('Test Connection', () => {
  const button = () => screen.findByRole('button', { name: 'Test Connection of Fabrikam' });

  test('says in a toast and in the row that it works', async () => {
    const now = new Date().toISOString();
    const lastTest = { at: now, ok: true, message: 'Microsoft 365 answered for Fabrikam.' };
    const server = serverWithCredentials([credential()]).on(`POST ${testPath}`, () =>
      tested({}, { lastUsed: now, lastTest }),
    );
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await button());
    await screen.findByText('Connection Works');
    const [, row] = within(screen.getByRole('table', { name: 'Credentials' })).getAllByRole('row');
    expect(row?.textContent).toContain('Last test (Just now): Microsoft 365 answered for Fabrikam.');
    expect(row?.textContent).toMatch(/ProductionJust now/);
  });

  test('says what is wrong and what to do, and changes the row', async () => {
    const refusal = {
      ok: false,
      code: 'AADSTS7000222',
      message: 'The client secret has expired.',
      whatToDo: 'Save one.',
    };
    const server = serverWithCredentials([credential()]).on(`POST ${testPath}`, () =>
      tested(refusal, { status: 'reconnect' }),
    );
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await button());
    await screen.findByText('Connection Test Failed');
    expect(screen.getByText('The client secret has expired. Save one.')).toBeDefined();
    expect(screen.getByText('Reconnect needed')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Reconnect Fabrikam' })).toBeDefined();
  });

  test('is sent once by a double click', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = serverWithCredentials([credential()]).on(`POST ${testPath}`, () => waiting.promise);
    renderApp('/m365/credentials', server);
    const test = await button();
    fireEvent.click(test);
    fireEvent.click(test);
    expect(test.textContent).toBe('Testing…');
    waiting.resolve(tested({}));
    await screen.findByText('Connection Works');
    expect(server.requestsTo(testPath)).toHaveLength(1);
  });

  test('that could not be made claims nothing of the connection', async () => {
    const server = serverWithCredentials([credential()]).on(`POST ${testPath}`, () =>
      apiError('CONFLICT', 'A test of this tenant is already running. Wait for its result.'),
    );
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await button());
    await screen.findByText('Connection Not Tested');
    expect(screen.queryByText(/^Last test/)).toBeNull();
  });

  test('of former credentials is told no more once others are saved', async () => {
    const lastTest = { at: new Date().toISOString(), ok: false, message: 'The client secret has expired.' };
    const server = serverWithCredentials([credential()])
      .on(`POST ${testPath}`, () => tested(lastTest, { lastTest }))
      .on(`POST ${saveCredentialsPath}`, () => json({ ok: true, credential: credential() }));
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await button());
    await screen.findByText(/^Last test .*The client secret has expired\./);
    await user.click(screen.getByRole('button', { name: 'Credentials of Fabrikam' }));
    await user.type(await screen.findByLabelText(/^Client Secret\b/), 'a new secret');
    await user.click(screen.getByRole('button', { name: 'Save Credentials' }));
    await waitFor(() => expect(screen.queryByText(/^Last test/)).toBeNull());
    await isReloaded(server);
  });

  test('of a tenant without credentials is told in the row as long as there are none', async () => {
    const none = { status: 'unknown', hasOwnApp: false, clientId: null } as const;
    let row = credential(none);
    const server = serverWithCredentials([])
      .on('GET /api/graph/credentials', () => json(credentialList([row])))
      .on(`POST ${testPath}`, () => tested({ ok: false, message: 'It is not connected.' }, none));
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await button());
    await screen.findByText(/^Last test .*It is not connected\./);
    row = credential();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('Active', { selector: '.fui-Badge' });
    expect(screen.queryByText(/^Last test/)).toBeNull();
  });

  test('of before is told in the row', async () => {
    const lastTest = { at: new Date(Date.now() - 3 * 3_600_000).toISOString(), ok: false, message: 'No answer.' };
    renderApp('/m365/credentials', serverWithCredentials([credential({ lastTest })]));
    await screen.findByText(/^Last test/);
    expect(screen.getByText('3 hours ago')).toBeDefined();
  });
});
