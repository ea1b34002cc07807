import type { BrowserContext, Page } from '@playwright/test';
import { good, type Marked, watchFrames, weak } from './frame-watch.ts';
import { demonstration, expect, test } from './signed-in-test.ts';
import { slowDown, untilAnswered, untilAsked } from './slow-answers.ts';
import { tenantPages } from './walked-pages.ts';

// Whichever worker is free takes the next page.
test.describe.configure({ mode: 'parallel' });

const addressOf = (path: string, { id }: Marked) => `${path}?tenantId=${id}`;

/** As a link within the application leads there, without loading it anew. */
async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Tenant: / }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

async function openWatched(context: BrowserContext, seed: number) {
  const found = await watchFrames(context, [weak, good]);
  await slowDown(context, [weak, good], seed);
  const page = await context.newPage();
  const broken: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('not of the declared shape')) broken.push(message.text());
  });
  return { page, found, broken };
}

/** What the page says whose it is, and something of an answer. */
async function showsDataOf(page: Page, tenant: Marked): Promise<void> {
  const name = tenant.markers[1] ?? '';
  await expect(page.getByRole('button', { name: `Tenant: ${name}` })).toBeVisible();
  await expect(page.locator('main')).toContainText(name);
}

for (const [index, [path, , tag]] of tenantPages.entries()) {
  test(`no frame of ${path} shows another tenant's data while answers are slow`, { tag }, async ({ context }) => {
    const { page, found, broken } = await openWatched(context, index + 1);
    await test.step('by address, before the former tenant has answered', async () => {
      await page.goto(addressOf(path, weak));
      await untilAsked(page, weak);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await goInside(page, addressOf(path, good));
      await untilAnswered(page);
      await showsDataOf(page, good);
    });
    await test.step('by Back, and by the switcher before that has answered', async () => {
      await page.goBack();
      await showsDataOf(page, weak);
      await switchTo(page, demonstration.good.name);
      await expect(page).toHaveURL(addressOf('/dashboard', good));
      await untilAnswered(page);
      await showsDataOf(page, good);
    });
    await test.step('by Back, when both have answered', async () => {
      await page.goBack();
      await untilAnswered(page);
      await showsDataOf(page, weak);
    });
    expect(found).toEqual([]);
    // That it looked at all: the pages that change least draw ten frames here on a quiet machine.
    expect(await page.evaluate(() => window.framesLookedAt)).toBeGreaterThan(8);
    expect(broken).toEqual([]);
  });
}

test("a drawer or a dialog of one tenant is not open on another's page", {
  tag: ['@findings', '@audits', '@tasks', '@mailflow'],
}, async ({ context }) => {
  const { page, found } = await openWatched(context, 100);
  await page.goto(addressOf('/findings', weak));
  const opened = [
    ['/findings', page.getByRole('button', { name: /^View Details: / }).first()],
    ['/audit', page.getByRole('heading', { level: 3 }).getByRole('button').first()],
    ['/mail-flow', page.getByRole('button', { name: /^Details of / }).first()],
    ['/tasks', page.getByRole('button', { name: 'New Task' })],
  ] as const;
  for (const [path, opener] of opened) {
    await test.step(path, async () => {
      await goInside(page, addressOf(path, weak));
      await opener.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await goInside(page, addressOf(path, good));
      await untilAnswered(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await showsDataOf(page, good);
    });
  }
  expect(found).toEqual([]);
});

test('a frame with a word of another tenant is found, in its text and in its attributes', {
  tag: '@app',
}, async ({ context }) => {
  const found = await watchFrames(context, [weak, good]);
  const page = await context.newPage();
  await page.goto(addressOf('/tasks', good));
  await showsDataOf(page, good);
  expect(found).toEqual([]);
  await page.evaluate((name) => document.body.setAttribute('data-note', `Of ${name}`), demonstration.weak.name);
  // Each frame that shows it tells of it.
  await expect.poll(() => new Set(found).size).toBe(1);
  await page.evaluate((id) => {
    document.body.removeAttribute('data-note');
    document.title = id;
  }, demonstration.weak.id);
  await expect.poll(() => new Set(found).size).toBe(2);
});
