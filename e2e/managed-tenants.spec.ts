import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { demonstration, expect, test } from './signed-in-test.ts';

const directory = 'c0ffee00-1111-4222-8333-444455556666';

test('a tenant is created, edited and offboarded, and nothing of it is left on any page', {
  tag: '@connections',
}, async ({ page }) => {
  await page.goto('/admin/tenants');
  await page.getByRole('button', { name: 'Create New Organization' }).click();
  const create = page.getByRole('dialog', { name: 'Create New Organization' });
  await create.getByLabel('Name', { exact: false }).first().fill('Northwind Traders');
  await create.getByLabel(/^Directory \(tenant\) ID/).fill(directory);
  await create.getByLabel(/^Domain/).fill('northwind.example');
  await create.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Tenant Created')).toBeVisible();
  const row = page.getByRole('row', { name: /Northwind Traders/ });
  await expect(row).toContainText('northwind.example');
  await expect(row).toContainText('Not connected');

  await page.getByRole('button', { name: 'Edit Northwind Traders' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Northwind Traders' });
  await edit.getByLabel(/^Display name/).fill('Northwind Traders International');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Tenant Updated')).toBeVisible();

  await page.getByRole('button', { name: 'Offboard Northwind Traders International' }).click();
  const offboard = page.getByRole('dialog', { name: 'Offboard Northwind Traders' });
  const confirm = offboard.getByRole('button', { name: 'Offboard' });
  await offboard.getByLabel(/^Type Northwind Traders to confirm/).fill('northwind traders');
  await expect(confirm).toBeDisabled();
  await offboard.getByLabel(/^Type Northwind Traders to confirm/).fill('Northwind Traders');
  await confirm.click();
  await expect(page.getByText(/Tenant Offboarded|Offboarding Started/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Northwind Traders/ })).toHaveCount(0);
  await page.goto(`/dashboard?tenantId=${directory}`);
  await expect(page.getByText('Northwind Traders')).toHaveCount(0);
});

test('an audit is looked at and deleted, and its tenant was never audited then', {
  tag: '@audits',
}, async ({ page, api }) => {
  const { unlicensed } = demonstration;
  for (let scans = 0; scans < 2; scans += 1) {
    const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: unlicensed.id });
    await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
  }
  await page.goto(`/admin/audits?tenantId=${unlicensed.id}`);
  await expect(page.getByText(/^\d+ total$/)).toBeVisible();
  await page
    .getByRole('button', { name: /^View details/ })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: 'Audit Details' });
  await expect(details.getByRole('region', { name: 'Conditional Access Policies' })).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  // Other files may have scanned it on the same stack.
  const { total } = await api.get<{ total: number }>(`/api/admin/audits?tenantId=${unlicensed.id}`);
  const deletions = page.getByRole('button', { name: /^Delete audit: / });
  const confirm = page.getByRole('button', { name: 'Delete audit', exact: true });
  for (let left = total; left > 0; left -= 1) {
    await deletions.first().click();
    await confirm.click();
    // While it asks, nothing else of the page is told by its role.
    await expect(confirm).toHaveCount(0);
    await expect(deletions).toHaveCount(left - 1);
  }
  await expect(page.getByText('Audit deleted successfully').first()).toBeVisible();
  await expect(page.getByText('No audits found')).toBeVisible();
  const summary = await api.get<{ lastAuditDate: string | null }>(`/api/tenant/${unlicensed.id}/summary`);
  expect(summary.lastAuditDate).toBeNull();
});
