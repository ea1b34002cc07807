import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { mfa } from '../../testing/approvals.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const audit = {
  tenantId: contoso.id,
  tenantName: contoso.name,
  auditTimestamp: '2026-01-02T03:04:00.000Z',
  overallScore: null,
  overallStatus: null,
  overallStatusUnknownBecause: 'No check could be judged.',
  coverage: { evaluated: 0, applicable: 44, percent: 0 },
  criticalIssues: null,
  userCount: null,
  isSimulated: false,
  isSample: false,
  published: null,
  reason: 'Nothing could be judged.',
  trouble: null,
  categories: null,
  recommendations: [],
  datasets: [],
};

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const comparisons = {
  lastReportAt: '2025-12-01T09:00:00.000Z',
  previousAuditAt: '2025-12-28T09:00:00.000Z',
  oldestAuditAt: '2025-10-01T09:00:00.000Z',
};
const comparisonsPath = `/api/tenant/${contoso.id}/report/comparisons`;
const pdfPath = `/api/tenant/${contoso.id}/report/pdf`;
const serverWith = (known: object) =>
  signedInServer('viewer')
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET ${comparisonsPath}`, () => json(known))
    .on(`GET ${pdfPath}`, () => apiError('UNAVAILABLE', 'Many reports are being made'));

test('the report is compared with the last report, unless a day is chosen', async () => {
  const server = serverWith(comparisons);
  const { user } = renderApp('/report', server);
  const since = await screen.findByLabelText('Show changes since');
  expect([...since.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Last report \(.*2025\)$/),
    expect.stringMatching(/^Previous audit \(.*2025\)$/),
    'A date I choose',
  ]);
  const download = screen.getByRole('button', { name: 'Download PDF' });
  await user.click(download);
  await waitFor(() => expect(server.requestsTo(pdfPath)).toHaveLength(1));
  expect(server.requestsTo(pdfPath)[0]?.query.get('compareWith')).toBeNull();
  await user.selectOptions(since, 'A date I choose');
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
  await screen.findByText('Choose a day');
  expect(server.requestsTo(pdfPath)).toHaveLength(1);
  fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '2025-11-15' } });
  await user.click(screen.getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(server.requestsTo(pdfPath)).toHaveLength(2));
  expect(server.requestsTo(pdfPath)[1]?.query.get('compareWith')).toBe('2025-11-15');
});

test('where no report was made the previous audit is chosen', async () => {
  renderApp('/report', serverWith({ ...comparisons, lastReportAt: null }));
  const since = await screen.findByLabelText<HTMLSelectElement>('Show changes since');
  expect(since.value).toBe('previous-audit');
});

test('the report of a first audit says that there is none to compare it with', async () => {
  renderApp('/report', serverWith({ lastReportAt: null, previousAuditAt: null, oldestAuditAt: null }));
  await screen.findByText('First audit: nothing to compare with yet.');
  expect(screen.queryByLabelText('Show changes since')).toBeNull();
});

test('an audit without a score shows a dash and the reason', async () => {
  renderApp(
    '/reports',
    signedInServer('viewer').on('GET /api/audit/sample', () => json(audit)),
  );
  const score = await screen.findByRole('group', { name: 'Score' });
  expect(score.textContent).toBe('Score—Nothing could be judged.');
  expect(screen.getByText('0 of 44 checks could be judged')).toBeDefined();
});

test('before the first scan there is nothing to save, and sample data are no report', async () => {
  const server = signedInServer().on('GET /api/audit/sample', () => json({ ...audit, isSample: true }));
  renderApp('/report', server);
  await screen.findByText('No reports yet');
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

test('a download that fails says why', async () => {
  const server = signedInServer('viewer')
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET /api/tenant/${contoso.id}/findings/download`, () => apiError('UNAVAILABLE', 'The store does not answer'));
  const { user } = renderApp('/report', server);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await screen.findByText('Download Failed');
  expect(screen.getByText('The store does not answer')).toBeDefined();
});

test('a technician asks for a report to be published', async () => {
  const server = signedInServer('technician')
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET ${comparisonsPath}`, () => json(comparisons))
    .on('POST /api/approvals', () =>
      json({ ...mfa, type: 'audit_publish', title: 'Publish the report of 2026-01-02' }),
    );
  const { user } = renderApp('/report', server);
  await user.click(await screen.findByRole('button', { name: 'Request publication' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'The customer waits for it');
  await user.click(screen.getByRole('button', { name: 'Send request', hidden: true }));
  await screen.findByText('Approval Requested');
  expect(server.requestsTo('/api/approvals')[0]?.body).toMatchObject({
    type: 'audit_publish',
    tenantId: contoso.id,
    reason: 'The customer waits for it',
  });
});

test('a report that is published says when and by whom, and is not asked for again', async () => {
  const published = { at: '2026-01-03T03:04:00.000Z', by: 'Ada Lovelace' };
  const server = signedInServer('technician')
    .on('GET /api/audit/sample', () => json({ ...audit, published }))
    .on(`GET ${comparisonsPath}`, () => json(comparisons));
  renderApp('/report', server);
  await screen.findByText(/^Approved by Ada Lovelace on Jan 3, 2026/);
  expect(screen.queryByRole('button', { name: 'Request publication' })).toBeNull();
});
