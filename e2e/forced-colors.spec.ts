import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { demonstration, expect, test } from './signed-in-test.ts';

const { weak } = demonstration;

/** What a color is drawn as, whatever it is called. */
const drawn = (page: Page, color: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('span');
    probe.style.color = name;
    document.body.append(probe);
    const { color: computed } = getComputedStyle(probe);
    probe.remove();
    return computed;
  }, color);

const colorOf = (part: Locator, property: 'stroke' | 'backgroundColor') =>
  part.evaluate((element, name) => getComputedStyle(element)[name], property);

async function expectVisible(page: Page, part: Locator, property: 'stroke' | 'backgroundColor'): Promise<void> {
  const color = await colorOf(part, property);
  expect([await drawn(page, 'Canvas'), 'rgba(0, 0, 0, 0)', 'none']).not.toContain(color);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`under forced colors, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' } });

    test('the charts of the dashboard and where one is stand out from the canvas, and axe finds no violation', {
      tag: '@dashboard',
    }, async ({ page }) => {
      await page.goto(`/dashboard?tenantId=${weak.id}`);
      const ring = page.getByRole('img', { name: /out of 100$/ }).first();
      await expect(ring).toBeVisible();
      await expectVisible(page, ring.locator('circle').first(), 'stroke');
      await expectVisible(page, ring.locator('circle').last(), 'stroke');
      const bars = page.getByRole('list', { name: /by category/i }).locator('[aria-hidden=true] > div');
      await expectVisible(page, bars.last(), 'backgroundColor');
      const trend = page.getByRole('figure').locator('svg path').last();
      await expectVisible(page, trend, 'stroke');
      const here = page.getByRole('link', { name: 'Dashboard', exact: true });
      const marker = await here.evaluate((link) => getComputedStyle(link, '::before').backgroundColor);
      expect(marker).toBe(await drawn(page, 'Highlight'));
      expect(await violations(page)).toEqual([]);
    });

    test('what a piece of work brings and what is met of a framework stand out from the canvas', {
      tag: ['@findings', '@compliance'],
    }, async ({ page }) => {
      await page.goto(`/findings?tenantId=${weak.id}`);
      const first = page.getByRole('list', { name: 'What to do first' }).getByRole('listitem').first();
      await expectVisible(page, first.locator('[aria-hidden=true] > div').last(), 'backgroundColor');
      await page.goto(`/compliance?tenantId=${weak.id}`);
      const framework = page.getByRole('link', { name: /^CISA SCuBA/ });
      await expectVisible(page, framework.locator('[aria-hidden=true] > div').first(), 'backgroundColor');
    });
  });
}
