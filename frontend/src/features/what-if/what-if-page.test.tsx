import type { Forecast, WhatIfDraftDetails, WhatIfStart } from '@tenantry/contract/what-if';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const at = '2026-03-01T00:00:00.000Z';
const scan = { id: `${contoso.id}_scan-1`, at };
const pilot = {
  id: 'p1',
  displayName: 'Pilot',
  state: 'enabledForReportingButNotEnforced',
  conditions: {
    clientAppTypes: ['all'],
    users: { includeUsers: ['All'] },
    applications: { includeApplications: ['All'] },
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
};
const start: WhatIfStart = {
  tenantId: contoso.id,
  scan,
  unavailable: null,
  policies: [pilot],
  users: [],
  groups: [],
  roles: [],
  locations: [],
  applications: [{ id: 'All', name: 'All resources' }],
  templates: [],
};
const account = {
  id: 'a1',
  name: 'Ada',
  upn: 'ada@contoso.example',
  isEmergency: true,
  roles: ['Global Administrator'],
  isSure: false,
  because: 'The members of a group that a policy names are not known: the scan did not read them.',
  when: ['device code flow'],
  policy: 'Pilot',
  hasMethod: false,
};
const forecast: Forecast = {
  scan,
  score: { before: 40, after: 52, points: 12.25 },
  findings: { closed: 2, opened: 0 },
  byRemedy: [{ id: 'require-mfa', title: 'Require MFA for every sign-in', closes: 2 }],
  verdicts: [],
  accounts: [
    { effect: 'blocked', count: 0, maybe: 1, withoutMethod: 1, listed: [account] },
    { effect: 'legacyBlocked', count: 3, maybe: 0, withoutMethod: 0, listed: [] },
    { effect: 'sessionLimited', count: 2, maybe: 0, withoutMethod: 1, listed: [] },
    { effect: 'mfa', count: 0, maybe: 0, withoutMethod: 0, listed: [] },
    { effect: 'phishingResistantMfa', count: 0, maybe: 0, withoutMethod: 0, listed: [] },
  ],
  lookedAt: 1,
  enabledAccounts: 1,
  notes: [],
  changes: ['"Pilot": State: report-only → on'],
};
const draft: WhatIfDraftDetails = {
  id: `${contoso.id}_wi-1`,
  tenantId: contoso.id,
  name: 'MFA for all',
  revision: 2,
  createdBy: 'Ada',
  createdAt: at,
  updatedAt: at,
  proposed: { approvalId: `${contoso.id}_a-1`, by: 'Ada', at, status: 'approved' },
  outcome: {
    state: 'differs',
    scanId: scan.id,
    at,
    count: 1,
    differences: [{ policy: 'Pilot', field: 'state', approved: 'enabled', found: 'disabled' }],
  },
  policies: [{ ...pilot, state: 'enabled' }],
  forecast,
  signIns: {
    log: {
      from: at,
      to: at,
      days: 7,
      firstAt: at,
      entries: 1,
      signIns: 1,
      accounts: 1,
      failedBefore: 0,
      folded: 0,
      notReplayed: 0,
      seesPolicies: true,
      keptUntil: at,
    },
    replayedAt: at,
    totals: {
      blocked: { accounts: 1, signIns: 21 },
      mayBeBlocked: { accounts: 0, signIns: 0 },
      asked: { accounts: 0, signIns: 0 },
      mayBeAsked: { accounts: 0, signIns: 0 },
      mayBeLimited: { accounts: 0, signIns: 0 },
      noLonger: { accounts: 0, signIns: 0 },
    },
    accounts: [],
    logged: { signIns: 1, interrupted: 0, blocked: 0, reportOnlyFailure: 0, reportOnlyInterrupted: 0 },
  },
};
const reading = {
  status: 'never',
  days: null,
  requestedBy: null,
  requestedAt: null,
  endedAt: null,
  read: null,
  reachedAt: null,
  error: null,
};

const server = (drafts: object[] = []) =>
  signedInServer('technician')
    .on('GET /api/what-if', () => json(start))
    .on('GET /api/what-if/drafts', () => json({ items: drafts }));

describe('the what-if page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('a viewer does not get to it', async () => {
    renderApp('/what-if', signedInServer('viewer'));
    await screen.findByText(/Access Denied/i);
  });

  test('sends the draft as it stands, and tells who would notice, with what is not known', async () => {
    const fake = server().on('POST /api/what-if/evaluate', () => json(forecast));
    renderApp('/what-if', fake);
    fireEvent.change(await screen.findByRole('combobox', { name: 'State of Pilot' }), { target: { value: 'enabled' } });
    expect(screen.getByText('Changed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
    const figures = within(await screen.findByRole('region', { name: 'Forecast in figures' }));
    expect(figures.getByText('40 → 52')).toBeTruthy();
    expect(figures.getByText('+12.3 points')).toBeTruthy();
    expect(figures.getByText('and perhaps 1 more; 3 with legacy clients')).toBeTruthy();
    const who = within(screen.getByRole('region', { name: 'Who would notice' }));
    expect(who.getByText('Newly blocked with legacy clients: 3 accounts')).toBeTruthy();
    expect(who.getByText('Session newly limited: 2 accounts')).toBeTruthy();
    expect(who.getByText('Break-glass')).toBeTruthy();
    expect(who.getByText('No MFA method')).toBeTruthy();
    expect(who.getByText(/^May be: The members of a group/)).toBeTruthy();
    expect(fake.requestsTo('/api/what-if/evaluate')[0]?.body).toMatchObject({
      tenantId: contoso.id,
      policies: [{ id: 'p1', state: 'enabled' }],
    });
  });

  test('says what is wrong with a draft where it is', async () => {
    const message = 'Policy 1 ("Pilot"): Set "state" to "enabled".';
    renderApp(
      '/what-if',
      server().on('POST /api/what-if/evaluate', () => apiError('INVALID_INPUT', message)),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show what changes' }));
    expect(await screen.findByText(/Set "state" to "enabled"/, undefined, { timeout: 8000 })).toBeTruthy();
  });

  test('says that there is nothing to begin with before the first scan', async () => {
    const none = { ...start, scan: null, policies: [], unavailable: 'No scan yet. Run a scan first.' };
    renderApp(
      '/what-if',
      server().on('GET /api/what-if', () => json(none)),
    );
    expect(await screen.findByText(/No scan yet/)).toBeTruthy();
  });

  test('saves on the revision that was opened, also where the list tells of a newer one by now', async () => {
    const open = { ...draft, proposed: null, outcome: null, forecast: null, signIns: null };
    const { policies: _, forecast: __, signIns: ___, ...listed } = open;
    const fake = server([{ ...listed, revision: 7 }])
      .on(`GET /api/what-if/drafts/${draft.id}`, () => json(open))
      .on(`PUT /api/what-if/drafts/${draft.id}`, () => apiError('CONFLICT', 'Somebody changed this draft meanwhile.'));
    renderApp(`/what-if?draft=${draft.id}`, fake);
    fireEvent.click(await screen.findByRole('button', { name: 'Save to MFA for all' }));
    expect(await screen.findByText('Somebody changed this draft meanwhile.')).toBeTruthy();
    expect(fake.requestsTo(`/api/what-if/drafts/${draft.id}`).find(({ body }) => body)?.body).toMatchObject({
      revision: 2,
    });
  });

  test('a draft whose approval was not made can be proposed again', async () => {
    const { policies: _, forecast: __, signIns: ___, ...listed } = draft;
    const unasked = { ...listed, outcome: null, proposed: { ...listed.proposed, status: 'unasked' } };
    renderApp('/what-if', server([unasked]));
    expect(await screen.findByText('Its approval was not made: propose it again')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Propose MFA for all' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Rename MFA for all' })).toBeNull();
  });

  test('a link leads to a draft with its forecast, and the list says what differs from what was approved', async () => {
    const { policies: _, forecast: __, signIns: ___, ...listed } = draft;
    renderApp(
      `/what-if?draft=${draft.id}`,
      server([listed])
        .on(`GET /api/what-if/drafts/${draft.id}`, () => json(draft))
        .on(`GET /api/tenant/${contoso.id}/sign-in-log`, () => json({ reading, log: null })),
    );
    expect(await screen.findByRole('region', { name: 'Policies of MFA for all' })).toBeTruthy();
    expect(await screen.findByText('40 → 52')).toBeTruthy();
    expect(await screen.findByText('Blocked: 1 account, 21 sign-ins')).toBeTruthy();
    expect(await screen.findByText('Pilot, state: approved enabled, found disabled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete MFA for all' })).toBeNull();
  });
});
