import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { administrator } from '../local/stack/api-session.ts';

export { expect };

export const demonstration = {
  weak: { id: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01', name: 'Bracken Freight Group' },
  good: { id: '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02', name: 'Alderwick Clinic' },
  unlicensed: { id: 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03', name: 'Tidewell Motors' },
} as const;

/** Two clicks before the page can react to the first, as an impatient hand does. */
export async function clickTwice(button: Locator): Promise<void> {
  await button.evaluate((element) => {
    (element as HTMLElement).click();
    (element as HTMLElement).click();
  });
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username or email' }).fill(administrator.username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
}

export async function chooseTenant(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Health Dashboard' })).toBeVisible();
}

/** Scans the selected tenant on the scan page and waits for its end. */
export async function scanHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Scan Internal Policies' }).click();
  await page.getByRole('button', { name: 'Start Scan' }).click();
  await expect(page.getByText('Scan completed. Taking you to the findings…')).toBeVisible({ timeout: 45_000 });
}

/** The session that the first start left behind. */
export const sessionFile = () => `${process.env.TENANTRY_DATA}/administrator-session.json`;

/** Each test has a page of its own on which the administrator is signed in. */
export const test = base.extend<{ page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  storageState: async ({}, use) => use(sessionFile()),
  page: async ({ page }, use) => {
    await page.goto('/overview');
    await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
    await use(page);
  },
});
