import type { OAuthLogEntry } from '@tenantry/contract/graph-tools';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/oauth-errors';
const page = '/admin/oauth-errors';

const entry = (over: Partial<OAuthLogEntry> = {}): OAuthLogEntry => ({
  id: crypto.randomUUID(),
  timestamp: '2026-03-04T12:00:00.000Z',
  context: 'start',
  source: 'm365',
  error: '',
  explanation: null,
  originatingTenantId: null,
  userEmailExtracted: null,
  oauthStateDecoded: null,
  tokenExchangeSuccess: null,
  graphApiSuccess: null,
  credentialsSaved: null,
  oauthCallbackDurationMs: null,
  raw: {},
  ...over,
});
const refused = entry({
  context: 'callback',
  error: 'AADSTS65001: The user or administrator has not consented',
  explanation: { code: 'AADSTS65001', meaning: 'Nobody has consented.', whatToDo: 'Reconnect the tenant.' },
  originatingTenantId: contoso.id,
  userEmailExtracted: 'amy@contoso.example',
  oauthStateDecoded: true,
  tokenExchangeSuccess: false,
  oauthCallbackDurationMs: 1250,
  raw: { correlationId: 'abc-123' },
});
function answer(logs: OAuthLogEntry[], total = logs.length) {
  const failures = logs.filter(({ error }) => error !== '').length;
  return json({ logs, statistics: { total, successes: total - failures, failures }, pagination: { total } });
}
const serverWith = (...logs: OAuthLogEntry[]) => signedInServer().on(`GET ${list}`, () => answer(logs));
const figure = (name: string) => screen.getByRole('group', { name }).textContent;

afterEach(() => vi.restoreAllMocks());

describe('the OAuth logs', () => {
  test('say how each step went, what its error means and what to do', async () => {
    const { user } = renderApp(page, serverWith(refused, entry()));
    const card = within(await screen.findByRole('group', { name: 'Callback' }));
    expect(card.getByText('AADSTS65001: The user or administrator has not consented')).toBeDefined();
    expect(card.getByText('AADSTS65001')).toBeDefined();
    expect(card.getByText(/Nobody has consented\./).textContent).toContain('What to do: Reconnect the tenant.');
    const facts = card.getAllByRole('definition').map((value) => value.textContent);
    expect(facts).toEqual(['Contoso', 'amy@contoso.example', 'Yes', 'No', 'Not reached', 'Not reached', '1.3 s']);
    expect(within(screen.getByRole('group', { name: 'Start' })).getByText('Success')).toBeDefined();
    expect([figure('Total'), figure('Success'), figure('Failure')]).toEqual(['Total2', 'Success1', 'Failure1']);
    await user.click(card.getByRole('button', { name: 'Show details' }));
    expect(card.getByRole('region', { name: 'Details' }).textContent).toContain('abc-123');
  });

  test('are narrowed to a stage', async () => {
    const { user } = renderApp(page, serverWith(refused, entry()));
    const stage = await screen.findByRole('combobox', { name: 'Stage' });
    await user.selectOptions(stage, 'start');
    expect(screen.queryByRole('group', { name: 'Callback' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Start' })).toBeDefined();
    await user.selectOptions(stage, 'tenant-scan');
    expect(screen.getByText('No logs for this stage')).toBeDefined();
  });

  test('that are not all here say so', async () => {
    const server = signedInServer().on(`GET ${list}`, () => answer([refused], 1234));
    renderApp(page, server);
    await screen.findByText(/^The newest 200 of 1.?234$/);
  });

  test('are cleared after a question', async () => {
    const server = serverWith(refused).on(`DELETE ${list}`, () => {
      server.on(`GET ${list}`, () => answer([]));
      return json({ success: true, deleted: 1 });
    });
    const { user } = renderApp(page, server);
    await screen.findByRole('group', { name: 'Callback' });
    await user.click(screen.getByRole('button', { name: 'Clear All' }));
    expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Delete all logs' }));
    await screen.findByText('OAuth Logs Cleared');
    await screen.findByText('No OAuth logs yet');
    expect(figure('Total')).toBe('Total0');
  });

  test('that cannot be cleared stay', async () => {
    const { user } = renderApp(
      page,
      serverWith(refused).on(`DELETE ${list}`, () => apiError('INTERNAL', 'Broken')),
    );
    await screen.findByRole('group', { name: 'Callback' });
    await user.click(screen.getByRole('button', { name: 'Clear All' }));
    await user.click(await screen.findByRole('button', { name: 'Delete all logs' }));
    await screen.findByText('Failed to clear OAuth logs. Please try again.');
    expect(screen.getByText('Callback', { selector: 'h3' })).toBeDefined();
  });

  test('are saved as a file, and what goes wrong is told', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = serverWith(refused).on(`GET ${list}/export`, () => json([]));
    const { user } = renderApp(page, server);
    const button = await screen.findByRole('button', { name: 'Export' });
    await user.click(button);
    await screen.findByText('OAuth Logs Exported');
    expect(names).toEqual([expect.stringMatching(/^oauth-errors-\d{4}-\d{2}-\d{2}\.json$/)]);
    server.on(`GET ${list}/export`, () => apiError('UNAVAILABLE', 'Later'));
    await user.click(button);
    await screen.findByText('Failed to export OAuth logs. Please try again.');
    await waitFor(() => expect(names).toHaveLength(1));
  });

  test('that cannot be loaded are not shown as none', async () => {
    renderApp(
      page,
      signedInServer().on(`GET ${list}`, () => apiError('UNAVAILABLE', 'Later')),
    );
    await screen.findByText('Failed to load OAuth logs');
    expect(screen.queryByText('No OAuth logs yet')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Total' })).toBeNull();
  });

  test('are not for a viewer', async () => {
    const server = signedInServer('viewer');
    renderApp(page, server);
    await screen.findByText("You don't have permission to access the admin panel");
    expect(server.requestsTo(list)).toEqual([]);
  });
});
