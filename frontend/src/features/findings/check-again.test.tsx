import type { FindingDetails, FindingWork, ListedFinding } from '@tenantry/contract/findings';
import type { Recheck } from '@tenantry/contract/rechecks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatDateTime } from '../../lib/format.ts';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf, noWork } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const mfa = finding(contoso, 'mfa');
const path = `/api/findings/${mfa.id}`;
const asked = {
  id: 'recheck-1',
  requestedBy: 'Dana Doe',
  requestedAt: '2026-02-01T12:00:00.000Z',
  endedAt: null,
  outcome: null,
  message: null,
} as const;
const running: Recheck = { ...asked, state: 'running' };
const ended = (outcome: NonNullable<Recheck['outcome']>, message: string) => ({
  ...asked,
  state: 'ended' as const,
  endedAt: '2026-02-01T12:00:02.000Z',
  outcome,
  message,
  result: {
    checkedAt: '2026-02-01T12:00:01.000Z',
    requestedBy: 'Dana Doe',
    verdictStatus: outcome === 'passed' ? ('pass' as const) : ('fail' as const),
    message,
    recommendation: '',
    evidence: [],
    affected: [],
    affectedCount: 0,
    changes: null,
    checks: [],
    datasets: ['conditionalAccessPolicies'],
    graphCalls: 2,
  },
});

/** Holds one finding, as the API would; `details` is what it knows of it now. */
function serverWith(first: ListedFinding, role: 'admin' | 'technician' = 'technician') {
  const state = { listed: first, details: detailsOf(first) as FindingDetails };
  const server = signedInServer(role)
    .on('GET /api/graph/findings', () => json(listOf([state.listed])))
    .on(`GET ${path}`, () => json(state.details));
  return { server, state };
}

describe('the check of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is looked at again from the list, and the finding is resolved where it passes', async () => {
    const { server, state } = serverWith(mfa);
    server.on(`POST ${path}/recheck`, () => {
      state.details = { ...state.details, recheck: { ...running, result: null } };
      return json(state.details, 202);
    });
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'Check again: Title of mfa' }));
    const button = screen.getByRole('button', { name: 'Check again: Title of mfa' });
    await waitFor(() => expect(button.textContent).toBe('Checking…'));
    state.listed = { ...mfa, status: 'resolved' };
    state.details = { ...detailsOf(state.listed), recheck: ended('passed', 'Every sign-in needs MFA.') };
    await screen.findByText('The check passes');
    const card = screen.getByRole('article', { name: 'Title of mfa' });
    await within(card).findByText('Resolved');
    expect(server.requestsTo(`${path}/recheck`)).toHaveLength(1);
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: /View Details/ }));
  });

  test('that still fails says what it found and what was read for it', async () => {
    const { server, state } = serverWith(mfa);
    server.on(`POST ${path}/recheck`, () => {
      state.details = { ...state.details, recheck: ended('stillFails', '2 accounts are excluded.') };
      return json(state.details);
    });
    const { user } = renderApp(`/findings?finding=${mfa.id}`, server);
    await user.click(await screen.findByRole('button', { name: 'Check again' }));
    const part = within(await screen.findByRole('region', { name: 'The check still fails' }));
    expect(part.getByText('2 accounts are excluded.')).toBeDefined();
    expect(part.getByText(/2 requests to Microsoft Graph/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Check again' })).toBeDefined();
  });

  test('that could not be begun says why', async () => {
    const { server } = serverWith(mfa);
    server.on(`POST ${path}/recheck`, () => apiError('CONFLICT', 'The connection of Contoso is lost.'));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'Check again: Title of mfa' }));
    await screen.findByText('The check could not be made');
    expect(screen.getByText('The connection of Contoso is lost.')).toBeDefined();
  });

  test('can be looked at where the finding was resolved by hand, and not where a scan agrees', async () => {
    const byHand = { ...mfa, status: 'resolved', isVerified: false } as const;
    const { server, state } = serverWith(byHand);
    const { unmount } = renderApp('/findings', server);
    const card = within(await screen.findByRole('article', { name: 'Title of mfa' }));
    expect(card.getByText('Resolved by hand, not verified')).toBeDefined();
    expect(card.getByRole('button', { name: /^Check again/ })).toBeDefined();
    unmount();
    state.listed = { ...byHand, isVerified: true };
    renderApp('/findings?severity=critical', server);
    const again = within(await screen.findByRole('article', { name: 'Title of mfa' }));
    await again.findByText('Resolved');
    expect(again.queryByRole('button', { name: /^Check again/ })).toBeNull();
  });
});

const since = '2026-01-05T12:00:00.000Z';
const pending: FindingWork = {
  ...noWork,
  approval: { id: `${contoso.id}_a-mfa`, status: 'pending', since },
  task: { id: `${contoso.id}_task-1`, title: 'Require MFA', status: 'in_progress' },
};

describe('the work of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is told where the finding is read, with the way to decide, and nobody is asked to ask again', async () => {
    const { server } = serverWith({ ...mfa, work: pending }, 'admin');
    renderApp(`/findings?finding=${mfa.id}`, server);
    const work = within(await screen.findByRole('region', { name: 'Work' }));
    expect(work.getByText(new RegExp(`^Approval pending since ${formatDateTime(since)}\\.`))).toBeDefined();
    expect(work.getByRole('link', { name: 'Decide' }).getAttribute('href')).toBe(
      `/admin/approvals/${contoso.id}_a-mfa`,
    );
    expect(work.getByRole('link', { name: 'Require MFA' }).getAttribute('href')).toBe(
      `/tasks?tenantId=${contoso.id}&task=${contoso.id}_task-1`,
    );
    await screen.findByRole('button', { name: 'Start work' });
    expect(screen.queryByRole('button', { name: /^(Request approval|Create task)$/ })).toBeNull();
  });

  test('says to a technician who decides, and stands in the list too', async () => {
    const { server } = serverWith({ ...mfa, work: pending });
    const { user } = renderApp('/findings', server);
    const card = within(await screen.findByRole('article', { name: 'Title of mfa' }));
    expect(card.getByText(/^Approval pending since Jan 5, 2026/)).toBeDefined();
    expect(card.getByText('Task: In Progress')).toBeDefined();
    await user.click(card.getByRole('button', { name: /^View Details/ }));
    const work = within(await screen.findByRole('region', { name: 'Work' }));
    expect(work.getByText(/An administrator decides\.$/)).toBeDefined();
    expect(work.queryByRole('link', { name: 'Decide' })).toBeNull();
  });

  test('that nobody was asked for is asked for here', async () => {
    const { server } = serverWith(mfa);
    renderApp(`/findings?finding=${mfa.id}`, server);
    await screen.findByRole('button', { name: 'Request approval' });
    expect(screen.queryByRole('region', { name: 'Work' })).toBeNull();
  });
});
