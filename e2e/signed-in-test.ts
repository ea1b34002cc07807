import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { stepUpMinutes } from '@tenantry/contract/endpoint';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { type ApiSession, administrator, openApiSession } from '../local/stack/api-session.ts';
import { freshStackTest } from './fresh-stack-test.ts';

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
  await page.getByRole('button', { name: /^Tenant: / }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Health Dashboard' })).toBeVisible();
}

/** Scans the selected tenant on the scan page and waits for its end. */
export async function scanHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Scan Internal Policies' }).click();
  await page.getByRole('button', { name: 'Start Scan' }).click();
  await expect(page.getByText('Scan completed. Taking you to the findings…')).toBeVisible({ timeout: 45_000 });
}

async function scanByApi(api: ApiSession, tenantId: string): Promise<void> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  const status = async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status;
  await expect.poll(status, { timeout: 45_000 }).toBe('completed');
}

type TestFixtures = {
  page: Page;
  /** A page that the tests of a worker share, for those that load what they need: its browser knows the files by then. */
  signedInPage: Page;
};

type SessionCookies = Parameters<BrowserContext['addCookies']>[0];

type WorkerFixtures = {
  /** The administrator of this worker's stack, without a browser. Two tenants have been scanned. */
  api: ApiSession;
  /** The file with a session of the administrator's for a browser, in which they have proven of late who they are. */
  administratorSession: () => Promise<string>;
  /** The page behind `signedInPage`, and the session that its browser has. */
  sharedPage: { page: Page; session: string };
  signedOutPage: Page;
};

/** Each test has a page of its own on which the administrator is signed in. */
export const test = freshStackTest.extend<TestFixtures, WorkerFixtures>({
  api: [
    async ({ stack }, use) => {
      const api = await openApiSession(stack.url);
      await Promise.all([demonstration.weak, demonstration.good].map(({ id }) => scanByApi(api, id)));
      await use(api);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  administratorSession: [
    async ({ stack, api, playwright }, use) => {
      // The administrator that `api` registered.
      void api;
      const file = `${stack.dataDir}/administrator-session.json`;
      const { username, password } = administrator;
      let provenMs = Number.NEGATIVE_INFINITY;
      await use(async () => {
        // The other half is for the test. The sessions of before go on, in which other pages are open.
        if (performance.now() - provenMs < (stepUpMinutes / 2) * 60_000) return file;
        const browserless = await playwright.request.newContext({ baseURL: stack.url });
        expect((await browserless.post('/api/auth/local', { data: { username, password } })).ok()).toBe(true);
        provenMs = performance.now();
        await browserless.storageState({ path: file });
        await browserless.dispose();
        return file;
      });
    },
    { scope: 'worker' },
  ],
  sharedPage: [
    async ({ stack, administratorSession, browser }, use) => {
      const storageState = await administratorSession();
      const context = await browser.newContext({ baseURL: stack.url, storageState });
      await use({ page: await context.newPage(), session: readFileSync(storageState, 'utf8') });
      await context.close();
    },
    { scope: 'worker' },
  ],
  signedInPage: async ({ sharedPage, administratorSession }, use) => {
    const session = readFileSync(await administratorSession(), 'utf8');
    if (session !== sharedPage.session) {
      await sharedPage.page.context().addCookies((JSON.parse(session) as { cookies: SessionCookies }).cookies);
      sharedPage.session = session;
    }
    await use(sharedPage.page);
  },
  signedOutPage: [
    async ({ stack, browser }, use) => {
      // Without a state of its own a context begins with that of the tests, which is signed in.
      const context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  storageState: async ({ administratorSession }, use) => use(await administratorSession()),
  page: async ({ page }, use) => {
    await page.goto('/overview');
    await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
    await use(page);
  },
});
