import type { Affected } from '@tenantry/contract/verdicts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, groupOf, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';

describe('the details of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('a technician asks an administrator for a task that mends a finding', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer('technician')
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)))
      .on('POST /api/approvals', () => apiError('CONFLICT', 'An approval for this finding is pending already.'));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await user.click(await screen.findByRole('button', { name: 'Request approval', hidden: true }));
    await user.type(await screen.findByLabelText(/^Reason/), 'The customer wants it done');
    await user.click(screen.getByRole('button', { name: 'Send request', hidden: true }));
    await screen.findByText(/^An approval for this finding is pending already\./);
    expect(server.requestsTo('/api/approvals')[0]?.body).toMatchObject({
      type: 'task_assignment',
      tenantId: contoso.id,
      findingId: mfa.id,
      reason: 'The customer wants it done',
    });
  });

  test('a viewer reads findings and cannot change them', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer('viewer')
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'View Details: Title of mfa' }));
    await screen.findByText('No policy requires MFA');
    expect(screen.queryByRole('button', { name: /Check again|More actions/ })).toBeNull();
  });

  test('details tell evidence, the whole number of affected objects, and what became of it', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await screen.findByText('No policy requires MFA');
    expect(screen.getByText('Affected: 250 accounts')).toBeDefined();
    expect(screen.getByText('The first 1 of 250 are listed.')).toBeDefined();
    expect(
      within(screen.getByRole('region', { name: 'Impact', hidden: true })).getByText(detailsOf(mfa).impact ?? ''),
    ).toBeDefined();
    expect(screen.getByText(/^Reopened: resolved or accepted before/)).toBeDefined();
    expect(
      screen.getByRole('link', { name: 'https://learn.microsoft.com/entra', hidden: true }).getAttribute('rel'),
    ).toBe('noreferrer');
    expect(screen.queryByRole('link', { name: 'CIS 1.1.1', hidden: true })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'View Details: Title of mfa' })),
    );
  });

  test('details tell what the score would be once the work is done, and what else it closes, betters and opens', async () => {
    const mfa = finding(contoso, 'mfa');
    const check = (title: string) => ({ checkId: title, title, severity: 'low' as const });
    const gain = {
      score: 74,
      closes: [
        { ...check('Title of mfa'), isOther: false },
        { ...check('Guests without MFA'), isOther: true },
      ],
      improves: [check('Old clients')],
      opens: [check('Sessions that stay')],
    };
    const told = { score: 61, scoreUnknownBecause: null, gainUnknownBecause: null };
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)))
      .on('GET /api/findings/groups', () => json({ groups: [groupOf('require-mfa', [mfa], { gain })], ...told }));
    renderApp(`/findings?finding=${mfa.id}`, server);
    const done = within(await screen.findByRole('region', { name: 'Once this is done' }));
    expect(done.getByText(/audit score 61 to 74 \(\+12\.4 points\), closes 2 findings\.$/)).toBeDefined();
    const titles = (name: string) => done.getByRole('list', { name }).textContent;
    expect([
      titles('Closes, beside its own findings'),
      titles('Makes less severe'),
      titles('Is found then, and is not now'),
    ]).toEqual(['Guests without MFA', 'Old clients', 'Sessions that stay']);
  });

  const account = { roles: ['User Administrator'], licenses: [], lastSignIn: 'none', mfa: false };
  const unknown = { roles: null, licenses: null, lastSignIn: null, mfa: null };
  const withAffected = (affected: Affected[]) => {
    const mfa = finding(contoso, 'mfa', { affectedCount: affected.length });
    return signedInServer()
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json({ ...detailsOf(mfa), affected }));
  };

  test('tells of each affected account role, license, last sign-in and MFA, and what is not known', async () => {
    const server = withAffected([
      { type: 'user', id: 'a', name: 'ada@contoso.example', account },
      { type: 'user', id: 'b', name: 'bob@contoso.example', account: unknown },
    ]);
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const table = within(await screen.findByRole('table', { name: 'Affected accounts', hidden: true }));
    const cells = table.getAllByRole('row', { hidden: true }).map((row) =>
      within(row)
        .queryAllByRole('cell', { hidden: true })
        .map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      [],
      ['ada@contoso.example', 'User Administrator', 'None', 'None on record', 'Not registered'],
      ['bob@contoso.example', 'Not known', 'Not known', 'Not known', 'Not known'],
    ]);
    expect(screen.getByText('Affected: 2 accounts')).toBeDefined();
  });

  test('shows many affected accounts on demand', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      type: 'user' as const,
      id: `u${index}`,
      name: `user${index}`,
      account,
    }));
    const { user } = renderApp('/findings', withAffected(many));
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const table = within(await screen.findByRole('table', { name: 'Affected accounts', hidden: true }));
    expect(table.queryByText('user29')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 30', hidden: true }));
    expect(table.getByText('user29')).toBeDefined();
  });

  test('an alert comes with its users, its day and its link', async () => {
    const alert = { users: ['ada@contoso.example'], createdAt: null, url: 'https://security.microsoft.com/alerts/1' };
    const affected: Affected[] = [
      { type: 'setting', id: '1', name: 'Inbox rule', alert },
      { type: 'setting', id: '2', name: 'Spray', alert: { users: null, createdAt: null, url: null } },
    ];
    const { user } = renderApp('/findings', withAffected(affected));
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const link = await screen.findByRole('link', { name: 'Inbox rule', hidden: true });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([alert.url, 'noreferrer']);
    expect(screen.getByText('ada@contoso.example')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Spray', hidden: true })).toBeNull();
    expect(screen.getByText('Affected: 2 alerts')).toBeDefined();
  });
});
