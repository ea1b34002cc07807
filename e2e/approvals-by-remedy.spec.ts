import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import type { ApprovalRules } from '@tenantry/contract/approval-rules';
import type { Approval } from '@tenantry/contract/approvals';
import type { Task } from '@tenantry/contract/tasks';
import type { ApiSession } from '../local/stack/api-session.ts';
import { clickTwice, expect, test } from './signed-in-test.ts';
import { addStaff, staff } from './staff.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { displayName: technician } = staff.technician;

const approvals = '/api/admin/approvals';
const waitingWork = async (api: ApiSession) => (await api.get<{ items: WaitingWork[] }>(`${approvals}/remedies`)).items;
const requestsOf = async (api: ApiSession, { remedyId }: WaitingWork) =>
  (await api.get<{ items: Approval[] }>(`${approvals}?remedyId=${remedyId}&limit=200`)).items;

/** What waits for both scanned tenants, the first in the order in which to do it. */
async function sharedWork(api: ApiSession): Promise<WaitingWork> {
  const shared = (await waitingWork(api)).find(({ waiting }) => waiting === 2);
  if (!shared) throw new Error('Nothing waits for two tenants');
  return shared;
}

test.beforeAll(async ({ api }) => {
  await addStaff(api, 'technician');
});

test('a remedy is approved for several tenants in one step, with assignee and due date', { tag: '@approvals' }, async ({
  page,
  api,
}) => {
  const work = await sharedWork(api);
  await page.goto('/admin/approvals');
  const unfold = page.getByRole('button', { name: work.title, exact: true });
  await unfold.focus();
  await page.keyboard.press('Enter');
  await expect(unfold).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('table', { name: `Tenants for ${work.title}` }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all 2 rows' }).check();
  await page.getByRole('button', { name: `Approve selected requests: ${work.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve for 2 tenants' });
  await expect(dialog.getByText('2 tasks will be created.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('Tina');
  await page.getByRole('option', { name: technician }).click();
  await dialog.getByLabel('Due date').fill('2030-01-31');
  await clickTwice(dialog.getByRole('button', { name: 'Approve', exact: true }));
  await expect(page.getByText('2 requests approved')).toBeVisible();
  await expect(unfold).toHaveCount(0);
  const decided = await requestsOf(api, work);
  expect(decided.map(({ status }) => status)).toEqual(['approved', 'approved']);
  const tasks = await api.get<{ items: Task[] }>('/api/admin/tasks?limit=200');
  const made = tasks.items.filter(({ linkedApprovalId }) => decided.some(({ id }) => id === linkedApprovalId));
  expect(made.map(({ assignee, dueDate }) => [assignee?.name, dueDate])).toEqual([
    [technician, '2030-01-31'],
    [technician, '2030-01-31'],
  ]);
});

test('a remedy is denied for one tenant with a reason, and still waits for the other', { tag: '@approvals' }, async ({
  page,
  api,
}) => {
  const work = await sharedWork(api);
  const [asked] = await requestsOf(api, work);
  if (!asked) throw new Error('Nobody was asked');
  await page.goto(`/admin/approvals?remedyId=${work.remedyId}`);
  await page.getByRole('button', { name: `Deny ${work.title} for ${asked.tenantName}` }).click();
  const dialog = page.getByRole('dialog', { name: `Deny for ${asked.tenantName}` });
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(dialog.getByText('Say why it is denied')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They move to another provider in spring');
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(page.getByText('1 request denied')).toBeVisible();
  await expect(page.getByRole('button', { name: `Deny 1 request: ${work.title}` })).toBeVisible();
  const after = await api.get<Approval>(`${approvals}/${asked.id}`);
  expect(after).toMatchObject({ status: 'denied', reviewNotes: 'They move to another provider in spring' });
});

test('all that wait are decided in the background, and the page tells when it is over', { tag: '@approvals' }, async ({
  page,
  api,
}) => {
  const work = await sharedWork(api);
  await page.goto('/admin/approvals');
  await page.getByRole('button', { name: `Approve all 2 requests: ${work.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve for all 2 tenants' });
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('2 requests approved')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: work.title, exact: true })).toHaveCount(0);
  // Whoever reloads the page is told still.
  await page.reload();
  await expect(page.getByText('2 requests approved')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL(/\/admin\/approvals$/);
});

test('a rule that a remedy is never asked for is made from its row, read with its maker, and taken away', {
  tag: '@approvals',
}, async ({ page, api }) => {
  const [work] = await waitingWork(api);
  if (!work) throw new Error('Nothing waits');
  await page.goto('/admin/approvals');
  await page.getByRole('button', { name: `Rules for ${work.title}` }).click();
  await page.getByRole('menuitem', { name: 'Never ask for this…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Never ask' }).click();
  await expect(page.getByText('Approval rules saved')).toBeVisible();
  const { rules } = await api.get<ApprovalRules>('/api/settings/approval-rules');
  expect(rules).toMatchObject([{ remedyId: work.remedyId, action: 'never', tenants: null, by: 'Ada Lovelace' }]);
  await page.getByRole('button', { name: 'Approval rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approval rules' });
  await expect(dialog.getByText(/^By Ada Lovelace on/)).toBeVisible();
  await dialog.getByRole('button', { name: `Remove: Never ask for ${work.title}, All tenants` }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await api.get<ApprovalRules>('/api/settings/approval-rules')).rules).toEqual([]);
});
