import type { ExportJob } from '@tenantry/contract/exports';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const day = '2026-03-04';
const job = (change: Partial<ExportJob> = {}): ExportJob => ({
  jobId: '99999999-0000-4000-8000-000000000000',
  kind: 'database-json',
  status: 'running',
  requestedAt: `${day}T12:00:00.000Z`,
  table: 'findings',
  records: 12_000,
  bytes: 4_200_000,
  fileName: `database-export-${day}.json`,
  downloadUrl: null,
  linkExpiresAt: null,
  error: null,
  ...change,
});
const file = (type: string, name: string) =>
  new Response('{}', { headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` } });
const serverWith = (jobs: () => ExportJob[] = () => []) =>
  signedInServer().on('GET /api/admin/exports', () => json(jobs()));

const saved: string[] = [];
const followed: string[] = [];
beforeEach(() => {
  saved.length = 0;
  followed.length = 0;
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download === '') followed.push(this.href);
    else saved.push(this.download);
  });
});

describe('the page of the database export', () => {
  test('has two actions, and says what is in each and what is hidden', async () => {
    renderApp('/admin/export', serverWith());
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Panel - Database Export');
    const asJson = within(screen.getByRole('region', { name: 'JSON export' }));
    expect(
      asJson.getByText(/Tokens and client secrets read \[ENCRYPTED\], password hashes \[REDACTED\]/),
    ).toBeDefined();
    const asSql = within(screen.getByRole('region', { name: 'SQL export' }));
    expect(asSql.getByText(/Tenants, users, OAuth errors and Microsoft 365 users/)).toBeDefined();
  });

  test.each([
    ['Export as JSON', 'GET /api/admin/export-database', `database-export-${day}.json`],
    ['Export as SQL', 'GET /api/admin/export-sql', `database-export-${day}.sql`],
  ])('saves a small file at once: %s', async (button, call, name) => {
    const { user } = renderApp(
      '/admin/export',
      serverWith().on(call, () => file('application/json', name)),
    );
    await user.click(await screen.findByRole('button', { name: button }));
    await screen.findByText('Export Completed');
    expect(saved).toEqual([name]);
  });

  test.each([
    ['Export as JSON', 'GET /api/admin/export-database', 'Export failed: 500 Internal Server Error'],
    ['Export as SQL', 'GET /api/admin/export-sql', 'SQL export failed: 500 Internal Server Error'],
  ])('says with which status it failed: %s', async (button, call, title) => {
    const server = serverWith().on(call, () => apiError('INTERNAL', 'Something went wrong on our side.'));
    const { user } = renderApp('/admin/export', server);
    await user.click(await screen.findByRole('button', { name: button }));
    await screen.findByText(title);
    expect(screen.getByText('Something went wrong on our side.')).toBeDefined();
  });

  test('says the text of the status where the connection carries one', async () => {
    const failed = () => new Response('gone', { status: 502, statusText: 'Proxy Says No' });
    const { user } = renderApp('/admin/export', serverWith().on('GET /api/admin/export-database', failed));
    await user.click(await screen.findByRole('button', { name: 'Export as JSON' }));
    await screen.findByText('Export failed: 502 Proxy Says No');
  });

  test('shows how far a large one is, and then the link to its file and when that ends', async () => {
    let jobs: ExportJob[] = [];
    const server = serverWith(() => jobs).on('GET /api/admin/export-database', () => json(job(), 202));
    const { user } = renderApp('/admin/export', server);
    const start = await screen.findByRole('button', { name: 'Export as JSON' });
    expect(screen.queryByRole('list', { name: 'Your exports' })).toBeNull();
    jobs = [job()];
    await user.click(start);
    await screen.findByText('Export Started');
    await screen.findByText('Writing findings: 12,000 records, 4.2 MB so far');
    expect(saved).toEqual([]);
    const downloadUrl = `/api/admin/exports/${job().jobId}/download`;
    jobs = [job({ status: 'completed', table: null, downloadUrl, linkExpiresAt: `${day}T12:15:00.000Z` })];
    await screen.findByRole('button', { name: `Download database-export-${day}.json` }, { timeout: 5000 });
    expect(screen.getByText(/The link ends at/)).toBeDefined();
  });

  test('asks who is there before it hands out the file of a large one, and then saves it', async () => {
    const downloadUrl = `/api/admin/exports/${job().jobId}/download`;
    const completed = job({ status: 'completed', table: null, downloadUrl, linkExpiresAt: `${day}T12:15:00.000Z` });
    const url = 'https://storage.example/exports/1?signed';
    let isProven = false;
    const server = serverWith(() => [completed])
      .on(`GET ${downloadUrl}`, () =>
        isProven ? json({ url }) : apiError('STEP_UP_REQUIRED', 'Confirm who you are, then try again.'),
      )
      .on('GET /api/auth/step-up', () => json({ password: true, code: false, microsoft: false }))
      .on('POST /api/auth/step-up', () => {
        isProven = true;
        return json({ success: true });
      });
    const { user } = renderApp('/admin/export', server);
    await user.click(await screen.findByRole('button', { name: `Download ${completed.fileName}` }));
    const asked = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.type(await asked.findByLabelText('Password'), 'right');
    expect(followed).toEqual([]);
    await user.click(asked.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(followed).toEqual([url]));
  });

  test('says why the file of a large one could not be had', async () => {
    const downloadUrl = `/api/admin/exports/${job().jobId}/download`;
    const completed = job({ status: 'completed', table: null, downloadUrl, linkExpiresAt: `${day}T12:15:00.000Z` });
    const server = serverWith(() => [completed]).on(`GET ${downloadUrl}`, () =>
      apiError('NOT_FOUND', 'There is no such export, or its link has ended. Start the export again.'),
    );
    const { user } = renderApp('/admin/export', server);
    await user.click(await screen.findByRole('button', { name: `Download ${completed.fileName}` }));
    await screen.findByText('Download Failed');
    expect(screen.getByText(/its link has ended/)).toBeDefined();
  });

  test('says why one failed, and nothing of the exports of other pages', async () => {
    const failed = job({ status: 'failed', error: 'The file could not be written.' });
    const other = job({
      jobId: '88888888-0000-4000-8000-000000000000',
      kind: 'audit-trail-csv',
      fileName: 'audit-trail.csv',
    });
    renderApp(
      '/admin/export',
      serverWith(() => [failed, other]),
    );
    const list = within(await screen.findByRole('list', { name: 'Your exports' }));
    await waitFor(() => expect(list.getByText('The file could not be written.')).toBeDefined());
    expect(list.queryByText('audit-trail.csv')).toBeNull();
  });
});
