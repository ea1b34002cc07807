import type { AuditCategory, ManagedAudit } from '@tenantry/contract/managed-audits';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/audits';
const passing: AuditCategory = { status: 'pass', message: '4 of 4 checks passed.', recommendations: [], score: 100 };
const audit = (change: Partial<ManagedAudit> = {}): ManagedAudit => ({
  id: `${contoso.id}_audit-a4f68925-0a4f-4872-8c61-159de659a001`,
  tenantId: contoso.id,
  tenantName: 'Contoso',
  overallStatus: 'fail',
  overallStatusUnknownBecause: null,
  overallScore: 41,
  criticalIssues: 3,
  createdAt: '2026-01-02T10:00:00.000Z',
  isSimulated: false,
  isLatest: true,
  data: {
    categories: {
      mfaStatus: { ...passing, status: 'fail', score: 12, recommendations: ['Require MFA for every administrator.'] },
      conditionalAccessPolicies: passing,
      secureScoreSummary: { ...passing, status: 'unknown', score: null, message: 'Nothing could be checked.' },
      mailFlowConfiguration: passing,
      externalSharingSettings: passing,
      loginAnomalies: { ...passing, status: 'warning', score: 60 },
    },
  },
  ...change,
});
const other = audit({
  id: `${fabrikam.id}_audit-0b8e7f7e-0a4f-4872-8c61-159de659a001`,
  tenantId: fabrikam.id,
  tenantName: 'Fabrikam',
  overallStatus: null,
  overallStatusUnknownBecause: 'Only 40% of the checks could be judged, and an overall status needs at least 60%.',
  overallScore: null,
  criticalIssues: 0,
  isLatest: false,
});
const serverWith = (...audits: ManagedAudit[]) =>
  signedInServer().on(`GET ${list}`, () => json({ items: audits, total: audits.length }));
const own = `${list}/${audit().id}`;

describe('the audits', () => {
  test('are listed with what tells them, how they were judged and how many there are', async () => {
    renderApp('/admin/audits', serverWith(audit(), other));
    const table = within(await screen.findByRole('table', { name: 'Audits' }));
    const [head, first, second] = table.getAllByRole('row').map((row) => row.textContent);
    expect(head).toContain('Audit IDTenantOverall statusScoreCritical issuesCreated');
    expect(first).toMatch(/^a4f68925…ContosoLatestFail41\/1003.*2026/);
    expect(second).toMatch(/^0b8e7f7e…FabrikamNot known—0/);
    expect(screen.getByText('2 total')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Panel - Audits');
  });

  test('show how many issues are critical in red, unless there are none', async () => {
    renderApp('/admin/audits', serverWith(audit(), other));
    const table = within(await screen.findByRole('table', { name: 'Audits' }));
    const [some, none] = ['3', '0'].map((count) => table.getByText(count).className);
    expect(some).not.toBe(none);
  });

  test('of which there are none say so', async () => {
    renderApp('/admin/audits', serverWith());
    await screen.findByText('No audits found');
    expect(screen.getByText('0 total')).toBeDefined();
  });

  test('are looked at in a dialog with a card for each category, named in words', async () => {
    const { user } = renderApp('/admin/audits', serverWith(audit(), other));
    await user.click(await screen.findByRole('button', { name: /^View details: Contoso/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Audit Details' }));
    for (const text of ['41/100', 'Contoso', '3']) expect(dialog.getAllByText(text).length).toBeGreaterThan(0);
    expect(dialog.getAllByRole('region', { hidden: true }).map((card) => card.getAttribute('aria-label'))).toEqual([
      'MFA Status',
      'Conditional Access Policies',
      'Secure Score Summary',
      'Mail Flow Configuration',
      'External Sharing Settings',
      'Login Anomalies',
    ]);
    const mfa = dialog.getByRole('region', { name: 'MFA Status', hidden: true }).textContent;
    expect(mfa).toMatch(/Fail.*Score: 12\/100.*Recommendations \(1\).*Require MFA for every administrator/);
    const score = dialog.getByRole('region', { name: 'Secure Score Summary', hidden: true }).textContent;
    expect(score).toMatch(/Not known.*Score: —.*Nothing could be checked/);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of which too little could be judged say why', async () => {
    const { user } = renderApp('/admin/audits', serverWith(other));
    await user.click(await screen.findByRole('button', { name: /^View details: Fabrikam/ }));
    await screen.findByText(/^Only 40% of the checks could be judged/);
  });

  test('are deleted after a question that says what becomes of the figures', async () => {
    let isThere = true;
    const server = signedInServer()
      .on(`GET ${list}`, () => json({ items: isThere ? [audit(), other] : [other], total: isThere ? 2 : 1 }))
      .on(`DELETE ${own}`, () => {
        isThere = false;
        return json({ success: true, latestAuditAt: '2026-01-01T10:00:00.000Z' });
      });
    const { user } = renderApp('/admin/audits', server);
    await user.click(await screen.findByRole('button', { name: /^Delete audit: Contoso/ }));
    expect(server.requestsTo(own)).toEqual([]);
    await screen.findByText(/fall back to the audit before. Findings stay as the last scan left them/);
    await user.click(screen.getByRole('button', { name: 'Delete audit', hidden: true }));
    await screen.findByText('Audit deleted successfully');
    await screen.findByText('1 total');
    expect(screen.queryByText('a4f68925…')).toBeNull();
  });

  test('that cannot be deleted say why', async () => {
    const message = 'The scan is still writing this audit. Try again in a moment.';
    const server = serverWith(audit()).on(`DELETE ${own}`, () => apiError('CONFLICT', message));
    const { user } = renderApp('/admin/audits', server);
    await user.click(await screen.findByRole('button', { name: /^Delete audit: Contoso/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete audit', hidden: true }));
    await screen.findByText('Failed to delete audit');
    expect(screen.getAllByText(new RegExp(message)).length).toBeGreaterThan(0);
  });

  test('are found by status and tenant, which stand in the address', async () => {
    const server = serverWith(audit());
    const { user, path } = renderApp(`/admin/audits?tenantId=${contoso.id}`, server);
    await screen.findByRole('table', { name: 'Audits' });
    await user.selectOptions(screen.getByLabelText('Overall status'), 'fail');
    await waitFor(() => expect(path()).toBe(`/admin/audits?tenantId=${contoso.id}&status=fail`));
    await waitFor(() =>
      expect(server.requestsTo(list).at(-1)?.query.toString()).toBe(`tenantId=${contoso.id}&status=fail`),
    );
  });

  test('that cannot be loaded can be tried again', async () => {
    let isBroken = true;
    const server = signedInServer().on(`GET ${list}`, () =>
      isBroken ? apiError('UNAVAILABLE', 'The database cannot be reached') : json({ items: [audit()], total: 1 }),
    );
    const { user } = renderApp('/admin/audits', server);
    await screen.findByText('HTTP 503:');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('a4f68925…');
  });
});
