import { readFile } from 'node:fs/promises';
import { administrator } from '../local/stack/api-session.ts';
import { chooseTenant, clickTwice, demonstration, expect, scanHere, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial' });

test('an administrator scans a tenant and reads its findings with their evidence', {
  tag: ['@scans', '@findings'],
}, async ({ page }) => {
  await chooseTenant(page, demonstration.weak.name);
  await scanHere(page);
  await expect(page).toHaveURL(/\/findings/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^View Details: / })
    .first()
    .click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(details.getByRole('heading', { name: 'Recommendation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
});

test('a finding is resolved once, however often the button is pressed', { tag: '@findings' }, async ({ page }) => {
  await chooseTenant(page, demonstration.weak.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url());
  });
  const resolved = async () => {
    const headers = { 'x-tenant-id': demonstration.weak.id };
    const answer = await page.request.get('/api/graph/findings?limit=1', { headers });
    return ((await answer.json()) as { summary: { resolved: number } }).summary.resolved;
  };
  const before = await resolved();
  await page
    .getByRole('button', { name: /^More actions: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve this finding' });
  await dialog.getByLabel('Reason').fill('The policy is on since today');
  await clickTwice(dialog.getByRole('button', { name: 'Resolve' }));
  await expect.poll(resolved).toBe(before + 1);
  expect(changes).toHaveLength(1);
});

test('the audit shows the score with its coverage, six categories and what to do', { tag: '@audits' }, async ({
  page,
}) => {
  await chooseTenant(page, demonstration.weak.name);
  await page.getByRole('link', { name: 'M365 Audit' }).click();
  await expect(page.getByText(/^\d+\/100, \d+ of \d+ checks$/)).toBeVisible();
  await expect(page.getByText('Simulated Data')).toBeVisible();
  for (const name of [
    'Multi-factor authentication',
    'Conditional Access',
    'Mail flow',
    'External sharing',
    'Sign-in risk',
  ]) {
    await expect(page.getByText(name).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Recommendations' })).toBeVisible();
});

test('the dashboard shows scores, risks and freshness of the selected tenant', { tag: '@dashboard' }, async ({
  page,
}) => {
  await chooseTenant(page, demonstration.weak.name);
  // Each scan held the tenant's tasks against what it found.
  for (const kind of ['Audit Run', 'Task Sync']) {
    await expect(page.getByRole('group', { name: kind })).toContainText('Up to date');
  }
  await expect(page.getByRole('heading', { name: 'Microsoft Secure Score' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administrators without MFA' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unaudited mailboxes' })).toBeVisible();
});

test('the report and the findings are downloaded under their names', { tag: '@reports' }, async ({ page }) => {
  await chooseTenant(page, demonstration.weak.name);
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Generate PDF Report' }).click();
  const pdf = await report;
  expect(pdf.suggestedFilename()).toBe(`Report_${demonstration.weak.name}.pdf`);
  const bytes = await readFile(await pdf.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(50_000);
  await page.getByRole('link', { name: 'Reports' }).click();
  for (const [name, type] of [
    [/CSV/, 'csv'],
    [/JSON/, 'json'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Findings_${demonstration.weak.name}.${type}`);
    const text = await readFile(await file.path(), 'utf8');
    if (type === 'csv') expect(text.split('\r\n').length).toBeGreaterThan(10);
    else expect(JSON.parse(text).findings.length).toBeGreaterThan(10);
  }
});

test('sign-in, choosing a tenant and a scan need the keyboard alone', {
  tag: ['@auth', '@overview', '@scans'],
}, async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/login');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const tabTo = async (name: RegExp | string, role: 'button' | 'link' | 'textbox' = 'button') => {
    const target = page.getByRole(role, { name }).first();
    await target.waitFor();
    for (let steps = 0; steps < 60; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached by Tab`);
  };
  await tabTo('Username or email', 'textbox');
  await page.keyboard.type(administrator.username);
  await press('Tab');
  await page.keyboard.type(administrator.password);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
  await tabTo(/^Tenant: /);
  await press('Enter');
  const good = page.getByRole('menuitemradio', { name: demonstration.good.name });
  await good.waitFor();
  for (let steps = 0; steps < 12; steps += 1) {
    if (await good.evaluate((element) => element === document.activeElement)) break;
    await press('ArrowDown');
  }
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'System Health Dashboard' })).toBeVisible();
  await tabTo('Scan Internal Policies', 'link');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Scan Internal Policies' })).toBeVisible();
  await tabTo('Start Scan');
  await press('Enter');
  await expect(page.getByText('Scan completed. Taking you to the findings…')).toBeVisible({ timeout: 45_000 });
});

test('an administrator sees whether the installation is ready, checks it now, and is led to what is missing', {
  tag: '@health',
}, async ({ page }) => {
  await page.getByRole('link', { name: 'System Health' }).click();
  const readiness = page.getByRole('region', { name: 'Readiness' });
  await clickTwice(readiness.getByRole('button', { name: 'Check now' }));
  const services = page.getByRole('table', { name: 'Services' });
  for (const name of ['Records', 'Tables', 'Files', 'Queues', 'Vault', 'Microsoft sign-in', 'Microsoft Graph']) {
    await expect(services.getByRole('row', { name: new RegExp(`^${name}.*Responding`) })).toBeVisible();
  }
  const second = readiness.getByRole('listitem').filter({ hasText: 'A second administrator' });
  await second.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL('/admin/users');
});
