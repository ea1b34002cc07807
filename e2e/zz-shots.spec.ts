import { expect, test } from './signed-in-test.ts';

test('shots', async ({ page, api }) => {
  test.setTimeout(200_000);
  void api;
  for (const [name, width] of [['wide', 1280], ['phone', 390]] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/health');
    await expect(page.getByRole('region', { name: 'Readiness' })).toBeVisible();
    if (name === 'wide') {
      await page.screenshot({ path: '/tmp/shot-before.png', fullPage: true });
      await page.getByRole('button', { name: 'Check now' }).click();
      await expect(page.getByRole('table', { name: 'Services' })).toBeVisible();
    }
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/shot-${name}-${scheme}.png`, fullPage: true });
    }
    console.log(name, await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth));
  }
});
