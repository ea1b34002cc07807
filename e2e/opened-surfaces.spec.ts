import type { Locator, Page } from '@playwright/test';
import { startConsent } from '@tenantry/contract/connections';
import { clientHeader } from '@tenantry/contract/endpoint';
import { violations, violationsByTheme } from './axe.ts';
import { headerOpeners, openedTask, surfaces } from './opened-surfaces.ts';
import { demonstration, expect, test } from './signed-in-test.ts';
import { addStaff } from './staff.ts';

// Whichever worker is free takes the next page.
test.describe.configure({ mode: 'parallel' });

/** Opens it, lets axe look at it, and closes it by Escape, after which the keyboard is where it was. */
async function openAndClose(page: Page, opener: Locator): Promise<void> {
  // A page of another test that was closed in the same browser may have had the window's focus.
  await page.bringToFront();
  await opener.click();
  const menu = page.getByRole('menu');
  const surface = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(menu).first();
  await expect(surface).toBeVisible();
  // What is in it has come: a dialog may ask for something.
  await page.waitForLoadState('networkidle');
  // In a menu, Fluent's keyboard library has elements before and after the entries that hand the focus on when they get it:
  // axe takes them for hidden ones that keep it.
  const isMenu = (await menu.count()) > 0;
  if (isMenu) expect(await violations(page, '[role="menu"]', '[data-tabster-dummy]')).toEqual([]);
  // The pointer rests on the opener, so that what lies under it is looked at as it is then, in either theme.
  else expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
  await page.keyboard.press('Escape');
  await expect(surface).toHaveCount(0);
  await expect(opener).toBeFocused();
}

for (const [address, tag, openers] of surfaces) {
  test(`what opens on ${address.replace(/\?tenantId=.*/, '')} passes axe, closes with Escape and gives the focus back`, {
    tag,
  }, async ({ signedInPage: page, api }) => {
    if (tag === '@users') await addStaff(api, 'viewer');
    if (tag === '@tasks') await addTask(api);
    if (tag === '@graph-tools') await addOAuthEntry(page);
    await page.goto(address);
    for (const name of openers) {
      await test.step(`${name}`, () => openAndClose(page, page.locator('main').getByRole('button', { name }).first()));
    }
  });
}

/** The first step of a connection, which nobody goes on with: each step is in the log. */
async function addOAuthEntry(page: Page): Promise<void> {
  const headers = { [clientHeader.name]: clientHeader.value };
  const answer = await page.request.get(startConsent.path, { headers, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

async function addTask(api: { post<T>(path: string, body: unknown): Promise<T> }): Promise<void> {
  const { id: tenantId } = demonstration.weak;
  const text = { title: openedTask, description: 'So that there is something to read', notes: '' };
  const rest = { category: 'mfa', priority: 'medium', assigneeId: null, dueDate: null, key: crypto.randomUUID() };
  await api.post('/api/tasks', { tenantId, ...text, ...rest });
}

test('the menus of the header pass axe, close with Escape and give the focus back', { tag: '@app' }, async ({
  signedInPage: page,
}) => {
  await page.goto(`/tasks?tenantId=${demonstration.weak.id}`);
  for (const name of headerOpeners) {
    await test.step(`${name}`, () => openAndClose(page, page.getByRole('button', { name })));
  }
});
