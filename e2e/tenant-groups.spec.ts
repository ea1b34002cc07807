import type { TenantGroup } from '@tenantry/contract/tenant-groups';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

const { weak, good } = demonstration;

test('a tag puts a tenant into a group, and lists are narrowed to it', { tag: '@tenant-groups' }, async ({
  page,
  api,
}) => {
  await page.goto('/admin/groups');
  await page.getByRole('button', { name: 'New group' }).click();
  const form = page.getByRole('dialog', { name: 'New group' });
  await form.getByLabel(/^Name/).fill('Gold support');
  await form.getByLabel('Tag', { exact: true }).fill('gold');
  await clickTwice(form.getByRole('button', { name: 'Create' }));
  await expect(page.getByText('Group created')).toBeVisible();
  const row = page.getByRole('table', { name: 'Groups' }).getByRole('row', { name: /Gold support/ });
  await expect(row).toContainText('Tag is gold');
  await expect(row).toContainText('0 tenants');
  const { groups } = await api.get<{ groups: TenantGroup[] }>('/api/admin/tenant-groups');
  expect(groups.filter(({ name }) => name === 'Gold support')).toHaveLength(1);

  await page.goto('/admin/tenants');
  await page.getByRole('button', { name: `Tags and owner of ${weak.name}` }).click();
  const labels = page.getByRole('dialog', { name: `Tags and owner of ${weak.name}` });
  await labels.getByRole('textbox', { name: 'Tags' }).fill('Gold, freight');
  await labels.getByRole('button', { name: 'Save' }).click();
  // Another file may have put it into a group of its own.
  await expect(page.getByText(new RegExp(`^${weak.name} is in (.+, )?Gold support\\.$`))).toBeVisible();

  await page.goto('/overview');
  await page.getByLabel('Group', { exact: true }).selectOption('Gold support');
  const list = page.getByRole('region', { name: 'Tenant Health Overview' });
  await expect(list).toContainText(weak.name);
  await expect(list).not.toContainText(good.name);
  await page.goto('/admin/approvals?view=list');
  await page.getByLabel('Group', { exact: true }).selectOption('Gold support');
  const approvals = page.getByRole('table', { name: 'Approvals' });
  await expect(approvals).toContainText(weak.name);
  await expect(approvals).not.toContainText(good.name);
});
