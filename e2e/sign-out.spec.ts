import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { RunningStack } from '../local/stack/start-stack.ts';
import { canaryOf, good, type Marked, neverShow, watchFrames, weak } from './frame-watch.ts';
import { demonstration, expect, signIn, test } from './signed-in-test.ts';
import { slowDown, untilAnswered } from './slow-answers.ts';
import { addStaff, staff } from './staff.ts';

const everything = [weak, good] as const;
const loginPage = /\/login/;

/** A browser in which nobody was signed in before. */
async function freshContext(browser: Browser, stack: RunningStack): Promise<BrowserContext> {
  return browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
}

/** Pages with data of a tenant, a half-typed form and an open drawer among them. */
async function lookAround(page: Page): Promise<void> {
  await page.goto(`/audit?tenantId=${weak.id}`);
  await expect(page.locator('main')).toContainText(demonstration.weak.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  await page
    .getByRole('button', { name: /^View Details: / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Task Center' }).click();
  await page.getByRole('button', { name: 'New Task' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Title/ })
    .fill(`Half typed for ${weak.markers[1]}`);
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Description/ })
    .fill(canaryOf(weak.id));
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(loginPage);
}

/** Everything that a browser keeps for us. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: JSON.stringify({ ...localStorage }),
    tab: JSON.stringify({ ...sessionStorage }),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    readableCookies: document.cookie,
    entry: JSON.stringify(history.state),
    window: window.name,
    document: document.documentElement.outerHTML,
  }));

const wordsOf = (tenants: readonly Marked[], text: string) =>
  tenants.flatMap(({ markers }) => markers.filter((marker) => text.includes(marker)));

// How the pages look, when a session was renewed, and how far pages were scrolled: nothing of a tenant.
const harmless = ['tenantry.theme', 'tenantry.renewedAt', 'react-router-scroll-positions'];

async function expectNothingKept(page: Page): Promise<void> {
  const state = await kept(page);
  expect(wordsOf(everything, JSON.stringify(state))).toEqual([]);
  expect(state).toMatchObject({ databases: [], caches: [], readableCookies: '', window: '' });
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(keys.filter((key) => !harmless.includes(key))).toEqual([]);
}

test('signing out leaves nothing of a tenant in the browser, and Back shows sign-in on every frame', {
  tag: '@auth',
}, async ({ browser, stack, api }) => {
  void api;
  const context = await freshContext(browser, stack);
  const found = await watchFrames(context, everything);
  const page = await context.newPage();
  await signIn(page);
  await lookAround(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await logOut(page);
  await neverShow(page, everything);
  await expectNothingKept(page);
  let steps = 0;
  for (await page.goBack(); page.url() !== 'about:blank'; await page.goBack()) {
    steps += 1;
    await expect(page).toHaveURL(loginPage);
    await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeVisible();
    // The browser's own history has the address, and sign-in leads to it; nothing was read for it.
    await page.evaluate(() => sessionStorage.removeItem('tenantry.tab.returnTo'));
    await expectNothingKept(page);
  }
  expect(steps).toBeGreaterThanOrEqual(3);
  expect(found).toEqual([]);
  // By the one that stays, a known browser is not slowed down by others' guesses; no script reads it.
  const cookies = (await context.cookies()).filter(({ value }) => value !== '');
  expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([['__Host-tenantry-device', true]]);
  await context.close();
});

test('an expired session leaves what was half typed to its tab alone, and nothing of it to the next user', {
  tag: '@auth',
}, async ({ browser, stack, api }) => {
  await addStaff(api, 'viewer');
  const context = await freshContext(browser, stack);
  const found = await watchFrames(context, everything);
  await slowDown(context, everything, 7);
  const page = await context.newPage();
  await signIn(page);
  await lookAround(page);
  await context.clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click();
  await expect(page).toHaveURL(/message=session-expired/);
  await neverShow(page, everything);
  const { local, databases, caches, document, entry } = await kept(page);
  expect(wordsOf(everything, JSON.stringify({ local, databases, caches, document, entry }))).toEqual([]);
  await test.step('somebody else signs in, who sees one tenant', async () => {
    await neverShow(page, [good]);
    await page.getByRole('textbox', { name: 'Username or email' }).fill(staff.viewer.username);
    await page.getByRole('textbox', { name: /^Password/ }).fill(staff.viewer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: `Account: ${staff.viewer.displayName}` })).toBeVisible();
    await expect(page).not.toHaveURL(/\/tasks/);
    expect((await kept(page)).tab).not.toContain('Half typed');
    await page.getByRole('link', { name: 'Findings View' }).click();
    await untilAnswered(page);
    await expect(page.getByRole('article').first()).toContainText(demonstration.weak.name);
  });
  expect(found).toEqual([]);
  await context.close();
});

test('a new sign-in in the same tab shows nothing that the user before had loaded', { tag: '@auth' }, async ({
  browser,
  stack,
  api,
}) => {
  await addStaff(api, 'viewer');
  const context = await freshContext(browser, stack);
  const found = await watchFrames(context, everything);
  await slowDown(context, everything, 8);
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`/findings?tenantId=${good.id}`);
  await untilAnswered(page);
  await expect(page.getByRole('article').first()).toContainText(demonstration.good.name);
  await logOut(page);
  await neverShow(page, [good]);
  await page.getByRole('textbox', { name: 'Username or email' }).fill(staff.viewer.username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(staff.viewer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`^${demonstration.weak.name}`) })).toBeVisible();
  await page.getByRole('link', { name: 'Findings View' }).click();
  await expect(page.getByRole('article').first()).toContainText(demonstration.weak.name);
  expect(found).toEqual([]);
  await context.close();
});

test('a page that the browser kept whole shows no data once the session ended in another tab', {
  tag: '@auth',
}, async ({ playwright, stack, api }) => {
  void api;
  // Playwright's browsers keep no page for Back; the ones that people use do.
  const { executablePath, args } = test.info().project.use.launchOptions ?? {};
  const browser = await playwright.chromium.launch({
    executablePath,
    args,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const context = await freshContext(browser, stack);
  const found = await watchFrames(context, everything);
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`/findings?tenantId=${weak.id}`);
  await expect(page.getByRole('article').first()).toContainText(demonstration.weak.name);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.documentElement.setAttribute('data-kept', `${persisted}`));
  });
  await page.evaluate(
    (markers) => {
      addEventListener('pagehide', () => {
        window.neverShown = markers;
      });
    },
    everything.flatMap(({ markers }) => markers),
  );
  // Chromium keeps no page that waits for an answer.
  await page.waitForLoadState('networkidle');
  // Another site, from which Back leads here.
  await page.goto(stack.url.replace('localhost', '127.0.0.1'));
  const other = await context.newPage();
  await other.goto('/overview');
  await logOut(other);
  // Playwright would wait for a load, and there is none.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'true');
  await expect(page).toHaveURL(loginPage);
  await expectNothingKept(page);
  expect(found).toEqual([]);
  await browser.close();
});
