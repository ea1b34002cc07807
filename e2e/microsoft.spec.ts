import { expect, type Page, test } from '@playwright/test';
import { type RunningStack, startStack } from '../local/stack/start-stack.ts';
import { chooseTenant, scanHere } from './signed-in-test.ts';

// Each stack is fresh: the first of the staff who signs in becomes its administrator. The two stacks are told apart by
// their cookies alone, and tell the same story side by side.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

const ferncliffe = { domain: 'ferncliffeschools.example', name: 'Ferncliffe Schools Trust' };
const lost = `The connection to ${ferncliffe.name} is lost.`;

/** Changes the state of a tenant at the simulator, as its administrator could at Microsoft. */
async function changeEntra(stack: RunningStack, change: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${stack.now().ports.simulator}/control/entra`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: ferncliffe.domain, ...change }),
  });
  expect(answer.ok).toBe(true);
}

const pickAccount = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const theirAdministrator = /@ferncliffeschools\.example.*Global Administrator/s;

async function signInAsGreta(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).click();
  await pickAccount(page, /greta\.dietrich@/);
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication Successful' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
}

/** From the overview, through the pages of ours and of Microsoft's, back to the list with the new tenant. */
async function connectFerncliffe(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page
    .getByRole('navigation', { name: 'Admin panel' })
    .getByRole('link', { name: 'Tenants', exact: true })
    .click();
  await page.getByRole('link', { name: 'Connect M365 Tenant' }).click();
  await page.getByRole('link', { name: 'Connect Microsoft 365 Tenant' }).click();
  await pickAccount(page, theirAdministrator);
  await page.getByRole('button', { name: 'Accept' }).click();
  // The consent came from anybody's browser; who signs in now proves which directory it is.
  await expect(page.getByRole('heading', { name: 'Pick an account' })).toBeVisible();
  await pickAccount(page, theirAdministrator);
  await expect(page.getByRole('heading', { level: 1, name: 'Completing Authentication' })).toBeVisible();
  await expect(page.getByText(`${ferncliffe.name} is now connected to Microsoft 365.`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/tenants$/);
  const row = page.getByRole('row').filter({ hasText: ferncliffe.domain });
  await expect(row).toContainText('Connected');
  await expect(row).not.toContainText('Simulated');
}

async function scanThatFails(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Scan Internal Policies' }).click();
  await page.getByRole('button', { name: 'Start Scan' }).click();
  await expect(page.getByText(/AADSTS700016/).first()).toBeVisible({ timeout: 45_000 });
}

for (const [where, environment] of [
  ['as the API sets its cookies', {}],
  ['where Domain is appended to cookies and Lax made Strict', { HOP_COOKIE_DOMAIN: '1', HOP_LAX_TO_STRICT: '1' }],
] as const) {
  test.describe(`Microsoft, ${where}`, () => {
    test.describe.configure({ mode: 'serial' });
    let stack: RunningStack;
    let page: Page;
    test.beforeAll(async ({ browser }) => {
      stack = await startStack(environment, ['--no-build']);
      page = await browser.newPage();
    });
    test.afterAll(async () => {
      await page?.close();
      await stack?.stop();
    });

    test('the first of the staff who signs in becomes the administrator', { tag: '@auth' }, async () => {
      await signInAsGreta(page, stack.url);
      await expect(page.getByRole('link', { name: 'Admin Panel' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Account: Greta Dietrich' })).toBeVisible();
    });

    test('a refused sign-in says so and leads back to the sign-in page', { tag: '@auth' }, async ({ browser }) => {
      const other = await browser.newPage();
      await other.goto(`${stack.url}/login`);
      await other.getByRole('link', { name: 'Sign in with Microsoft' }).click();
      await other.getByRole('button', { name: 'Cancel' }).click();
      await expect(other.getByRole('heading', { level: 1, name: 'Authentication Failed' })).toBeVisible();
      await expect(other.getByText('The sign-in was canceled at Microsoft.')).toBeVisible();
      await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      await other.close();
    });

    test('a tenant is connected with the consent of its administrator, and scanned', {
      tag: '@connections',
    }, async () => {
      await connectFerncliffe(page);
      await chooseTenant(page, ferncliffe.name);
      await scanHere(page);
      await expect(page).toHaveURL(/\/findings/);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByText(lost)).toHaveCount(0);
    });

    test('a tenant that took its consent back is told of, connected again and scanned again', {
      tag: '@connections',
    }, async () => {
      await changeEntra(stack, { consent: 'removed', expireAccessTokens: true, consentSeconds: 8 });
      await scanThatFails(page);
      await expect(page.getByText(lost)).toBeVisible();
      await page.getByRole('link', { name: 'Credential Status' }).click();
      const row = page.getByRole('row').filter({ hasText: ferncliffe.name });
      await expect(row).toContainText('Reconnect needed');

      // The notice above the page names the tenant too.
      await row.getByRole('link', { name: `Reconnect ${ferncliffe.name}` }).click();
      // The directory no longer knows our app: its administrator consents anew, then signs in.
      await pickAccount(page, theirAdministrator);
      await page.getByRole('button', { name: 'Accept' }).click();
      await expect(page.getByRole('heading', { name: 'Pick an account' })).toBeVisible();
      await pickAccount(page, theirAdministrator);
      // Microsoft takes a while to apply a consent; a reload in between does no harm.
      const waiting = page.getByRole('heading', { name: 'Waiting for Microsoft to apply the consent' });
      await expect(waiting).toBeVisible();
      await page.reload();
      await expect(waiting).toBeVisible();
      await expect(page.getByText(`${ferncliffe.name} is connected to Microsoft 365 again.`)).toBeVisible({
        timeout: 30_000,
      });
      await expect(page.getByText(lost)).toHaveCount(0);
      await chooseTenant(page, ferncliffe.name);
      await scanHere(page);
      await expect(page.getByText(lost)).toHaveCount(0);
    });

    test('a simulated tenant is not connected, which is said on a page', { tag: '@connections' }, async () => {
      const address = '/api/auth/m365/start?tenantId=3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
      // Followed from a page of ours; typed or mailed, the address is refused.
      expect((await page.goto(stack.url + address))?.status()).toBe(403);
      await page.goto(stack.url);
      await page.evaluate((to) => window.location.assign(to), address);
      await expect(page.getByRole('heading', { level: 1, name: 'Authentication Issue' })).toBeVisible();
      await page.getByRole('link', { name: 'Return to Admin Panel' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel - Tenants' })).toBeVisible();
    });
  });
}
