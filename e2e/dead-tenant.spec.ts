import type { Page } from '@playwright/test';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { ApiSession } from '../local/stack/api-session.ts';
import { demonstration, expect, test } from './signed-in-test.ts';

const { good } = demonstration;
const failing = /^Scan failing since /;

async function scanOnce(api: ApiSession): Promise<Scan['status']> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: good.id });
  const status = async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status;
  await expect.poll(status).toMatch(/completed|failed/);
  return status();
}

/** Pages that show figures of the tenant, with the part of them that said that all is well, and its words. */
const claims: readonly [path: string, part: string, role: 'group' | 'region', healthy: readonly string[]][] = [
  [`/dashboard?tenantId=${good.id}`, 'Audit Run', 'group', ['Up to date']],
  [`/dashboard?tenantId=${good.id}`, 'Security audit', 'region', ['Pass']],
  [`/audit?tenantId=${good.id}`, 'Overall score', 'region', ['No critical issues']],
  [`/scan?tenantId=${good.id}`, 'Last Scan', 'group', []],
  [`/report?tenantId=${good.id}`, 'Last audit', 'region', []],
];

async function openAndWait(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(ready, { exact: true }).first()).toBeVisible();
}

test('a tenant whose consent was withdrawn is well nowhere, until Retry finds the consent back', {
  tag: ['@dashboard', '@overview', '@connections'],
}, async ({ page, stack, api }) => {
  test.setTimeout(180_000);
  const consent = async (to: 'withdrawn' | 'granted') => {
    const answer = await fetch(`http://127.0.0.1:${stack.now().ports.simulator}/control/entra`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId: good.id, consent: to }),
    });
    expect(answer.ok).toBe(true);
  };
  const row = page
    .getByRole('region', { name: 'Tenant Health Overview' })
    .getByRole('listitem')
    .filter({ hasText: good.name });
  await expect(row).toContainText('OK');
  await consent('withdrawn');
  expect(await scanOnce(api)).toBe('failed');

  await test.step('the overview', async () => {
    await page.reload();
    await expect(row).toContainText('Failing');
    await expect(row).toContainText('Scan failing since ');
    await expect(row).toContainText('consent was withdrawn');
    await expect(row.getByText('OK', { exact: true })).toHaveCount(0);
    await expect(row.getByRole('button', { name: `Retry the scan of ${good.name}` })).toBeVisible();
    const health = page.getByRole('region', { name: 'System Health Summary' });
    await expect(health.getByText('Healthy Tenants').locator('xpath=ancestor::div[1]')).toContainText('0');
  });
  for (const [path, part, role, healthy] of claims) {
    await test.step(`${path}: ${part}`, async () => {
      await page.goto(path);
      const shown = page.getByRole(role, { name: part, exact: true });
      await expect(shown).toBeVisible();
      await expect(page.getByText(failing).first()).toBeVisible();
      await expect(page.getByText(/Figures are from /).first()).toBeVisible();
      // The dashboard offers it twice: above the page, and on the card of the Graph status.
      await expect(page.getByRole('button', { name: `Retry the scan of ${good.name}` }).first()).toBeVisible();
      for (const word of healthy) await expect(shown.getByText(word, { exact: true })).toHaveCount(0);
    });
  }
  await test.step('the connection', async () => {
    await openAndWait(page, '/admin/tenants', good.name);
    const tenant = page.getByRole('row').filter({ hasText: good.name });
    await expect(page.getByText(/^Scan failing since /)).toBeVisible();
    await expect(tenant.getByText('Connected', { exact: true })).toHaveCount(0);
    await openAndWait(page, '/m365/credentials', 'Failing');
    const credential = page.getByRole('row').filter({ hasText: good.name });
    await expect(credential).toContainText('Scan failing since ');
    await expect(credential.getByText('Active', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Failing' })).toContainText('1');
  });
  await test.step('Retry', async () => {
    await consent('granted');
    await openAndWait(page, `/dashboard?tenantId=${good.id}`, 'Audit Run');
    // The card of the scan offers it, and that of the connection, whichever has loaded.
    await page
      .getByRole('button', { name: `Retry the scan of ${good.name}` })
      .first()
      .click();
    await expect(page.getByText('Scan completed')).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText(failing)).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Audit Run' })).toContainText('Up to date');
    await page.goto('/overview');
    await expect(row).toContainText('OK');
  });
});
