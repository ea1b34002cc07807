import type { Response } from '@playwright/test';
import { demonstration, expect, test } from './signed-in-test.ts';

const tag = { tag: '@help' };

test('a recommendation of the audit leads to its article, and Back leads back to the tenant', tag, async ({ page }) => {
  const address = `/audit?tenantId=${demonstration.weak.id}`;
  await page.goto(address);
  const recommendations = page.getByRole('region', { name: 'Recommendations' });
  await recommendations
    .getByRole('link', { name: /^How to fix this/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/help\?article=[a-z-]+$/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle(`${await title.innerText()} · Tenantry`);
  await expect(page.getByRole('heading', { level: 2, name: 'Before you begin' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(address);
  await expect(recommendations).toBeVisible();
});

const isScript = (response: Response) => /\.(?:js|md)$/.test(new URL(response.url()).pathname);
/**
 * Whether a file holds the texts of articles. Its name is a hash, so that only what is in it tells; it is asked for again, for
 * of a page that was left the browser keeps none.
 */
const holdsTexts = async (response: Response) => {
  if (!isScript(response)) return false;
  const again = await response.frame().page().request.get(response.url());
  return (await again.text()).includes('Set-RemoteDomain -Identity');
};

test('help is searched over all texts, and a hit opens the article that holds it', tag, async ({ page }) => {
  const index = page.waitForResponse(holdsTexts);
  await page.goto('/help');
  const search = page.getByRole('searchbox', { name: 'Search help' });
  await search.fill('set-remotedomain');
  await index;
  await expect(page.getByRole('heading', { name: 'Search Results (1)' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('Set-RemoteDomain');
  await expect(search).toBeFocused();
  await page.getByRole('link', { name: 'Block automatic forwarding to outside' }).click();
  await expect(page.getByText('Set-RemoteDomain -Identity Default').first()).toBeVisible();
  await page.getByRole('link', { name: 'Search results' }).click();
  await expect(search).toHaveValue('set-remotedomain');
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(page.getByRole('heading', { name: 'Mail Flow Security' })).toBeVisible();
});

test('texts of articles are not loaded before somebody searches', tag, async ({ page }) => {
  const loaded: Response[] = [];
  page.on('response', (response) => loaded.push(response));
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Fix a finding' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((response) => isScript(response)).length).toBeGreaterThan(3);
  for (const response of loaded) expect([response.url(), await holdsTexts(response)]).toEqual([response.url(), false]);
});

test('an article that is not there says so, also where it is opened by its address', tag, async ({ page }) => {
  await page.goto('/help?article=not-an-article');
  await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
  await expect(page.getByText('Sorry, the requested help article could not be loaded.')).toBeVisible();
  await page.getByRole('link', { name: 'All help topics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help & Documentation' })).toBeVisible();
});

test('on a phone neither the topics nor an article with code and tables scroll sideways', tag, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/help', '/help?article=login-branding', '/help?article=auto-forwarding-restriction']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Need More Help?' })).toBeVisible();
    const { width, shown } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      shown: document.documentElement.clientWidth,
    }));
    expect(width, path).toBe(shown);
  }
});
