import type { TenantTotals } from '@tenantry/contract/tenant-summaries';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

const { weak, good, unlicensed } = demonstration;
type Summaries = { items: { tenantId: string; topReason: { text: string } | null }[]; summary: TenantTotals };

test('the overview says which tenants need somebody, and why, and finds them by search and filters', {
  tag: '@overview',
}, async ({ page, api }) => {
  const list = page.getByRole('region', { name: 'Tenant Health Overview' });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(weak.name);
  await expect(rows.first()).toContainText('Critical');
  const { items, summary } = await api.get<Summaries>('/api/admin/tenant-summaries');
  const reasonOf = (id: string) => items.find(({ tenantId }) => tenantId === id)?.topReason?.text ?? 'no reason';
  await expect(rows.first()).toContainText(reasonOf(weak.id));
  await expect(rows.first()).toContainText('7-day change unknown. First audited less than 7 days ago.');
  await expect(rows.first()).toContainText(/open high-severity Microsoft alerts?/);
  await expect(rows.last()).toContainText(good.name);
  await expect(rows.filter({ hasText: unlicensed.name })).toContainText(reasonOf(unlicensed.id));
  await expect(page.getByRole('group', { name: 'Critical tenants' })).toContainText(String(summary.critical));
  await expect(page.getByRole('group', { name: 'Average audit score' })).toContainText(`${summary.averageScore}/100`);

  await list.getByLabel('Status').selectOption('Critical');
  await expect(rows).toHaveCount(summary.critical);
  await expect(page).toHaveURL(/status=Critical/);
  await page.reload();
  await expect(rows).toHaveCount(summary.critical);
  await expect(page.getByRole('group', { name: 'Total Tenants' })).toContainText('4');
  await list.getByLabel('Search').fill('alderwick');
  await expect(list.getByText('No tenants found that match the filters')).toBeVisible();
  await list.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(4);
  await list.getByLabel('Search').fill('alderwick');
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Health Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Tenant: ${good.name}` })).toBeVisible();
});

test('a global audit that is begun by a double click is one run over every tenant', {
  tag: '@overview',
}, async ({ page, api }) => {
  test.setTimeout(120_000);
  const runs = async () => (await api.get<{ items: { runId: string }[] }>('/api/admin/scan/runs')).items;
  const before = (await runs()).length;
  await page.goto('/overview');
  await page.getByRole('button', { name: 'Run Global Audit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scan all 4 tenants?' });
  await clickTwice(dialog.getByRole('button', { name: 'Scan all' }));
  await expect(page).toHaveURL(/\/admin\/scan-runs\/.+/);
  const items = await runs();
  expect(items).toHaveLength(before + 1);
  expect(page.url()).toContain(items[0]?.runId);
});

test('the overview is whole on a phone', { tag: '@overview' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/overview');
  await expect(page.getByRole('region', { name: 'Tenant Health Overview' }).getByRole('listitem')).toHaveCount(4);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
