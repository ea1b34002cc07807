import type { MailFlowReport, MailTarget } from '@tenantry/contract/mailflow';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { mailFlowReport } from '../../testing/mail-flow.ts';
import { renderApp } from '../../testing/render-app.tsx';

const all = `/api/tenant/${contoso.id}/mailflow`;
const one = '/api/mailflow';
const use = `/api/tenant/${contoso.id}/mail-use`;

const answer = (domains: readonly MailFlowReport[], over: object = {}) => ({
  tenantId: contoso.id,
  checkedAt: '2026-03-01T00:00:00.000Z',
  domainsFrom: 'microsoft365',
  domainsNote: null,
  domains,
  answers: [],
  leftOut: [],
  leftOutBecause: null,
  ...over,
});
const first = mailFlowReport('contoso.example');

describe('the mail flow page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('a viewer does not get to it', async () => {
    const server = signedInServer('viewer');
    renderApp('/mail-flow', server);
    await screen.findByText(/Access Denied/i);
    expect(server.requestsTo(all)).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Mail Flow' })).toBeNull();
  });

  test('shows all domains at a glance, and does not call good what could not be checked', async () => {
    const server = signedInServer('technician').on(`GET ${all}`, () => json(answer([first])));
    renderApp('/mail-flow', server);
    const table = within(await screen.findByRole('table', { name: 'Domains' }));
    const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual([
      'Domain',
      'Status, score',
      'SPF',
      'DKIM',
      'DMARC',
      'MX',
      'MTA-STS',
      'TLS-RPT',
      'BIMI',
      'DNSSEC',
    ]);
    const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells.slice(0, 5)).toEqual(['contoso.example', 'Warning62 of 100', 'Valid', 'Unknown', 'Monitoring']);
  });

  test('details show the cost of each include, and the record to publish with a button that copies it', async () => {
    const server = signedInServer('technician').on(`GET ${all}`, () => json(answer([first])));
    const { user } = renderApp('/mail-flow', server);
    const details = await screen.findByRole('button', { name: 'Details of contoso.example' });
    await user.click(details);
    const drawer = within(await screen.findByRole('dialog'));
    const tree = within(drawer.getByRole('list', { name: 'SPF lookups' }));
    const outer = tree.getByText('include:send.example').closest('li') as HTMLElement;
    expect(within(outer).getByText('2 lookups')).toBeDefined();
    expect(within(within(outer).getByRole('list')).getByText('a:mail.send.example')).toBeDefined();
    expect(drawer.getByText('3 of 10 allowed')).toBeDefined();
    expect(drawer.getByText('Not counted (20)')).toBeDefined();
    await user.click(drawer.getByRole('button', { name: 'Copy: TXT record of _dmarc.contoso.example' }));
    expect(await navigator.clipboard.readText()).toBe('v=DMARC1; p=reject; rua=mailto:dmarc@contoso.example');
    await drawer.findByRole('button', { name: /^Copied: / });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(details));
  });

  test('shows one target for a name with the steps to it, and where an unknown value is read', async () => {
    const server = signedInServer('technician').on(`GET ${all}`, () => json(answer([first])));
    const { user } = renderApp('/mail-flow', server);
    await user.click(await screen.findByRole('button', { name: 'Details of contoso.example' }));
    const drawer = within(await screen.findByRole('dialog'));
    const steps = within(drawer.getByRole('list', { name: 'Steps to TXT record of _dmarc.contoso.example' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('p=quarantine'),
      'Once quarantine has caught none of your own mailThe record above',
    ]);
    const dkim = within(drawer.getByRole('list', { name: 'Records to publish' }));
    expect(dkim.getByText('CNAME record of selector1._domainkey.contoso.example')).toBeDefined();
    expect(dkim.getByText('The value is shown in the Microsoft Defender portal.')).toBeDefined();
  });

  test('a missing DMARC record is missing, not invalid', async () => {
    const { details } = first;
    const dmarc = { ...details.dmarc, found: false, valid: false, record: null, applied: null, location: null };
    const without = mailFlowReport('contoso.example', { dmarc: null }, { dmarc });
    const server = signedInServer('technician').on(`GET ${all}`, () => json(answer([without])));
    const { user } = renderApp('/mail-flow', server);
    const row = within(await screen.findByRole('table', { name: 'Domains' }));
    expect(row.getByText('Missing')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Details of contoso.example' }));
    const part = within(within(await screen.findByRole('dialog')).getByRole('region', { name: 'DMARC' }));
    expect(part.getByText('Missing')).toBeDefined();
    expect(part.queryByText('Invalid')).toBeNull();
  });

  test('asks once about a domain without MX, saves the answer once on a double click and shows what follows', async () => {
    const asked = mailFlowReport(
      'parked.example',
      {},
      { sending: { by: null, from: null, canAnswer: true, isOpen: true }, targets: [] },
    );
    const value = 'v=spf1 -all';
    const spf: MailTarget = {
      area: 'spf',
      name: 'parked.example',
      type: 'TXT',
      current: [],
      value,
      stages: [],
      note: null,
    };
    const answered = mailFlowReport(
      'parked.example',
      {},
      {
        sending: { by: 'none', from: 'answer', canAnswer: true, isOpen: false },
        targets: [spf],
      },
    );
    const given = {
      domain: 'parked.example',
      sends: 'none',
      answeredBy: 'Tess',
      answeredAt: '2026-03-01T00:00:00.000Z',
    };
    const server = signedInServer('technician')
      .on(`GET ${all}`, ({ query }) =>
        json(query.get('domains') === null ? answer([asked]) : answer([answered], { answers: [given] })),
      )
      .on(`PUT ${use}`, () => json({ answers: [given] }));
    const { user } = renderApp('/mail-flow', server);
    await screen.findByText('1 domain has no MX record: does it send mail?');
    await user.click(screen.getByRole('button', { name: 'Answer for parked.example' }));
    const drawer = within(await screen.findByRole('dialog'));
    const save = drawer.getByRole('button', { name: 'Save answer' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.click(drawer.getByRole('radio', { name: 'No, the domain is parked' }));
    fireEvent.click(save);
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByText(/does it send mail\?$/)).toBeNull());
    expect(server.requestsTo(use).map(({ body }) => body)).toEqual([{ domain: 'parked.example', sends: 'none' }]);
    await drawer.findByText(/Answered by Tess/);
  });

  test('names the domains that were left out, and checks them on demand', async () => {
    const second = mailFlowReport('late.example');
    const because = 'The check ran out of time.';
    const server = signedInServer('technician').on(`GET ${all}`, ({ query }) =>
      json(
        query.get('domains') === null
          ? answer([first], { leftOut: ['late.example', 'later.example'], leftOutBecause: because })
          : answer([second], { leftOut: ['later.example'], leftOutBecause: because }),
      ),
    );
    const { user } = renderApp('/mail-flow', server);
    await screen.findByText('2 domains were not checked');
    expect(screen.getByText(/late\.example, later\.example\. The check ran out of time\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Check these now' }));
    await screen.findByRole('button', { name: 'Details of late.example' });
    expect(server.requestsTo(all).at(-1)?.query.get('domains')).toBe('late.example,later.example');
    await screen.findByText('1 domain was not checked');
  });

  test('says that the list of domains is that of the last scan', async () => {
    const domainsNote = 'Microsoft 365 did not answer; the list is of 1 March.';
    const server = signedInServer('technician').on(`GET ${all}`, () =>
      json(answer([first], { domainsFrom: 'lastScan', domainsNote })),
    );
    renderApp('/mail-flow', server);
    await screen.findByText(domainsNote);
  });

  test('an outage is an error with Retry, and no domain is shown as fine', async () => {
    const server = signedInServer('technician').on(`GET ${all}`, () => apiError('UNAVAILABLE', 'DNS does not answer'));
    const { user } = renderApp('/mail-flow', server);
    await screen.findByText(/DNS does not answer/);
    server.on(`GET ${all}`, () => json(answer([first])));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('table', { name: 'Domains' });
  });

  test('checks another domain once on a double click, and opens its details', async () => {
    const waiting = Promise.withResolvers<void>();
    const server = signedInServer('technician')
      .on(`GET ${all}`, () => json(answer([first])))
      .on(`GET ${one}`, async () => {
        await waiting.promise;
        return json({ data: mailFlowReport('partner.example') });
      });
    const { user } = renderApp('/mail-flow', server);
    await user.type(await screen.findByLabelText('Domain'), ' partner.example ');
    // The page loads it with the first result, which on a busy machine takes longer than a test looks for it.
    await import('../../blocks/mail-flow-summary.tsx');
    const check = screen.getByRole('button', { name: 'Check' });
    fireEvent.click(check);
    fireEvent.click(check);
    waiting.resolve();
    const result = within(await screen.findByRole('region', { name: 'Mail flow of partner.example' }));
    expect(server.requestsTo(one).map(({ query, tenantId }) => [query.get('domain'), tenantId])).toEqual([
      ['partner.example', contoso.id],
    ]);
    await user.click(result.getByRole('button', { name: 'Details and records to publish' }));
    await screen.findByRole('dialog', { name: /partner\.example/ });
  });

  test.each([
    ['partner.example', 'partner.example', 1],
    ['CONTOSO.EXAMPLE', 'contoso.example', 0],
    ['waits.example', 'waits.example', 0],
  ])('an address with %s says whether it is a domain of the tenant', async (typed, domain, notices) => {
    const server = signedInServer('technician')
      .on(`GET ${all}`, () => json(answer([first], { leftOut: ['waits.example'], leftOutBecause: 'Too late.' })))
      .on(`GET ${one}`, () => json({ data: mailFlowReport(domain) }));
    renderApp(`/mail-flow?tenantId=${contoso.id}&domain=${typed}`, server);
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('Score by area');
    expect(drawer.queryAllByText(`${domain} is not a domain of ${contoso.displayName}.`)).toHaveLength(notices);
  });

  test('a name that is none is said to be so in the console alone, and checked', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const server = signedInServer('technician')
      .on(`GET ${all}`, () => json(answer([first])))
      .on(`GET ${one}`, () => apiError('INVALID_INPUT', 'This is no domain'));
    const { user } = renderApp('/mail-flow', server);
    await user.type(await screen.findByLabelText('Domain'), 'not a domain{Enter}');
    await screen.findByText('HTTP 400: This is no domain');
    expect(warn).toHaveBeenCalledOnce();
    expect(server.requestsTo(one)).toHaveLength(1);
  });
});
