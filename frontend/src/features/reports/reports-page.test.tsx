import type { Role } from '@tenantry/contract/auth';
import type { GeneratedReport } from '@tenantry/contract/generated-reports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { mfa } from '../../testing/approvals.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { generatedReport, runningReport } from '../../testing/reports.ts';

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
  sources: null,
  incidents: null,
};

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const comparisons = {
  lastReportAt: '2025-12-01T09:00:00.000Z',
  previousAuditAt: '2025-12-28T09:00:00.000Z',
  oldestAuditAt: '2025-10-01T09:00:00.000Z',
};
const comparisonsPath = `/api/tenant/${contoso.id}/report/comparisons`;
const zonePath = `/api/tenant/${contoso.id}/report/time-zone`;
const listOf = (...items: GeneratedReport[]) => json({ items, total: items.length });
const made = (body: object = generatedReport(), status = 201) => json(body, status);

const server = (role: Role = 'technician', known: object = comparisons) =>
  signedInServer(role)
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET ${comparisonsPath}`, () => json(known))
    .on(`GET ${zonePath}`, () => json({ timeZone: null, inForce: 'Europe/Berlin' }))
    .on('GET /api/reports', () => listOf());

async function openDialog(used: FakeServer) {
  const app = renderApp('/report', used);
  await app.user.click(await screen.findByRole('button', { name: 'Generate report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate report' }));
  return { ...app, dialog, generate: () => fireEvent.click(dialog.getByText('Generate')) };
}
const bodies = (used: FakeServer) => used.requestsTo('/api/generate/pdf').map(({ body }) => body);

describe('generating a report', () => {
  test('compares it with the last report, unless something else is chosen', async () => {
    const used = server().on('POST /api/generate/pdf', () => made());
    const { dialog, generate } = await openDialog(used);
    const since = await dialog.findByLabelText('Show changes since');
    expect([...since.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Last report \(.*2025\)$/),
      expect.stringMatching(/^Previous audit \(.*2025\)$/),
      'A date I choose',
    ]);
    await dialog.findByText('Times in the report are in the time zone Europe/Berlin.');
    expect(dialog.getByLabelText<HTMLInputElement>(/^Short report/).checked).toBe(true);
    generate();
    await screen.findByText('Report ready');
    expect(bodies(used)).toEqual([{ tenantId: contoso.id, form: 'short' }]);
  });

  test('for the management, compared with a day, asks for the day first', async () => {
    const used = server().on('POST /api/generate/pdf', () => made(generatedReport({ form: 'summary' })));
    const { dialog, generate } = await openDialog(used);
    fireEvent.click(dialog.getByLabelText(/^Management summary/));
    fireEvent.change(await dialog.findByLabelText('Show changes since'), { target: { value: 'day' } });
    generate();
    await dialog.findByText('Choose a day');
    expect(bodies(used)).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Day/), { target: { value: '2025-11-15' } });
    generate();
    await screen.findByText('Management summary: Report_Contoso.pdf');
    expect(bodies(used)).toEqual([{ tenantId: contoso.id, form: 'summary', compareWith: '2025-11-15' }]);
  });

  test('twice at once makes one, shows its progress and says when it is ready', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server().on('POST /api/generate/pdf', () => waiting.promise);
    const { dialog } = await openDialog(used);
    const button = dialog.getByText('Generate');
    fireEvent.click(button);
    fireEvent.click(button);
    used.on('GET /api/reports', () => listOf(runningReport()));
    waiting.resolve(made(runningReport(), 202));
    const bar = await screen.findByRole('progressbar', { name: /^Progress: Full report of/ });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByText('40%: Writing page 12')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Generate report');
    used.on('GET /api/reports', () => listOf(generatedReport({ reportId: runningReport().reportId })));
    await screen.findByText('Report ready', {}, { timeout: 3000 });
    await screen.findByRole('button', { name: /^Download: Full report of/ });
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(bodies(used)).toHaveLength(1);
  });

  test('goes on while another page is looked at', async () => {
    const used = server().on('GET /api/reports', () => listOf(runningReport()));
    const { router } = renderApp('/report', used);
    await screen.findByText('40%: Writing page 12');
    await router.navigate('/profile');
    used.on('GET /api/reports', () => listOf(runningReport({ progress: 80, step: 'Writing page 24' })));
    await router.navigate(`/reports?tenantId=${contoso.id}`);
    await screen.findByText('80%: Writing page 24');
  });

  test('that is refused says why in the dialog', async () => {
    const message = 'You have two reports under way. Wait for one to end.';
    const used = server().on('POST /api/generate/pdf', () => apiError('TOO_MANY_ATTEMPTS', message));
    const { dialog, generate } = await openDialog(used);
    generate();
    await dialog.findByText(new RegExp(message));
  });

  test('is no business of viewers, who see and download what there is', async () => {
    const used = server('viewer').on('GET /api/reports', () => listOf(generatedReport()));
    renderApp('/report', used);
    await screen.findByRole('button', { name: /^Download: Full report of/ });
    expect(screen.getByText('Not published')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Generate report' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Request publication' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change time zone' })).toBeNull();
  });

  test('where no report was made compares with the previous audit', async () => {
    const { dialog } = await openDialog(server('technician', { ...comparisons, lastReportAt: null }));
    expect((await dialog.findByLabelText<HTMLSelectElement>('Show changes since')).value).toBe('previous-audit');
  });

  test('of a first audit says that there is none to compare it with', async () => {
    const none = { lastReportAt: null, previousAuditAt: null, oldestAuditAt: null };
    const { dialog } = await openDialog(server('technician', none));
    await dialog.findByText('First audit: nothing to compare with yet.');
    expect(dialog.queryByLabelText('Show changes since')).toBeNull();
  });
});

describe('the list of reports', () => {
  test('tells form, audit, score, size, who made it, and whether it is published', async () => {
    const published = { at: '2026-01-05T03:04:00.000Z', by: 'Ada Lovelace' };
    const old = generatedReport({
      reportId: `${contoso.id}_report-0`,
      form: 'summary',
      published,
      auditedAt: '2025-12-02T03:04:00.000Z',
      comparedWith: { basis: 'last-report', since: '2025-11-02T03:04:00.000Z' },
      score: null,
      isSimulated: true,
      url: null,
    });
    const used = server().on('GET /api/reports', () => listOf(generatedReport(), old));
    renderApp('/report', used);
    const table = within(await screen.findByRole('table', { name: 'Generated reports' }));
    const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(first).toMatch(/Full report.*Audit of Jan 2, 2026.*by tess.*61.*Ready.*245 KB.*Request publication/);
    expect(second).toMatch(/Management summary.*changes since Nov 2, 2025.*Simulated Data.*—.*no longer kept/);
    expect(second).toMatch(/Jan 5, 2026.*Approved by Ada Lovelace/);
    expect(table.getAllByRole('button', { name: /^Download/ })).toHaveLength(1);
    const [compare] = table.getAllByRole('link', { name: /^Compare the scan of the Full report/ });
    expect(compare?.getAttribute('href')).toBe(`/changes?tenantId=${contoso.id}&to=${contoso.id}_scan-1`);
  });

  test('is empty at first, and says who makes reports', async () => {
    const { unmount } = renderApp('/report', server());
    await screen.findByText('No report generated yet');
    await screen.findByText(/^Generate the first one/);
    unmount();
    renderApp('/report', server('viewer'));
    await screen.findByText(/^Technicians and administrators generate reports/);
  });

  test('that cannot be loaded says so', async () => {
    renderApp(
      '/report',
      server().on('GET /api/reports', () => apiError('UNAVAILABLE', 'The store does not answer')),
    );
    await screen.findByText('The reports could not be loaded');
  });

  test('tells why a report failed, and makes it again as it was asked for', async () => {
    const failed = generatedReport({
      form: 'summary',
      status: 'failed',
      error: 'The worker ran out of memory.',
      comparedWith: { basis: 'date', since: '2025-11-15T23:59:59.999Z' },
      url: null,
    });
    const used = server()
      .on('GET /api/reports', () => listOf(failed))
      .on('POST /api/generate/pdf', () => made());
    const { user } = renderApp('/report', used);
    await screen.findByText(/The worker ran out of memory/);
    await user.click(screen.getByRole('button', { name: /^Retry: Management summary/ }));
    await screen.findByText('Report ready');
    expect(bodies(used)).toEqual([{ tenantId: contoso.id, form: 'summary', compareWith: '2025-11-15' }]);
  });

  test('has a time zone that an administrator changes', async () => {
    const used = server('admin').on(`PUT ${zonePath}`, () => json({ timeZone: null, inForce: 'Asia/Tokyo' }));
    used.on(`GET ${zonePath}`, () => json({ timeZone: 'Europe/Berlin', inForce: 'Europe/Berlin' }));
    const { user } = renderApp('/report', used);
    await screen.findByText(/Times in reports: Europe\/Berlin/);
    await user.click(screen.getByRole('button', { name: 'Change time zone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Time zone of reports' }));
    fireEvent.click(dialog.getByLabelText('The default of the report settings'));
    fireEvent.click(dialog.getByText('Save'));
    await screen.findByText('Time zone saved');
    await screen.findByText(/Asia\/Tokyo \(default\)/);
    const sent = used.requestsTo(zonePath).filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([{ timeZone: null }]);
  });
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
  const used = signedInServer().on('GET /api/audit/sample', () => json({ ...audit, isSample: true }));
  renderApp('/report', used);
  await screen.findByText('No reports yet');
  expect(screen.queryByRole('button', { name: /Download|Generate/ })).toBeNull();
});

test('a download that fails says why', async () => {
  const used = signedInServer('viewer')
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET /api/tenant/${contoso.id}/findings/download`, () => apiError('UNAVAILABLE', 'The store does not answer'));
  const { user } = renderApp('/report', used);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await screen.findByText('Download Failed');
  expect(screen.getByText('The store does not answer')).toBeDefined();
});

test('a technician asks for a report to be published', async () => {
  const used = signedInServer('technician')
    .on('GET /api/audit/sample', () => json(audit))
    .on('GET /api/reports', () => listOf(generatedReport()))
    .on('POST /api/approvals', () =>
      json({ ...mfa, type: 'audit_publish', title: 'Publish the report of 2026-01-02' }),
    );
  const { user } = renderApp('/report', used);
  await user.click(await screen.findByRole('button', { name: 'Request publication' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'The customer waits for it');
  await user.click(screen.getByRole('button', { name: 'Send request', hidden: true }));
  await screen.findByText('Approval Requested');
  expect(used.requestsTo('/api/approvals')[0]?.body).toMatchObject({
    type: 'audit_publish',
    tenantId: contoso.id,
    reason: 'The customer waits for it',
  });
});

test('a report that is published says when and by whom, and is not asked for again', async () => {
  const published = { at: '2026-01-03T03:04:00.000Z', by: 'Ada Lovelace' };
  const used = signedInServer('technician')
    .on('GET /api/audit/sample', () => json({ ...audit, published }))
    .on('GET /api/reports', () => listOf(generatedReport({ published, isForClient: true })));
  renderApp('/report', used);
  await screen.findByText(/^Approved by Ada Lovelace on Jan 3, 2026/);
  expect(screen.queryByRole('button', { name: 'Request publication' })).toBeNull();
});

describe('a report that was made after its audit was published', () => {
  const published = { at: '2026-01-02T09:00:00.000Z', by: 'Ada Lovelace' };
  const later = generatedReport({ published });
  const publishedServer = (role: Role) => server(role).on('GET /api/audit/sample', () => json({ ...audit, published }));

  test('is given to the client by an administrator', async () => {
    let known = later;
    const used = publishedServer('admin')
      .on('GET /api/reports', () => listOf(known))
      .on(`POST /api/reports/${later.reportId}/release`, () => {
        known = { ...later, isForClient: true };
        return json(known);
      });
    const { user } = renderApp('/report', used);
    await user.click(await screen.findByRole('button', { name: /^Give to the client: Full report of / }));
    await screen.findByText('Approved by Ada Lovelace');
    expect(used.requestsTo(`/api/reports/${later.reportId}/release`)).toHaveLength(1);
  });

  test('is told to a technician as not theirs', async () => {
    renderApp(
      '/report',
      publishedServer('technician').on('GET /api/reports', () => listOf(later)),
    );
    await screen.findByText('Not given to the client');
    expect(screen.queryByRole('button', { name: /^Give to the client/ })).toBeNull();
  });
});
