import type { ComparedScan, Drift, VerdictChange } from '@tenantry/contract/drift';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const scan = (name: string, day: number, score: number | null = 61): ComparedScan => ({
  scanLogId: `${contoso.id}_scan-${name}`,
  at: `2026-01-0${day}T03:04:00.000Z`,
  score,
  coverage: { evaluated: 38, applicable: 44, percent: 86 },
});
const [first, second, third] = [scan('one', 1), scan('two', 2), scan('three', 3, null)];

const verdict = (over: Partial<VerdictChange> = {}): VerdictChange => ({
  checkId: 'ca.mfa.all',
  title: 'MFA for all users',
  category: 'mfa',
  severity: 'high',
  from: 'pass',
  to: 'fail',
  direction: 'worse',
  message: 'No policy requires it.',
  affectedBefore: 0,
  affectedAfter: 2,
  newAffected: ['ann@contoso.example', 'bob@contoso.example'],
  goneAffected: [],
  ...over,
});

const setting = (over: Partial<Drift['settings'][number]> = {}): Drift['settings'][number] => ({
  dataset: 'conditionalAccessPolicies',
  label: 'Conditional Access policies',
  objectId: 'p1',
  objectName: 'Require MFA',
  path: ['conditions', 'users', 'excludeUsers'],
  kind: 'added',
  scope: 'members',
  before: null,
  after: 'carl@contoso.example',
  who: {
    entries: [
      {
        at: '2026-01-02T10:00:00.000Z',
        activity: 'Update Conditional Access policy',
        by: { kind: 'user', name: 'dana@contoso.example' },
      },
    ],
    unknownBecause: null,
  },
  ...over,
});

const drift: Drift = {
  from: second,
  to: third,
  reason: null,
  verdicts: [],
  settings: [],
  settingsTotal: 0,
  notComparable: [],
};

const path = '/api/drift';
const serverWith = (body: Drift, role: 'admin' | 'viewer' = 'viewer') =>
  signedInServer(role)
    .on(`GET ${path}`, () => json(body))
    .on('GET /api/scans', () => json({ items: [third, second, first], total: 3 }));

describe('the page of changes', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('tells what got worse, for whom, and counts it', async () => {
    const better = verdict({ checkId: 'b', title: 'Guests', from: 'fail', to: 'pass', direction: 'better' });
    renderApp('/changes', serverWith({ ...drift, verdicts: [verdict(), better] }));
    const table = await screen.findByRole('table', { name: 'Changes of verdicts' });
    const [, row] = within(table).getAllByRole('row');
    expect(row?.textContent).toContain('MFA for all users');
    expect(row?.textContent).toContain('New: ann@contoso.example, bob@contoso.example');
    expect(within(row as HTMLElement).getByText('Pass')).toBeDefined();
    expect(within(row as HTMLElement).getByText('Fail')).toBeDefined();
    expect(screen.getByText('1 worse, 1 better')).toBeDefined();
    expect(screen.getByText('Every setting that both scans could read is as it was.')).toBeDefined();
  });

  test('does not say who is new where the list was cut', async () => {
    const cut = verdict({ affectedBefore: 30, affectedAfter: 31, newAffected: null, goneAffected: null });
    renderApp('/changes', serverWith({ ...drift, verdicts: [cut] }));
    await screen.findByText('30, now 31');
    expect(screen.getByText(/which ones changed is not known/)).toBeDefined();
    expect(screen.queryByText(/^New:/)).toBeNull();
  });

  test('tells a changed setting with its way, both values, and who changed it', async () => {
    const value = setting({
      objectId: 'p2',
      objectName: 'Block legacy',
      path: ['state'],
      kind: 'changed',
      scope: 'value',
      before: 'enabled',
      after: 'disabled',
      who: { entries: [], unknownBecause: 'The log has no entry.' },
    });
    renderApp('/changes', serverWith({ ...drift, settings: [setting(), value], settingsTotal: 2 }));
    const table = await screen.findByRole('table', { name: 'Changes of settings' });
    const [, members, state] = within(table).getAllByRole('row');
    expect(members?.textContent).toContain('Conditions › Users › Exclude users');
    expect(members?.textContent).toContain('Added: carl@contoso.example');
    expect(members?.textContent).toContain('dana@contoso.example');
    expect(members?.textContent).toContain('Update Conditional Access policy');
    expect(state?.textContent).toContain('enabled');
    expect(state?.textContent).toContain('disabled');
    expect(state?.textContent).toContain('The log has no entry.');
    expect(screen.getByText('2 changes')).toBeDefined();
  });

  test('says how many there are where only the first are listed', async () => {
    renderApp('/changes', serverWith({ ...drift, settings: [setting()], settingsTotal: 700 }));
    await screen.findByText('The first 1 of 700 changes');
  });

  test('says that nothing changed, and what could not be compared', async () => {
    const because = 'Later scan: The application may not read it (403 Forbidden).';
    const notComparable = [{ dataset: 'sharepointSettings', label: 'SharePoint settings', because }];
    renderApp('/changes', serverWith({ ...drift, notComparable }));
    await screen.findByText('Nothing changed');
    expect(screen.getByText(/that both scans could read is as it was/)).toBeDefined();
    expect(screen.getByText(because)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('has nothing to compare one scan with, and offers the next', async () => {
    renderApp('/changes', serverWith({ ...drift, from: null, reason: 'Only one.' }, 'admin'));
    await screen.findByText('Only one scan so far');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Scan Internal Policies' }).getAttribute('href')).toBe(
      `/scan?tenantId=${contoso.id}`,
    );
    expect(screen.queryByText('Nothing changed')).toBeNull();
  });

  test('has nothing to show before the first scan', async () => {
    renderApp('/changes', serverWith({ ...drift, from: null, to: null, reason: 'None.' }));
    await screen.findByText('No scan yet');
    expect(screen.queryByLabelText('Earlier scan')).toBeNull();
  });

  test('compares the scans that are chosen, and keeps the choice in the address', async () => {
    const server = serverWith(drift);
    const { user, path: address } = renderApp('/changes', server);
    const earlier = await screen.findByLabelText('Earlier scan');
    await within(earlier).findByRole('option', { name: /2026, .*score 61/, selected: true });
    expect(within(earlier).queryByRole('option', { name: /no score/ })).toBeNull();
    server.on(`GET ${path}`, () => json({ ...drift, from: first }));
    await user.selectOptions(earlier, first?.scanLogId ?? '');
    await waitFor(() => expect(server.requestsTo(path)).toHaveLength(2));
    const asked = server.requestsTo(path)[1]?.query;
    expect(asked?.get('from')).toBe(first?.scanLogId);
    expect(asked?.get('to')).toBe(third?.scanLogId);
    expect(address()).toContain('from=');
  });

  test('passes over scans of another organization in the address', async () => {
    const server = serverWith(drift);
    renderApp(`/changes?from=${fabrikam.id}_scan-one&to=nonsense`, server);
    await screen.findByText('Nothing changed');
    expect(server.requestsTo(path)[0]?.query.has('from')).toBe(false);
    expect(server.requestsTo(path)[0]?.query.get('tenantId')).toBe(contoso.id);
  });

  test('shows an outage as an error, not as no change', async () => {
    const server = serverWith(drift).on(`GET ${path}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/changes', server);
    await screen.findByText(/The store does not answer/);
    expect(screen.queryByText('Nothing changed')).toBeNull();
    server.on(`GET ${path}`, () => json(drift));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Nothing changed');
  });
});
