import type { ScanRun } from '@tenantry/contract/scan-runs';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { PlannedScans } from '@tenantry/contract/tenant-schedules';
import type { ApiSession } from '../local/stack/api-session.ts';
import { chooseTenant, clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak, good } = demonstration;

async function scan(api: ApiSession, tenantId: string): Promise<string> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
  return scanLogId;
}

type Simulated = { now(): { ports: { simulator: number | null } } };

async function change(stack: Simulated, change: object, tenantId: string = weak.id): Promise<void> {
  const url = `http://127.0.0.1:${stack.now().ports.simulator}/control/changes`;
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ tenantId, change, by: { user: 4 } }),
  });
  expect(answer.status).toBe(204);
}

/** Scans of the weak tenant, in their order, for the tests that follow. */
const scans: string[] = [];

test('a new Global Administrator stands on top of what changed, with who did it', { tag: '@changes' }, async ({
  page,
  api,
  stack,
}) => {
  scans.push(await scan(api, weak.id));
  await change(stack, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } });
  await change(stack, { kind: 'role', role: 'Global Administrator', user: 200 });
  scans.push(await scan(api, weak.id));
  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  const first = page.getByRole('table', { name: 'Changes that need attention' }).getByRole('row').nth(1);
  await expect(first).toContainText('New Global Administrator');
  await expect(first).toContainText('Add member to role');
  await expect(page.getByText('Forwarding rules of mailboxes:')).toBeVisible();
});

test('Changes compares with the last report or any scan by an address of its own, and Back returns', {
  tag: '@changes',
}, async ({ page, api }) => {
  await page.request.get(`/api/tenant/${weak.id}/report/pdf`).then((answer) => expect(answer.ok()).toBe(true));
  scans.push(await scan(api, weak.id));
  scans.push(await scan(api, weak.id));
  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(page.getByText('Nothing changed')).toBeVisible();

  await page.getByRole('button', { name: /^Last report, / }).click();
  await expect(page).toHaveURL(/[?&]since=report/);
  await expect(page.getByRole('button', { name: /^Last report, /, pressed: true })).toBeVisible();

  await page.getByRole('button', { name: 'Choose scans…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose scans' });
  await dialog
    .getByRole('radio', { name: /^Earlier: / })
    .last()
    .check();
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]from=.*&to=/);
  await expect(page.getByText('New Global Administrator', { exact: true })).toBeVisible();
  const shared = page.url();

  await page.goBack();
  await expect(page).toHaveURL(/[?&]since=report/);
  await page.goto(shared);
  await expect(page.getByText('New Global Administrator', { exact: true })).toBeVisible();
});

test('an address with a scan of another tenant says so and compares nothing', { tag: '@changes' }, async ({
  page,
  api,
}) => {
  const foreign = await scan(api, good.id);
  await chooseTenant(page, weak.name);
  await page.goto(`/changes?tenantId=${weak.id}&from=${foreign}`);
  await expect(page.getByRole('heading', { name: 'No such scan' })).toBeVisible();
  await page.goto(`/changes?tenantId=${weak.id}&to=${weak.id}_scan-none`);
  await expect(page.getByRole('heading', { name: 'No such scan' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare the last two scans' }).click();
  await expect(page.getByText('Nothing changed')).toBeVisible();
});

test('a bulk scan says what it found, for each tenant and in total', { tag: '@scan-runs' }, async ({
  page,
  api,
  stack,
}) => {
  // Whatever other files did to it, its settings are sound at the scan before the run, and one of them is not at the run.
  const invitedBy = (allowInvitesFrom: string) =>
    change(stack, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom } }, good.id);
  await invitedBy('adminsAndGuestInviters');
  await scan(api, good.id);
  await invitedBy('everyone');
  const { runId } = await api.post<ScanRun>('/api/admin/scan/run', { tenantIds: [weak.id, good.id] });
  const run = () => api.get<ScanRun>(`/api/admin/scan/run/${runId}`);
  await expect.poll(async () => (await run()).state).toBe('ended');
  await invitedBy('adminsAndGuestInviters');
  const newFindings = (await run()).outcome?.newFindings ?? 0;
  expect(newFindings).toBeGreaterThan(0);
  await page.goto(`/admin/scan-runs/${runId}`);
  await expect(page.getByText('Finished', { exact: true })).toBeVisible();
  const found = page.getByRole('region', { name: 'What the run found' });
  await expect(found.getByRole('group', { name: 'New findings' }).getByRole('paragraph')).toHaveText(`${newFindings}`);
  await expect(found.getByRole('group', { name: 'Average score' })).toContainText('→');
  const row = page.getByRole('table', { name: 'Scans of the run' }).getByRole('row').filter({ hasText: weak.name });
  await expect(row).toContainText('→');
  await page.getByRole('link', { name: 'All bulk scans' }).click();
  await expect(page.getByRole('table', { name: 'Bulk scans' }).getByRole('row').nth(1)).toContainText('→');
});

test('several tenants are scheduled in one dialog, in a time zone that is searched for', { tag: '@schedules' }, async ({
  page,
  api,
}) => {
  await page.goto('/admin/tenants');
  for (const { name } of [weak, good]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Schedule selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule 2 tenants' });
  await dialog.getByLabel('Automatic scans').selectOption('Daily');
  const zone = dialog.getByLabel('Time zone');
  await zone.fill('utc+5:30');
  await expect(page.getByRole('option', { name: /UTC\+05:30/ }).first()).toBeVisible();
  await zone.fill('berlin');
  await zone.press('Enter');
  await expect(zone).toHaveValue(/^Berlin \(Europe\/Berlin, UTC\+0[12]:00\)$/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname);
  });
  await clickTwice(dialog.getByRole('button', { name: 'Save' }));
  await expect(page.getByText(/^2 tenants changed\. Every day at 02:00 \(Europe\/Berlin\)\./)).toBeVisible();
  expect(sent).toEqual(['/api/admin/schedules']);
  for (const { id } of [weak, good]) {
    const { schedule } = await api.get<PlannedScans>(`/api/admin/tenants/${id}/schedule`);
    expect(schedule).toEqual({ frequency: 'daily', hour: 2, timeZone: 'Europe/Berlin' });
  }
});
