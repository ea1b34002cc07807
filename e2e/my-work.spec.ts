import type { Task } from '@tenantry/contract/tasks';
import type { ApiSession } from '../local/stack/api-session.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';
import { addStaff, staff } from './staff.ts';

test.describe.configure({ timeout: 120_000 });

const { weak, good } = demonstration;
const { username, password, displayName } = staff.technician;

/** A day so many days from today, in UTC as all days of tasks are. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function addTask(api: ApiSession, title: string, tenantId: string, dueDate: string | null): Promise<void> {
  const rest = { description: title, category: 'mfa', priority: 'high', assigneeId: null, notes: '' };
  await api.post('/api/tasks', { tenantId, title, dueDate, ...rest, key: crypto.randomUUID() });
}

test('a technician begins the day with their work, takes what is nobody’s, and finds who has no DMARC', {
  tag: '@tasks',
}, async ({ browser, stack, api }) => {
  await addStaff(api, 'technician');
  await addTask(api, 'Dawn round: overdue at Bracken', weak.id, day(-3));
  await addTask(api, 'Dawn round: some day at Alderwick', good.id, null);
  await addTask(api, 'Dawn round: next year at Alderwick', good.id, day(300));
  const context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Work' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your requests' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').first()).toHaveText(
    /My Work/,
  );

  await page.getByLabel('Assignee').selectOption('Nobody');
  await page.getByRole('searchbox', { name: 'Search' }).fill('Dawn round');
  const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  const titles = [
    'Dawn round: overdue at Bracken',
    'Dawn round: next year at Alderwick',
    'Dawn round: some day at Alderwick',
  ];
  for (const [index, title] of titles.entries()) await expect(rows.nth(index + 1)).toContainText(title);
  await page.getByRole('checkbox', { name: 'Select all 3 rows' }).check();
  await clickTwice(page.getByRole('button', { name: 'Assign to me' }));
  await expect(page.getByText('3 tasks updated')).toBeVisible();
  await page.getByLabel('Assignee').selectOption('Me');
  await expect(rows).toHaveCount(4);
  const tasks = (await api.get<{ items: Task[] }>('/api/admin/tasks?limit=200')).items;
  const mine = tasks.filter(({ title }) => titles.includes(title));
  expect(mine.map(({ assignee, version }) => [assignee?.name, version])).toEqual(titles.map(() => [displayName, 2]));

  await page.goto('/overview');
  await page.getByRole('link', { name: 'Domains without DMARC' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Mail Domains' })).toBeVisible();
  const domains = page.getByRole('table', { name: 'Mail domains' });
  await expect(domains).toContainText(weak.name);
  const first = domains.getByRole('link').first();
  const domain = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('dialog')).toContainText(domain);
  await context.close();
});
