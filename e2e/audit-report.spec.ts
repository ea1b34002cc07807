import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { htmlFile } from '../api/src/cli/audit/formats/report-html.ts';
import { againstBaseline, auditOf, withHostileNames } from '../api/src/cli/audit/testing/audit-results.ts';
import { violations } from './axe.ts';

// The page that `npm run audit` writes: a file, opened as a file, without the stack.

let folder: string;
const addressOf = (name: string): string => pathToFileURL(join(folder, `${name}.html`)).href;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-report-'));
  const [weak, good, critical] = await Promise.all([auditOf('weak'), auditOf('good'), auditOf('critical')]);
  const pages = {
    weak,
    good: againstBaseline(good),
    critical: againstBaseline(critical),
    hostile: withHostileNames(weak),
  };
  for (const [name, result] of Object.entries(pages)) {
    await writeFile(join(folder, `${name}.html`), htmlFile(result).content);
  }
});
test.afterAll(() => rm(folder, { recursive: true }));

/** What the page asked for beside itself, and what its policy or the browser complained of. */
function watched(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('file://')) seen.push(request.url());
  });
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(error.message));
  return seen;
}

const openAll = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });

const looks = [
  { name: 'weak', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'critical', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'good', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

for (const { name, colorScheme, viewport } of looks) {
  test(`the page of a ${name} tenant passes axe with everything open, ${colorScheme}, ${viewport.width} pixels wide`, async ({
    browser,
  }) => {
    // Thousands of elements, each of which axe looks at.
    test.slow();
    const context = await browser.newContext({ colorScheme, viewport });
    const page = await context.newPage();
    await page.goto(addressOf(name));
    await openAll(page);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
}

test('it opens offline, asks for nothing else and breaks none of its own rules', async ({ browser }) => {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const seen = watched(page);
  for (const name of ['weak', 'good', 'critical', 'hostile']) {
    await page.goto(addressOf(name));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openAll(page);
  }
  expect(seen).toEqual([]);
  await context.close();
});

test('hostile names are text', async ({ page }) => {
  await page.goto(addressOf('hostile'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>alert(1)</script>');
  await expect(page.locator('script, img, iframe')).toHaveCount(0);
  expect(await page.title()).toContain('<script>alert(1)</script>');
});

test('on a phone nothing is wider than the page, unfolded too', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  for (const name of ['weak', 'critical', 'hostile']) {
    await page.goto(addressOf(name));
    await openAll(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
  }
  await context.close();
});

test('the keyboard opens a finding and follows the work to it', async ({ page }) => {
  await page.goto(addressOf('weak'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the report' })).toBeFocused();
  const link = page.locator('#work-require-mfa').getByRole('link', { name: 'MFA is not ensured for all guests' });
  await link.press('Enter');
  const finding = page.locator('#finding-ca-mfa-guests');
  await expect(finding).toBeInViewport();
  const summary = finding.locator('summary');
  await summary.press('Enter');
  await expect(finding.getByText('What to do', { exact: true })).toBeVisible();
});

test('what is folded on the screen is printed', async ({ page }) => {
  await page.goto(addressOf('weak'));
  const folded = page.locator('details.card:not([open])').first().getByText('What to do', { exact: true });
  await expect(folded).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(folded).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
});
