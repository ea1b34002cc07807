import type { MailDomain } from '@tenantry/contract/mail-domains';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/mail-domains';
const domain: MailDomain = {
  id: `${contoso.id}_domain-1`,
  tenantId: contoso.id,
  tenantName: contoso.name,
  isSimulated: false,
  domain: 'contoso.example',
  spf: { state: 'weak', text: 'some networks are wide', all: '~' },
  dkim: { state: 'unknown', text: 'whether it sends mail is not known' },
  dmarc: { state: 'weak', text: 'policy quarantine', policy: 'quarantine', percent: 50 },
  mx: { state: 'good', text: 'mail goes to Microsoft 365 directly' },
  mtaSts: { state: 'missing', text: '' },
  scanLogId: `${contoso.id}_scan-1`,
  seenAt: '2026-11-27T09:00:00.000Z',
};
const pageOf = (...items: MailDomain[]) =>
  json({ items, total: items.length, summary: { domains: 12, withoutDmarc: 3, unread: 1 } });
const serverWith = (...items: MailDomain[]) => signedInServer('technician').on(`GET ${list}`, () => pageOf(...items));

describe('the mail domains of all tenants', () => {
  test('tell how each record stands and why, and lead to the domain in its tenant', async () => {
    renderApp('/mail-flow/all', serverWith(domain));
    const table = within(await screen.findByRole('table', { name: 'Mail domains' }));
    const row = table.getAllByRole('row')[1]?.textContent;
    for (const text of [contoso.name, 'p=quarantine, pct=50', '~all', 'whether it sends mail is not known', 'Missing'])
      expect(row).toContain(text);
    expect(row).not.toContain('mail goes to Microsoft 365 directly');
    expect(table.getByRole('link', { name: 'contoso.example' }).getAttribute('href')).toBe(
      `/mail-flow?tenantId=${contoso.id}&domain=contoso.example`,
    );
    const figures = within(screen.getByRole('region', { name: 'Mail domains' })).getAllByRole('group');
    expect(figures.map(({ textContent }) => textContent)).toEqual(['Domains12', 'Without DMARC3']);
  });

  test('are what the page of mail flow shows without a selected tenant', async () => {
    const { path } = renderApp('/mail-flow', serverWith(domain));
    await screen.findByRole('heading', { level: 1, name: 'All Mail Domains' });
    expect(path()).toBe('/mail-flow/all');
  });

  test('keep their filters in the address', async () => {
    const server = serverWith(domain);
    const { user, path } = renderApp('/mail-flow/all?policy=missing', server);
    await screen.findByRole('table', { name: 'Mail domains' });
    expect(server.requestsTo(list)[0]?.query.get('policy')).toBe('missing');
    await user.selectOptions(screen.getByLabelText('Missing or weak'), 'MTA-STS');
    await user.selectOptions(screen.getByLabelText('Tenant'), contoso.name);
    await waitFor(() =>
      expect(Object.fromEntries(server.requestsTo(list).at(-1)?.query ?? [])).toMatchObject({
        policy: 'missing',
        lacks: 'mta-sts',
        tenantId: contoso.id,
      }),
    );
    expect(path()).toContain('lacks=mta-sts');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(path()).toBe('/mail-flow/all'));
  });

  test('say that none is known, that none matches, and that they could not be loaded', async () => {
    const server = serverWith();
    const { user } = renderApp('/mail-flow/all', server);
    await screen.findByText('No mail domain is known yet');
    await user.selectOptions(screen.getByLabelText('DMARC policy'), 'p=none');
    await screen.findByText('No domain matches these filters');
    server.on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    await user.selectOptions(screen.getByLabelText('DMARC policy'), 'p=reject');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on(`GET ${list}`, () => pageOf(domain));
    await user.click(retry);
    await screen.findByRole('table', { name: 'Mail domains' });
  });

  test('are no page of a viewer', async () => {
    renderApp('/mail-flow/all', signedInServer('viewer'));
    await screen.findByText('Access Denied');
  });
});

describe('the mail domains on a phone', () => {
  const wide = window.matchMedia;
  afterEach(() => {
    window.matchMedia = wide;
  });

  test('are a list of cards', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
    renderApp('/mail-flow/all', serverWith(domain));
    const cards = within(await screen.findByRole('list', { name: 'Mail domains' }));
    expect(cards.getByRole('link', { name: 'contoso.example' })).toBeDefined();
  });
});
