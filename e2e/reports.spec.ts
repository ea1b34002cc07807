import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { GeneratedReport } from '@tenantry/contract/generated-reports';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;
const tag = '@reports';

const list = (page: Page) => page.getByRole('table', { name: 'Generated reports' });
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

async function openDialog(page: Page) {
  await page.goto(`/report?tenantId=${weak.id}`);
  await page.getByRole('button', { name: 'Generate report' }).click();
  return page.getByRole('dialog', { name: 'Generate report' });
}

/** Saves the report of the first row. */
async function saved(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download: / })
    .first()
    .click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** What the tests after it compare with. */
let short: Buffer;

test('a report is generated once however often it is asked for, and downloaded', { tag }, async ({ page }) => {
  const dialog = await openDialog(page);
  await expect(dialog.getByText('Times in the report are in the time zone UTC.')).toBeVisible();
  await clickTwice(dialog.getByRole('button', { name: 'Generate', exact: true }));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Ready', { timeout: 60_000 });
  await expect(rows(page).first()).toContainText(/Short report.*by ada/);
  const { name, bytes } = await saved(page);
  expect(name).toMatch(new RegExp(`^Report_${weak.name}_Short-report_\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  short = bytes;
});

test('a summary is made while another page is looked at, and the short report is still there as it was made', {
  tag,
}, async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: /^Management summary/ }).check();
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await page.goto('/overview');
  await page.goto(`/reports?tenantId=${weak.id}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(/Management summary/);
  await expect(rows(page).first()).toContainText('Ready', { timeout: 60_000 });
  const summary = await saved(page);
  expect(summary.bytes.equals(short)).toBe(false);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download: Short report/ }).click();
  expect((await readFile(await (await downloading).path())).equals(short)).toBe(true);
});

test('a report tells the changes since the last report or a chosen day', { tag }, async ({ page, api }) => {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: weak.id });
  await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
  const dialog = await openDialog(page);
  const since = dialog.getByLabel('Show changes since');
  await expect(since.locator('option')).toHaveText([/^Last report \(/, /^Previous audit \(/, 'A date I choose']);
  await since.selectOption('A date I choose');
  const generate = dialog.getByRole('button', { name: 'Generate', exact: true });
  await generate.click();
  await expect(dialog.getByText('Choose a day', { exact: true })).toBeVisible();
  await dialog.getByLabel(/^Day/).fill('2020-01-31');
  await generate.click();
  await expect(dialog.getByText('No earlier audit of that day or before is kept. Choose a later day.')).toBeVisible();
  await dialog.getByLabel(/^Day/).fill(new Date().toISOString().slice(0, 10));
  await generate.click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(/changes since/);
});

test('a report leads to the comparison of its scan, and that to each finding', { tag }, async ({ page, api }) => {
  const { items } = await api.get<{ items: GeneratedReport[] }>('/api/reports', weak.id);
  await page.goto(`/report?tenantId=${weak.id}`);
  await page
    .getByRole('link', { name: /^Compare the scan of the Short report/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`to=${items[0]?.scanLogId}`));
  await expect(page.getByRole('group', { name: 'Audit score then and now' })).toContainText('The score is the same.');
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByRole('tab', { name: /^Still open \(\d+\)$/ }).click();
  const link = findings.getByRole('table', { name: 'Still open findings' }).getByRole('link').first();
  const title = await link.textContent();
  await link.click();
  await expect(page.getByRole('dialog')).toContainText(title ?? 'no title');
});

test('a viewer sees and downloads reports, and generates none', { tag }, async ({ api, browser, stack }) => {
  const password = 'V1ewer!of-reports';
  await api.post('/api/admin/users', {
    username: 'rhea',
    email: 'rhea@msp.example',
    displayName: 'Rhea Viewer',
    password,
    role: 'viewer',
    tenantIds: [weak.id],
  });
  const context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username or email' }).fill('rhea');
  await page.getByRole('textbox', { name: /^Password/ }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Tenant: / })).toBeVisible();
  await page.goto(`/report?tenantId=${weak.id}`);
  await expect(rows(page)).toHaveCount(3);
  expect((await saved(page)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByRole('button', { name: 'Generate report' })).toHaveCount(0);
  await context.close();
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#7a1f5c"/></svg>';

test('name, color and logo of the provider show in the settings, and a file that is no picture is refused', {
  tag: ['@reports', '@settings'],
}, async ({ page }) => {
  await page.goto('/admin/settings');
  const card = page.getByRole('region', { name: 'Reports', exact: true });
  await card.getByRole('button', { name: 'Edit report settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit report settings' });
  await dialog.getByLabel('Organization name').fill('Northwind Managed Services');
  await dialog.getByRole('textbox', { name: 'Color', exact: true }).fill('#7a1f5c');
  const choose = (content: string) =>
    dialog
      .getByLabel('Logo file')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(content) });
  await choose('this is no picture');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/\w/);
  await expect(dialog.getByLabel('Organization name')).toHaveValue('Northwind Managed Services');
  await choose(svg);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Prepared by Northwind Managed Services');
  await expect(card).toContainText('200 × 60 pixels');
  const logo = card.getByRole('img', { name: 'Logo' });
  await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});
