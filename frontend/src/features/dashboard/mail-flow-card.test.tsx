import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { mailFlowReport } from '../../testing/mail-flow.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/mailflow';
const card = async () => within(await screen.findByRole('region', { name: 'Mail Flow Check' }));

describe("the dashboard's mail flow check", () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  afterEach(() => vi.useRealTimers());

  test('a viewer does not see it', async () => {
    renderApp('/dashboard', signedInServer('viewer'));
    await screen.findByRole('region', { name: 'Recent Activity' });
    expect(screen.queryByRole('region', { name: 'Mail Flow Check' })).toBeNull();
  });

  test('checks a sample domain at first, and only when asked', async () => {
    const server = signedInServer('technician').on(`GET ${path}`, () => json({ data: mailFlowReport('contoso.com') }));
    const { user } = renderApp('/dashboard', server);
    const check = await card();
    expect(check.getByLabelText<HTMLInputElement>('Domain').value).toBe('contoso.com');
    expect(server.requestsTo(path)).toEqual([]);
    await user.click(check.getByRole('button', { name: 'Check' }));
    await check.findByRole('img', { name: 'Security score: 62 out of 100' });
    for (const text of [
      'Warning',
      '0 mx.contoso.example',
      'v=spf1 include:spf.protection.outlook.com include:send.example -all',
      '3 of 10 DNS lookups',
      'v=DMARC1; p=none; rua=mailto:dmarc@contoso.example',
      'dmarc_policy_none',
      'DMARC only watches: forged mail is delivered.',
      'Ask receivers to quarantine it.',
    ]) {
      expect(check.getByText(text)).toBeDefined();
    }
  });

  test('nothing is asked for a blank field', async () => {
    const server = signedInServer('admin').on(`GET ${path}`, () => json({ data: mailFlowReport('contoso.com') }));
    const { user } = renderApp('/dashboard', server);
    const check = await card();
    await user.clear(check.getByLabelText('Domain'));
    await user.type(check.getByLabelText('Domain'), '   {Enter}');
    await user.click(check.getByRole('button', { name: 'Check' }));
    expect(server.requestsTo(path)).toEqual([]);
  });

  test('a result counts for five minutes, and is there again after another page', async () => {
    const server = signedInServer('technician').on(`GET ${path}`, ({ query }) =>
      json({ data: mailFlowReport(query.get('domain') ?? '') }),
    );
    const { user, router } = renderApp('/dashboard', server);
    const asked = () => server.requestsTo(path).map(({ query }) => query.get('domain'));
    const checkDomain = async (domain: string) => {
      const check = await card();
      await user.clear(check.getByLabelText('Domain'));
      await user.type(check.getByLabelText('Domain'), `${domain}{Enter}`);
      await check.findByRole('region', { name: `Mail flow of ${domain.trim().toLowerCase()}` });
    };
    await checkDomain('a.example');
    await checkDomain('b.example');
    await checkDomain(' A.example ');
    expect(asked()).toEqual(['a.example', 'b.example']);
    await act(() => router.navigate('/findings'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Mail Flow Check' })).toBeNull());
    await act(() => router.navigate('/dashboard'));
    const check = await card();
    await check.findByRole('region', { name: 'Mail flow of a.example' });
    expect(check.getByLabelText<HTMLInputElement>('Domain').value).toBe('a.example');
    expect(asked()).toEqual(['a.example', 'b.example']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    await user.click(check.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(asked()).toEqual(['a.example', 'b.example', 'a.example']));
  });

  test('a result says how old it is, and a record that was just published can be checked for real', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T00:03:00.000Z') });
    const server = signedInServer('technician').on(`GET ${path}`, () => json({ data: mailFlowReport('contoso.com') }));
    const { user } = renderApp('/dashboard', server);
    const check = await card();
    await user.click(check.getByRole('button', { name: 'Check' }));
    await check.findByText('3 minutes ago');
    await user.click(check.getByRole('button', { name: 'Check' }));
    expect(server.requestsTo(path)).toHaveLength(1);
    await user.click(check.getByRole('button', { name: 'Check contoso.com again' }));
    await waitFor(() => expect(server.requestsTo(path)).toHaveLength(2));
  });

  test('a failure is a toast that names the status and can try again', async () => {
    const server = signedInServer('technician').on(
      `GET ${path}`,
      () => new Response('Bad Gateway', { status: 502, headers: { 'content-type': 'text/plain' } }),
    );
    const { user } = renderApp('/dashboard', server);
    const check = await card();
    await user.click(check.getByRole('button', { name: 'Check' }));
    await screen.findByText('Mail Flow Check Failed');
    expect(screen.getByText('HTTP 502: Bad Gateway')).toBeDefined();
    server.on(`GET ${path}`, () => json({ data: mailFlowReport('contoso.com') }));
    const toast = within(screen.getByRole('region', { name: 'Notifications' }));
    await user.click(toast.getByRole('button', { name: 'Retry' }));
    await check.findByText('contoso.com');
  });

  test.each([200, 404])('a web page with status %d in place of an answer is said to be one', async (status) => {
    const server = signedInServer('technician').on(
      `GET ${path}`,
      () => new Response('<!doctype html><p>Hello', { status, headers: { 'content-type': 'text/html' } }),
    );
    const { user } = renderApp('/dashboard', server);
    await user.click((await card()).getByRole('button', { name: 'Check' }));
    await screen.findByText('API endpoint not found - server returned HTML instead of JSON');
  });

  test('a domain of which nothing is known has no score', async () => {
    const unknownBecause = 'No name server answered.';
    const server = signedInServer('technician').on(`GET ${path}`, () =>
      json({
        data: mailFlowReport('contoso.com', {
          status: 'unknown',
          unknownBecause,
          security: { score: null, recommendations: [] },
        }),
      }),
    );
    const { user } = renderApp('/dashboard', server);
    const check = await card();
    await user.click(check.getByRole('button', { name: 'Check' }));
    await check.findByText(unknownBecause);
    expect(check.getByRole('img', { name: 'Security score: not known' })).toBeDefined();
  });
});
