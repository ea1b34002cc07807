import type { Approval } from '@tenantry/contract/approvals';
import type { Matrix } from '@tenantry/contract/matrix';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;

test('the matrix is walked by keyboard from a check to the finding of a tenant', { tag: '@matrix' }, async ({
  page,
  api,
}) => {
  const matrix = await api.get<Matrix>('/api/admin/matrix?search=DMARC&status=fail');
  const column = matrix.tenants.findIndex(({ id }) => id === weak.id);
  const row = matrix.rows.findIndex(({ cells }) => cells.charAt(column) === 'F');
  await page.goto('/admin/matrix?search=DMARC&status=fail');
  const grid = page.getByRole('grid', { name: 'Checks by tenants' });
  await expect(grid).toHaveAttribute('aria-colcount', String(matrix.tenants.length + 1));
  await grid.getByRole('rowheader').first().focus();
  for (let down = 0; down < row; down += 1) await page.keyboard.press('ArrowDown');
  for (let right = 0; right <= column; right += 1) await page.keyboard.press('ArrowRight');
  await expect(grid.locator(':focus')).toHaveText('Fail');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/findings\\?tenantId=${weak.id}&finding=`));
  await expect(page.getByRole('dialog')).toContainText('DMARC');
});

test('a row tells who fails by which cause, and approves the remedy for them', { tag: '@matrix' }, async ({
  page,
  api,
}) => {
  await page.goto('/admin/matrix?by=remedy&search=DMARC');
  await page.getByRole('rowheader').first().click();
  const drawer = page.getByRole('dialog', { name: /DMARC/ });
  await expect(drawer).toContainText(/tenants? fails? it/);
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: /^Approve \d+ requests?$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve the waiting requests' });
  await clickTwice(dialog.getByRole('button', { name: /^Approve \d+ requests?$/ }));
  await expect(page.getByText(/^\d+ requests? approved$/)).toBeVisible();
  const remedyId = new URL(page.url()).searchParams.get('row');
  const approvals = await api.get<{ items: Approval[] }>(`/api/admin/approvals?remedyId=${remedyId}&status=approved`);
  expect(approvals.items.map(({ tenantId }) => tenantId)).toContain(weak.id);
  await expect(drawer.getByText('Task under way').first()).toBeVisible();
});
