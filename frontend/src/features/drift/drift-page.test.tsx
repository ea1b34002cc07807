import type { ComparedFinding, ComparedFindings, ComparedScan, Drift, VerdictChange } from '@tenantry/contract/drift';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  attention: null,
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
  attention: null,
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
  findings: null,
  verdicts: [],
  settings: [],
  settingsTotal: 0,
  notComparable: [],
  baselines: { previous: second, week: first, report: null },
  neverCompared: [{ label: 'forwarding rules of mailboxes', because: 'Scans do not read mailboxes.' }],
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
    const table = await screen.findByRole('table', { name: 'Changed checks' });
    const [, row] = within(table).getAllByRole('row');
    expect(row?.textContent).toContain('MFA for all users');
    expect(row?.textContent).toContain('New: ann@contoso.example, bob@contoso.example');
    expect(within(row as HTMLElement).getByText('Pass')).toBeDefined();
    expect(within(row as HTMLElement).getByText('Fail')).toBeDefined();
    expect(screen.getByText('1 worse, 1 better')).toBeDefined();
    expect(screen.getByText('Every setting that both scans could read is unchanged.')).toBeDefined();
  });

  test('does not say who is new where the list was cut', async () => {
    const cut = verdict({ affectedBefore: 30, affectedAfter: 31, newAffected: null, goneAffected: null });
    renderApp('/changes', serverWith({ ...drift, verdicts: [cut] }));
    await screen.findByText('30 → 31');
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
    const table = await screen.findByRole('table', { name: 'Changed settings' });
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

  test('says beside who changed a setting that there may be others', async () => {
    const { who } = setting();
    const partial = setting({ who: { ...who, unknownBecause: 'The log held more entries than are read.' } });
    renderApp('/changes', serverWith({ ...drift, settings: [partial], settingsTotal: 1 }));
    await screen.findByText('dana@contoso.example');
    expect(screen.getByText('The log held more entries than are read.')).toBeDefined();
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
    expect(screen.getByText(/no setting that both scans could read/)).toBeDefined();
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
    expect(screen.queryByRole('group', { name: 'Compare with' })).toBeNull();
  });

  const pressed = () =>
    within(screen.getByRole('group', { name: 'Compare with' }))
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent);
  const asked = (server: ReturnType<typeof serverWith>) =>
    Object.fromEntries(server.requestsTo(path).at(-1)?.query ?? []);

  test('compares with a week ago at a press, by an address of its own, and Back returns to the comparison before', async () => {
    const server = serverWith(drift);
    const { user, path: address, router } = renderApp(`/changes?other=kept`, server);
    await user.click(await screen.findByRole('button', { name: /^A week ago, / }));
    await waitFor(() => expect(pressed()).toEqual([expect.stringMatching(/^A week ago/)]));
    const search = () => new URLSearchParams(address().split('?')[1]);
    expect([search().get('since'), search().get('other')]).toEqual(['week', 'kept']);
    expect(asked(server)).toEqual({ tenantId: contoso.id, since: 'week' });
    await router.navigate(-1);
    await waitFor(() => expect(pressed()).toEqual([expect.stringMatching(/^Previous scan/)]));
    expect(search().has('since')).toBe(false);
    expect(search().get('other')).toBe('kept');
  });

  test('offers no report where none of an earlier scan is known, and says so', async () => {
    const { user, path: address } = renderApp('/changes', serverWith(drift));
    const button = await screen.findByRole('button', { name: 'Last report' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(address()).not.toContain('since');
  });

  test('says that there is no scan of a week ago, and offers others', async () => {
    const none = {
      ...drift,
      from: null,
      reason: 'There is none.',
      baselines: { previous: second, week: null, report: null },
    };
    renderApp('/changes?since=week', serverWith(none));
    await screen.findByText('No scan from a week ago');
    expect(screen.getByRole('button', { name: 'Choose scans…' })).toBeDefined();
  });

  test('finds any two scans by their date, and compares them in the order of time', async () => {
    const server = serverWith(drift);
    const { user, path: address } = renderApp('/changes', server);
    await user.click(await screen.findByRole('button', { name: 'Choose scans…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose scans' }));
    server.on('GET /api/scans', () => json({ items: [second, first], total: 2 }));
    fireEvent.change(dialog.getByLabelText('On or before'), { target: { value: '2026-01-02' } });
    await waitFor(() => expect(server.requestsTo('/api/scans').at(-1)?.query.get('before')).toMatch(/^2026-01-0/));
    await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(4));
    const compare = dialog.getByRole('button', { name: 'Compare' });
    await user.click(dialog.getByRole('radio', { name: /^Later: Jan 2/ }));
    expect(dialog.getByText('Choose two different scans.')).toBeDefined();
    expect(compare.hasAttribute('disabled')).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /^Later: Jan 1/ }));
    await user.click(compare);
    await waitFor(() => expect(address()).toContain('from='));
    const search = new URLSearchParams(address().split('?')[1]);
    expect([search.get('from'), search.get('to')]).toEqual([first?.scanLogId, second?.scanLogId]);
  });

  test.each([`from=${fabrikam.id}_scan-one`, 'to=nonsense', 'since=ever'])(
    'says that there is no such scan for %s, and asks nothing of it',
    async (search) => {
      const server = serverWith(drift);
      const { user, path: address } = renderApp(`/changes?${search}`, server);
      await screen.findByText('No such scan');
      expect(server.requestsTo(path)).toHaveLength(0);
      expect(address()).toContain(search);
      await user.click(screen.getByRole('button', { name: 'Compare the last two scans' }));
      await screen.findByText('Nothing changed');
      expect(address()).not.toContain(search);
    },
  );

  test('says that there is no such scan where the server knows none', async () => {
    const server = serverWith(drift).on(`GET ${path}`, () => apiError('NOT_FOUND', 'There is no such completed scan.'));
    renderApp(`/changes?to=${contoso.id}_scan-gone`, server);
    await screen.findByText('No such scan');
  });

  test('puts what lets more in on top, with who did it, and shows each change once', async () => {
    const administrator = setting({
      dataset: 'roles',
      label: 'directory role assignments',
      objectId: 'active/direct/r/u',
      objectName: 'mallory@contoso.example: Global Administrator',
      path: [],
      scope: 'object',
      after: 'assignment: active; holder: user',
      attention: { weight: 'critical', title: 'New Global Administrator', kind: 'privileged-role' },
    });
    const failed = verdict({
      attention: { weight: 'high', title: 'High-severity check failed', kind: 'check-failing' },
    });
    renderApp(
      '/changes',
      serverWith({ ...drift, settings: [administrator, setting()], settingsTotal: 2, verdicts: [failed] }),
    );
    const table = await screen.findByRole('table', { name: 'Changes that need attention' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toMatch(/CRITICAL.*New Global Administrator.*mallory@.*dana@contoso.example/);
    expect(second?.textContent).toMatch(/HIGH.*High-severity check failed.*MFA for all users/);
    const settings = screen.getByRole('table', { name: 'Changed settings' });
    expect(within(settings).getAllByRole('row')).toHaveLength(2);
    expect(settings.textContent).not.toContain('mallory');
    expect(screen.queryByRole('table', { name: 'Changed checks' })).toBeNull();
  });

  test('says what is never compared', async () => {
    renderApp('/changes', serverWith(drift));
    await screen.findByText('Forwarding rules of mailboxes:');
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

  test('tells the score then and now, and what fewer checks mean for it', async () => {
    const later = { ...scan('three', 3, 67), coverage: { evaluated: 30, applicable: 44, percent: 68 } };
    renderApp('/changes', serverWith({ ...drift, to: later }));
    const group = within(await screen.findByRole('group', { name: 'Audit score then and now' }));
    expect(group.getByText('61/100')).toBeDefined();
    expect(group.getByText('67/100')).toBeDefined();
    expect(group.getByText('6 points better')).toBeDefined();
    expect(group.getByText('38 checks had a result in the earlier scan, 30 in the later one.')).toBeDefined();
  });

  test('compares no score with none', async () => {
    renderApp('/changes', serverWith(drift));
    const group = within(await screen.findByRole('group', { name: 'Audit score then and now' }));
    expect(group.getByText('No score')).toBeDefined();
    expect(group.getByText(/cannot be compared/)).toBeDefined();
  });

  test('lists new, resolved, open, accepted and unverified findings with their counts, each leading to it', async () => {
    const finding = (name: string, over: Partial<ComparedFinding> = {}): ComparedFinding => ({
      findingId: `${contoso.id}_f-${name}`,
      checkId: name,
      title: `Title of ${name}`,
      category: 'mfa',
      severity: 'high',
      affectedBefore: 3,
      affectedAfter: 5,
      ...over,
    });
    const findings: ComparedFindings = {
      added: [finding('a'), finding('b')],
      resolved: [finding('c', { affectedAfter: 0 })],
      stillOpen: [finding('d', { affectedBefore: 5 })],
      accepted: [],
      notVerified: [finding('e')],
    };
    const { user } = renderApp('/changes', serverWith({ ...drift, findings }));
    const card = within(await screen.findByRole('region', { name: 'Findings' }));
    expect(card.getByText('5 findings in the two scans')).toBeDefined();
    for (const name of ['New (2)', 'Resolved (1)', 'Still open (1)', 'Accepted (0)', 'Not verified (1)'])
      expect(card.getByRole('tab', { name })).toBeDefined();
    const link = card.getByRole('link', { name: 'Title of a' });
    expect(link.getAttribute('href')).toBe(`/findings?tenantId=${contoso.id}&finding=${contoso.id}_f-a`);
    await user.click(card.getByRole('tab', { name: 'Resolved (1)' }));
    await card.findByText('3 → 0');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await card.findByText('No finding is accepted as a risk.');
    expect(document.activeElement).toBe(card.getByRole('tab', { name: 'Accepted (0)' }));
  });
});
