import type { listBaselines } from '@tenantry/contract/baseline-list';
import type { listAlignment } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ timeout: 180_000 });

const { weak } = demonstration;
type Baselines = Parsed<(typeof listBaselines)['response']>['baselines'];
type Rows = Parsed<(typeof listAlignment)['response']>['items'];

test('a baseline is assigned after it is shown what it requires, and a tenant is excepted until a day', {
  tag: '@baselines',
}, async ({ page, api }) => {
  const rule = { match: 'all', conditions: [{ field: 'domain', value: 'brackenfreight.example' }] };
  await api.post('/api/admin/tenant-groups', { name: 'Freight', rule });
  await page.goto('/admin/baselines');
  await page.getByRole('button', { name: 'Copy Essentials', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New baseline' });
  await form.getByLabel(/^Name/).fill('House rules');
  await form.getByRole('checkbox', { name: /^Freight/ }).check();
  await expect(form.getByText(/^It would require \d+ checks of 1 tenant: 1 deviating/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await clickTwice(form.getByRole('button', { name: 'Create' }));
  await expect(page.getByText('Baseline created')).toBeVisible();
  const { baselines } = await api.get<{ baselines: Baselines }>('/api/admin/baselines');
  expect(baselines.filter(({ name }) => name === 'House rules')).toHaveLength(1);

  const row = page.getByRole('table', { name: 'Alignment of tenants' }).getByRole('row', { name: /House rules/ });
  await expect(row).toContainText('Deviating');
  const before = (await api.get<{ items: Rows }>('/api/admin/baselines/alignment')).items[0];
  await row.getByRole('button', { name: /^Checks of/ }).click();
  const drawer = page.getByRole('dialog', { name: `${weak.name}: House rules` });
  await drawer.getByRole('button', { name: 'Except all that deviates' }).click();
  const exception = page.getByRole('dialog', { name: 'Exception from House rules' });
  await exception.getByLabel(/^Reason/).fill('Agreed with the client until the move');
  await clickTwice(exception.getByRole('button', { name: /^Make \d+ exceptions$/ }));
  await expect(page.getByText(/exceptions made/)).toBeVisible();
  await expect(drawer.getByRole('region', { name: 'Excepted' })).toContainText('Agreed with the client');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath('baselines-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.screenshot({ path: test.info().outputPath('baselines-1280.png') });
  const [after] = (await api.get<{ items: Rows }>('/api/admin/baselines/alignment')).items;
  expect(after).toMatchObject({ deviating: 0, excepted: before?.deviating });
  await page.goto('/overview');
  const tenants = page.getByRole('region', { name: 'Tenant Health Overview' });
  await expect(tenants).toContainText(`House rules: ${after?.percent}%`);
});
