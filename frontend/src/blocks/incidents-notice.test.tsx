import type { Incident, Incidents } from '@tenantry/contract/incidents';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { audit, serverWithAudit } from '../testing/audits.ts';
import { contoso } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const incident: Omit<Incident, 'title' | 'url'> = {
  severity: 'high',
  leads: true,
  account: 'anna@contoso.example',
  signals: [],
};
const incidents: Incidents = {
  items: [
    {
      ...incident,
      title: 'anna@contoso.example: Suspicious rule; Risk detection',
      url: 'https://security.microsoft.com/a',
    },
    { ...incident, account: null, title: 'Password spray attempts', severity: 'medium', url: null },
    { ...incident, title: 'ben@contoso.example: Account at medium risk', leads: false, url: null },
  ],
  total: 3,
  notRead: [],
};

test('what may be an attack stands first on the audit, by name and with its page at Microsoft', async () => {
  renderApp('/audit', serverWithAudit({ ...audit, incidents }));
  await screen.findByText('Look at this first: 2 possible attacks');
  const items = within(screen.getByRole('list', { name: 'Possible attacks' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'anna@contoso.example: Suspicious rule; Risk detection',
    'Password spray attempts',
  ]);
  const link = screen.getByRole('link', { name: /Suspicious rule/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://security.microsoft.com/a',
    '_blank',
  ]);
  // Nothing of the page stands before it.
  const score = screen.getByText('61/100, 38 of 44 checks');
  expect(link.compareDocumentPosition(score) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test.each([
  ['of an audit that saw none', { items: [], total: 0, notRead: [] }],
  ['of an audit of before', null],
])('nothing is said %s', async (_when, none) => {
  renderApp('/audit', serverWithAudit({ ...audit, incidents: none }));
  await screen.findByText('61/100, 38 of 44 checks');
  expect(screen.queryByText(/possible attack/)).toBeNull();
});
