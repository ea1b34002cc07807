import type { Locator, Page } from '@playwright/test';
import type { ApiSession } from '../local/stack/api-session.ts';
import { demonstration, expect, test } from './signed-in-test.ts';

const { weak } = demonstration;

test.use({ viewport: { width: 1280, height: 900 } });

/** Whether all of it can be seen without scrolling. */
async function isInSight(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const size = page.viewportSize();
  if (box === null || size === null) return false;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
}

/** Buttons, links and badges within a part of the page that are printed over another of them. */
const overprinted = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const shown = [...root.querySelectorAll('button, a, .fui-Badge')].filter(
      (element) => element.getBoundingClientRect().width > 1,
    );
    const overlaps = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return shown.flatMap((one, index) =>
      shown
        .slice(index + 1)
        .filter((other) => !one.contains(other) && !other.contains(one))
        .filter((other) => overlaps(one.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => `${one.textContent} over ${other.textContent}`),
    );
  });

async function addTask(api: ApiSession, title: string): Promise<void> {
  const rest = { category: 'mfa', priority: 'critical', assigneeId: null, dueDate: null, notes: '' };
  await api.post('/api/tasks', { tenantId: weak.id, title, description: title, ...rest, key: crypto.randomUUID() });
}

for (const [path, tag, columns] of [
  ['/admin/tasks', '@tasks', ['Title', 'Tenant', 'Priority', 'Status', 'Assignee', 'Due date', 'Actions']],
  [`/tasks?tenantId=${weak.id}`, '@tasks', ['Title', 'Status', 'Priority', 'Assignee', 'Due date', 'Actions']],
] as const) {
  test(`at 1280 px ${path} shows what one needs of a task without scrolling sideways, and more on demand`, {
    tag,
  }, async ({ page, api }) => {
    const title = `A task with a title of some length that wraps, on ${path}`;
    await addTask(api, title);
    await page.goto(path);
    const table = page.getByRole('table', { name: 'Tasks' });
    await expect(table.getByText(title, { exact: true })).toBeVisible();
    await expect(table.getByRole('columnheader')).toHaveText([...columns]);
    for (const column of await table.getByRole('columnheader').all()) expect(await isInSight(page, column)).toBe(true);
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);

    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Created' }).press('Enter');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(table.getByRole('columnheader', { name: 'Created' })).toBeVisible();
  });
}

test('the tabs of the admin panel are one line at every width, and the keyboard reaches those in the menu', {
  tag: '@admin-panel',
}, async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Admin panel' });
  await page.goto('/admin');
  for (const width of [1600, 1280, 960, 640, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(bar.getByRole('link', { name: 'Overview', exact: true })).toBeVisible();
    await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(48);
    await expect(bar.getByRole('button', { name: /more pages$/ })).toBeInViewport({ ratio: 1 });
  }
  await bar.getByRole('button', { name: /more pages$/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel - Graph API Settings' })).toBeVisible();
  await expect(bar.locator('[aria-current=page]')).toHaveText('Graph API Settings');
});

test('on a laptop every tenant tool is in sight once a tenant is chosen, and the sections fold', {
  tag: '@shell',
}, async ({ page }) => {
  await page.goto(`/dashboard?tenantId=${weak.id}`);
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  const last = sidebar.getByRole('link', { name: 'Reports', exact: true });
  await expect(last).toBeVisible();
  expect(await isInSight(page, last)).toBe(true);
  await sidebar.getByRole('button', { name: 'Global', exact: true }).press('Enter');
  await expect(sidebar.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  await page.reload();
  await expect(last).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  await sidebar.getByRole('button', { name: 'Global', exact: true }).press('Enter');
  await expect(sidebar.getByRole('link', { name: 'Admin Panel' })).toBeVisible();
});

test('nothing is printed over anything else in the list of tenants, however wide the page is', {
  tag: '@connections',
}, async ({ page }) => {
  await page.goto('/admin/tenants');
  const list = page.getByRole('region', { name: 'Tenants', exact: true });
  await expect(list.getByText(weak.name).first()).toBeVisible();
  for (const width of [1600, 1280, 1100, 1000, 800, 640, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overprinted(list)).toEqual([]);
  }
});
