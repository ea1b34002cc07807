import type { Approval } from '@tenantry/contract/approvals';
import type { Matrix, MatrixRowDetails } from '@tenantry/contract/matrix';
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

test('a row of a remedy tells who fails, by which cause', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/admin/matrix?by=remedy&search=DMARC');
  await page.getByRole('rowheader').first().click();
  const drawer = page.getByRole('dialog', { name: /DMARC/ });
  await expect(drawer).toContainText(/tenants? fails? it/);
  await expect(drawer.getByRole('heading', { name: /^Cause 1: \d+ tenants?$/ })).toBeVisible();
  await expect(drawer.getByRole('link', { name: weak.name }).first()).toBeVisible();
});

test('DMARC is one click from the overview to the tenants that miss it, and one dialog to approve it for all of them', {
  tag: '@matrix',
}, async ({ page, api }) => {
  const row = await api.get<MatrixRowDetails>('/api/admin/matrix/row?checkId=dns.dmarc.published');
  const failing = row.causes.flatMap(({ tenants }) => tenants);
  expect(failing.map(({ tenantId }) => tenantId)).toContain(weak.id);
  const waiting = failing.flatMap(({ approvalId }) => approvalId ?? []);
  expect(waiting).toHaveLength(failing.length);
  await page.goto('/overview');
  await page.getByRole('link', { name: 'Tenants without DMARC' }).click();
  const drawer = page.getByRole('dialog', { name: row.title });
  await expect(drawer).toContainText(/tenants? fails? it/);
  for (const { tenantName } of failing) await expect(drawer.getByRole('link', { name: tenantName })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: /^Approve \d+ requests?$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve the waiting requests' });
  await clickTwice(dialog.getByRole('button', { name: /^Approve \d+ requests?$/ }));
  await expect(page.getByText(/^\d+ requests? approved$/)).toBeVisible();
  const approved = await api.get<{ items: Approval[] }>('/api/admin/approvals?status=approved&limit=200');
  expect(approved.items.map(({ id }) => id)).toEqual(expect.arrayContaining(waiting));
  await expect(drawer.getByText('Task under way')).toHaveCount(failing.length);
});
