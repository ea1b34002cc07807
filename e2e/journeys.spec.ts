import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { changeAnswers, giveAnswers } from './changed-answers.ts';
import { type Journey, journeys } from './page-journeys.ts';
import { demonstration, expect, test as signedInTest } from './signed-in-test.ts';
import { openAs, type StaffRole } from './staff.ts';
import { globalPages, tenantPages } from './walked-pages.ts';

/** Each keeps its session and the files of the pages for all tests of a worker. */
type Pages = Record<StaffRole | 'failingPage' | 'emptyPage', Page>;

const test = signedInTest.extend<object, Pages>({
  failingPage: [
    async ({ browser, stack, administratorSession }, use) => {
      const context = await browser.newContext({ baseURL: stack.url, storageState: await administratorSession() });
      const page = await context.newPage();
      await changeAnswers(page, 'failing');
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  emptyPage: [
    async ({ browser, stack, administratorSession }, use) => {
      const context = await browser.newContext({ baseURL: stack.url, storageState: await administratorSession() });
      const page = await context.newPage();
      await changeAnswers(page, 'empty');
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  technician: [
    async ({ browser, stack, api }, use) => {
      const context = await openAs(browser, stack.url, api, 'technician');
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  viewer: [
    async ({ browser, stack, api }, use) => {
      const context = await openAs(browser, stack.url, api, 'viewer');
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'parallel' });

const neverScanned = 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04';
const walked = [...tenantPages, ...globalPages];
const ofTenant = new Set<string>(tenantPages.map(([path]) => path));
const inTenant = (path: string, id: string) => (ofTenant.has(path) ? `${path}?tenantId=${id}` : path);
const journeyOf = (path: string): Journey => {
  const journey = journeys[path];
  if (journey === undefined) throw new Error(`${path} has no journey in page-journeys.ts`);
  return journey;
};
const rank = { viewer: 0, technician: 1, admin: 2 };
const opens = (role: keyof typeof rank, least: keyof typeof rank) => rank[role] >= rank[least];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The part that belongs to the page; those without the shell have no more than that. */
const content = (page: Page) => page.locator('main').first();
const retries = (page: Page) => content(page).getByRole('button', { name: /^(Retry|Try again)$/i });

/** As a link within the application leads there, without loading it anew. */
async function goInside(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(address);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

test('every page has a journey, and every journey a page', () => {
  expect(Object.keys(journeys).sort()).toEqual(walked.map(([path]) => path as string).sort());
});

for (const [path, , tag] of walked) {
  const { asks, empty } = journeyOf(path);
  if (asks) {
    test(`${path} says that it failed, and loads with Retry`, { tag: [tag].flat() }, async ({ failingPage: page }) => {
      await page.goto(inTenant(path, demonstration.weak.id));
      await expect(retries(page).first()).toBeVisible();
      expect(await violations(page, 'main')).toEqual([]);
      await giveAnswers(page);
      // A page of several parts has a Retry for each.
      await expect(async () => {
        const left = retries(page);
        if ((await left.count()) > 0) await left.first().click();
        await expect(left).toHaveCount(0, { timeout: 100 });
      }).toPass({ intervals: [20] });
      await expect(content(page)).toContainText(journeyOf(path).shows);
    });
  }
  if (empty !== null) {
    test(`${path} says that there is nothing yet`, { tag: [tag].flat() }, async ({ emptyPage: page }) => {
      await page.goto(inTenant(path, neverScanned));
      await expect(content(page)).toContainText(empty);
      expect(await violations(page, 'main')).toEqual([]);
    });
  }
}

for (const role of ['technician', 'viewer'] as const) {
  for (const [path, , tag] of walked) {
    const { role: least, shows, offers = [] } = journeyOf(path);
    if (!opens(role, least)) continue;
    test(`a ${role} sees ${path}, and is offered what they may do there`, { tag: [tag].flat() }, async ({
      technician,
      viewer,
    }) => {
      const page = role === 'technician' ? technician : viewer;
      // Where a tenant is selected, the choice of one leads on to it.
      if (page.url() !== 'about:blank')
        await page.evaluate(() => [localStorage, sessionStorage].map((kept) => kept.clear()));
      await page.goto(inTenant(path, demonstration.weak.id));
      await expect(page.locator('body')).toContainText(shows);
      await expect(heading(page)).not.toHaveText('Access Denied');
      for (const [name, needed] of offers) {
        const offered = content(page).getByRole('button', { name }).or(content(page).getByRole('link', { name }));
        if (opens(role, needed)) await expect(offered.first()).toBeVisible();
        else await expect(offered).toHaveCount(0);
      }
      expect(await violations(page, 'body')).toEqual([]);
    });
  }

  test(`a ${role} is denied every page that is beyond the role`, async ({ technician, viewer }) => {
    const page = role === 'technician' ? technician : viewer;
    for (const [path] of walked.filter(([one]) => !opens(role, journeyOf(one).role))) {
      await test.step(path, async () => {
        await goInside(page, inTenant(path, demonstration.weak.id));
        await expect(page).toHaveURL(({ pathname, search }) => `${pathname}${search}`.startsWith(path));
        await expect(heading(page)).toHaveText('Access Denied');
      });
    }
    expect(await violations(page, 'main')).toEqual([]);
  });
}

test('an administrator is offered everything', async ({ signedInPage: page }) => {
  for (const [path] of tenantPages) {
    for (const [name] of journeyOf(path).offers ?? []) {
      await test.step(`${path}: ${name}`, async () => {
        await goInside(page, inTenant(path, demonstration.weak.id));
        const offered = content(page).getByRole('button', { name }).or(content(page).getByRole('link', { name }));
        await expect(offered.first()).toBeVisible();
      });
    }
  }
});
