import type { ProjectPlan } from '@tenantry/contract/project-plan';
import { demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;
const planOf = (page: {
  request: { get: (url: string, options: object) => Promise<{ json: () => Promise<unknown> }> };
}) =>
  page.request
    .get('/api/project-plan', { headers: { 'X-Tenant-Id': weak.id } })
    .then((answer) => answer.json() as Promise<ProjectPlan>);

test('a plan has one task for each remedy, approves nothing by itself, and says what it would approve', {
  tag: '@project-plan',
}, async ({ page }) => {
  await page.goto(`/dashboard?tenantId=${weak.id}`);
  await page.getByRole('button', { name: 'Start Assessment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Security Assessment' });
  const size = await dialog.getByText(/^\d+ tasks · [\d.]+ hours · \$[\d,]+$/).textContent();
  await expect(dialog.getByRole('checkbox', { name: /^Approve the \d+ pending requests/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Generate Project Plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Project Plan' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Require MFA for every sign-in' })).toHaveCount(1);
  const plan = await planOf(page);
  // Money is shown in whole dollars, wherever it stands.
  const dollars = plan.revenue.toLocaleString('en-US', { maximumFractionDigits: 0 });
  expect(size).toBe(`${plan.totalItems} tasks · ${plan.estimatedHours} hours · $${dollars}`);
  const waiting = plan.items.filter(({ approvalStatus }) => approvalStatus === 'pending').length;
  await expect(page.getByText(`${waiting} tasks wait for the approval of an administrator.`)).toBeVisible();

  await page.getByRole('button', { name: 'Update plan' }).click();
  const update = page.getByRole('dialog', { name: 'Update plan' });
  const listed = update.getByRole('region', { name: 'Pending requests of these items' });
  await expect(listed.getByRole('listitem')).toHaveCount(waiting);
  await update.getByRole('checkbox', { name: `Approve the ${waiting} pending requests of these items` }).check();
  await update.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText(`No new tasks. ${waiting} requests approved.`)).toBeVisible();
  await expect(page.getByText('Approval pending')).toHaveCount(0);
});

test('hours that an administrator edits are those of the next plan', { tag: '@settings' }, async ({ page }) => {
  await page.goto('/admin/settings');
  const card = page.getByRole('region', { name: 'Price list' });
  await card.getByRole('searchbox', { name: 'Search work' }).fill('every sign-in');
  await card.getByRole('button', { name: 'Edit hours: Require MFA for every sign-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit hours: Require MFA for every sign-in' });
  await dialog.getByLabel('Hours', { exact: true }).fill('6');
  await dialog.getByLabel('Additional hours per 100 users').fill('0.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('6 + 0.5 per 100 users')).toBeVisible();
  // Hours of a task that is there were agreed on.
  const { items } = await planOf(page);
  expect(items.find(({ remedyId }) => remedyId === 'require-mfa')?.estimatedHours).toBe(12);
});
