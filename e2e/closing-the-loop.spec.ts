import type { Browser, Locator, Page } from '@playwright/test';
import type { Approval } from '@tenantry/contract/approvals';
import type { Task } from '@tenantry/contract/tasks';
import { pdfText } from '../api/src/features/reports/testing/pdf-text.ts';
import type { ApiSession } from '../local/stack/api-session.ts';
import type { RunningStack } from '../local/stack/start-stack.ts';
import { demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;
const technician = {
  username: 'tilda',
  email: 'tilda@msp.example',
  displayName: 'Tilda Technician',
  password: 'Tr0ub4dor!wrench',
};

/** The title of one of the findings that the remedy closes. */
const reshare = 'Guests can share content they do not own';

async function setSetting(stack: RunningStack, setting: string, set: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${stack.now().ports.simulator}/control/changes`, {
    method: 'POST',
    body: JSON.stringify({ tenantId: weak.id, change: { kind: 'setting', setting, set } }),
  });
  expect(answer.status).toBe(204);
}
const setSharing = (stack: RunningStack, set: object) => setSetting(stack, 'sharepoint', set);

/** The administrator approves a remedy that the scan asks for. @returns the one task that this makes */
async function approved(page: Page, api: ApiSession, remedyId: string): Promise<Task> {
  const { items } = await api.get<{ items: Approval[] }>(`/api/admin/approvals?remedyId=${remedyId}&status=pending`);
  const approval = items.find((one) => one.tenantId === weak.id);
  if (!approval) throw new Error(`Nobody was asked about ${remedyId}`);
  await page.goto(`/admin/approvals/${approval.id}`);
  await page.getByRole('button', { name: `Approve ${approval.title}` }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Approval accepted. Task created successfully.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Task' }).getByRole('link', { name: approval.title })).toBeVisible();
  const tasks = await api.get<{ items: Task[] }>(`/api/admin/tasks?tenantId=${weak.id}&limit=200`);
  const made = tasks.items.filter(({ linkedApprovalId }) => linkedApprovalId === approval.id);
  expect(made).toHaveLength(1);
  return made[0] as Task;
}

async function technicianPage(browser: Browser, stack: RunningStack): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username or email' }).fill(technician.username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(technician.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return page;
}

test.beforeAll(async ({ api }) => {
  await api.post('/api/admin/users', { ...technician, role: 'technician', tenantIds: [weak.id] });
});

let task: Task;

test('a remedy that is half done leaves its task open, and says how many checks pass and what is left', {
  tag: '@tasks',
}, async ({ page, api, stack, browser }) => {
  task = await approved(page, api, 'limit-external-sharing');
  const theirs = await technicianPage(browser, stack);
  await theirs.goto(`/tasks?tenantId=${weak.id}`);
  const mine = theirs.getByRole('row').filter({ hasText: task.title });
  await mine.getByLabel(`Status of ${task.title}`).selectOption('In Progress');
  await expect(mine.getByText('modified')).toBeVisible();
  await theirs.getByRole('button', { name: 'Save Changes' }).click();
  await expect(theirs.getByText('Task Updated')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Save Changes' })).toBeHidden();

  await setSharing(stack, { isResharingByExternalUsersEnabled: false });
  await mine.getByRole('button', { name: task.title, exact: true }).click();
  const drawer = theirs.getByRole('dialog', { name: task.title });
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(drawer.getByRole('heading', { name: 'What is left' })).toBeVisible({ timeout: 20_000 });
  await expect(drawer.getByText(/^1 of 5 checks pass\./)).toBeVisible();
  await expect(drawer.getByText('Nothing has changed since.')).toBeVisible();
  await expect(drawer.getByRole('link', { name: /\(Unresolved\)$/ })).toHaveCount(4);
  await drawer.getByRole('link', { name: `${reshare} (Resolved)` }).click();
  await expect(theirs.getByRole('dialog', { name: reshare }).getByText('by re-check')).toBeVisible();
  await theirs.context().close();

  await page.goto('/admin/tasks');
  const row = page.getByRole('table', { name: 'Tasks' }).getByRole('row').filter({ hasText: task.title });
  await expect(row.getByText('Check still fails')).toBeVisible();
  await expect(row.getByRole('button', { name: `Complete ${task.title}` })).toBeVisible();
});

test('a remedy that is done is proven by a re-check, and stands in the report with the evidence of each check', {
  tag: '@tasks',
}, async ({ page, stack, browser }) => {
  await setSharing(stack, { sharingCapability: 'disabled' });
  const theirs = await technicianPage(browser, stack);
  await theirs.goto(`/tasks?tenantId=${weak.id}&task=${task.id}`);
  const drawer = theirs.getByRole('dialog', { name: task.title });
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(drawer.getByText('Completed by Tilda Technician')).toBeVisible({ timeout: 20_000 });
  await expect(drawer.getByText(/isResharingByExternalUsersEnabled = false/).first()).toBeVisible();
  await expect(drawer.getByRole('link', { name: /\(Resolved\)$/ })).toHaveCount(5);
  await theirs.context().close();

  const file = await page.request.get(`/api/tenant/${weak.id}/report/pdf`);
  const { text } = pdfText(await file.body());
  expect(text).toContain('Work done');
  expect(text).toContain('1 task was completed; 1 of them proven by a re-check.');
  expect(text).toContain('5 of 5 checks pass.');
  expect(text).toContain('isResharingByExternalUsersEnabled = false');
  expect(text).toContain('Completed by Tilda Technician');
});

/** The role of a guest who sees nobody but themselves (Graph, authorizationPolicy: guestUserRoleId). */
const restrictedGuest = '2af84b1e-32c8-42b7-82bc-daa82404023b';

test('from an open finding to its proof are no more than nine clicks', { tag: '@findings' }, async ({
  page,
  stack,
}) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto(`/findings?tenantId=${weak.id}&search=invite`);
  await click(page.getByRole('button', { name: /^View Details: .*invite/i }).first());
  const finding = page.getByRole('dialog');
  await click(finding.getByRole('link', { name: 'Decide' }));
  await click(page.getByRole('button', { name: /^Approve / }));
  await click(page.getByRole('button', { name: 'Approve', exact: true }));
  await setSetting(stack, 'authorization', { allowInvitesFrom: 'none', guestUserRoleId: restrictedGuest });
  await click(page.getByRole('region', { name: 'Task' }).getByRole('link'));
  const task = page.getByRole('dialog');
  await click(task.getByRole('button', { name: 'Complete', exact: true }));
  await expect(task.getByText(/^Completed by /)).toBeVisible({ timeout: 20_000 });
  await click(task.getByRole('link', { name: /invite.*\(Resolved\)$/i }));
  await expect(page.getByRole('dialog').getByText('by re-check')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(9);
});
