import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

// What happened is collected once a minute.
test.describe.configure({ timeout: 240_000 });

const { weak } = demonstration;
const title = 'Move the mailboxes of the branch';

test('a rule tells of what waits for a decision, on the bell and on the page, until it is read', {
  tag: '@notifications',
}, async ({ page, api }) => {
  await page.goto('/notifications?tab=rules');
  await page.getByRole('button', { name: 'New rule' }).first().click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel(/^Name/).fill('What waits for me');
  await form.getByRole('checkbox', { name: 'Approval waiting' }).check();
  await form.getByRole('combobox', { name: 'Approval waiting: from severity' }).selectOption('low');
  expect(await violations(page)).toEqual([]);
  await clickTwice(form.getByRole('button', { name: 'Create' }));
  await expect(page.getByText('Rule created')).toBeVisible();
  const rules = page.getByRole('table', { name: 'Rules' });
  await expect(rules.getByRole('row', { name: /What waits for me/ })).toHaveCount(1);

  // From the first look on: what was there before is told to nobody.
  const unread = async () => (await api.get<{ unread: number }>('/api/notices/unread')).unread;
  let asked = 0;
  await expect
    .poll(
      async () => {
        asked += 1;
        const wanted = { type: 'system_change', tenantId: weak.id, title: `${title} ${asked}` };
        await api.post('/api/approvals', { ...wanted, reason: 'The client asked for it' });
        return unread();
      },
      { timeout: 200_000, intervals: [15_000] },
    )
    .toBeGreaterThan(0);

  await page.goto('/notifications');
  await expect(page.getByRole('button', { name: /^Notifications: \d+ unread$/ })).toBeVisible();
  const list = page.getByRole('table', { name: 'Notifications' });
  await expect(list).toContainText(title);
  await expect(list).toContainText(weak.name);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath('notifications-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.screenshot({ path: test.info().outputPath('notifications-1280.png') });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
