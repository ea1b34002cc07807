import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demonstration, expect, test } from './signed-in-test.ts';

const signedInPages = [
  ['/overview', 'Multi-Tenant Overview'],
  ['/select-tenant', ''],
  ['/dashboard', 'System Health Dashboard'],
  ['/audit', 'M365 Audit'],
  ['/findings', ''],
  ['/scan', 'Scan Internal Policies'],
  ['/report', 'Reports'],
  ['/help', ''],
  ['/admin', ''],
  ['/nothing-here', ''],
] as const;
const publicPages = ['/login', '/register', '/setup'];

/** Until it is shown the selection is not kept, and the next page would not find it. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto(`/dashboard?tenantId=${demonstration.weak.id}`);
  await expect(page.getByRole('button', { name: `Organization: ${demonstration.weak.name}` })).toBeVisible();
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds no violation, ${colorScheme}`, () => {
    test.use({ colorScheme });

    for (const [path, title] of signedInPages) {
      test(`on ${path}`, async ({ page }) => {
        const needsTenant = ['/dashboard', '/audit', '/report', '/findings', '/scan'].includes(path);
        if (needsTenant) await openDashboard(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, ...(title ? { name: title } : {}) })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await violations(page)).toEqual([]);
      });
    }

    test('in the details of a finding', async ({ page }) => {
      await openDashboard(page);
      await page.getByRole('link', { name: 'Findings View' }).click();
      await page
        .getByRole('button', { name: /^View Details: / })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Evidence' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    for (const path of publicPages) {
      test(`on ${path}, signed out`, async ({ page, context }) => {
        await context.clearCookies();
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}
