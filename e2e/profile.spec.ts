import { type Browser, expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ageSessionIn } from '../api/testing/aged-session.ts';
import { administrator, openApiSession } from '../local/stack/api-session.ts';
import { azuriteConnectionString, azuriteKey } from '../local/stack/azurite.ts';
import type { RunningStack } from '../local/stack/start-stack.ts';
import { freshStackTest as test } from './fresh-stack-test.ts';
import { signIn } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' });
/** The code that an app shows; `steps` half minutes from now. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function givePassword(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username or email' }).fill(administrator.username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function ageSession(stack: RunningStack, session: string): Promise<void> {
  const storage = azuriteConnectionString(stack.now().ports.azurite, azuriteKey(stack.dataDir));
  await ageSessionIn(storage, decodeURIComponent(session), 11);
}

/** It is so long ago that the user of this browser said who they are that they are asked again. */
async function ageProof(page: Page, stack: RunningStack): Promise<void> {
  const cookies = await page.context().cookies();
  await ageSession(stack, cookies.find(({ name }) => /tenantry$/.test(name))?.value ?? '');
}

const identityDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

async function confirmIdentity(page: Page, password = administrator.password): Promise<void> {
  await identityDialog(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await identityDialog(page).getByRole('button', { name: 'Confirm' }).click();
}

async function newBrowser(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

test.describe('a local account', { tag: '@profile' }, () => {
  let page: Page;
  let secret = '';
  let recoveryCode = '';

  test.beforeAll(async ({ stack, browser }) => {
    await openApiSession(stack.url);
    page = await newBrowser(browser, stack.url);
    await signIn(page);
  });
  test.afterAll(() => page?.context().close());

  test('is asked for its password by a session without a browser too, which gives it and goes on', async ({
    stack,
  }) => {
    const api = await openApiSession(stack.url);
    const before = api.cookie();
    await ageSession(stack, before.split('=')[1] ?? '');
    const user = { username: 'grace', email: 'grace@msp.example', displayName: 'Grace', password: 'Qu1et!harbor' };
    await api.post('/api/admin/users', { ...user, role: 'viewer' });
    expect(api.cookie()).not.toBe(before);
    const { items } = await api.get<{ items: { username: string | null }[] }>('/api/admin/users?source=local');
    expect(items.filter(({ username }) => username === 'grace')).toHaveLength(1);
  });

  test('has its time zone, its theme and an authenticator app', async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('auckland');
    await page.getByRole('combobox', { name: 'Time zone' }).press('Enter');
    await page.getByRole('button', { name: 'Save time zone' }).click();
    await expect(page.getByText('Time zone saved')).toBeVisible();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');

    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('alertdialog', { name: 'Keep these recovery codes' });
    recoveryCode = (await codes.locator('code').innerText()).split('\n')[0] ?? '';
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText(/10 recovery codes left\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeFocused();
  });

  test('signs in by password and code, and finds its choices in the other browser', async ({ stack, browser }) => {
    const other = await newBrowser(browser, stack.url);
    await givePassword(other);
    await giveCode(other, '000000');
    await expect(other.getByText('That code is not right, or was used before.')).toBeVisible();
    // The one of now was used when the app was set up.
    await giveCode(other, codeOf(secret, 1));
    await expect(overview(other)).toBeVisible();
    await expect(other.locator('html')).toHaveCSS('color-scheme', 'dark');
    await other.goto('/profile');
    const there = await other.evaluate(() =>
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'Pacific/Auckland' }).format(new Date()),
    );
    await expect(other.getByRole('table', { name: 'Where you are signed in' })).toContainText(there);
    await other.context().close();

    const third = await newBrowser(browser, stack.url);
    await givePassword(third);
    await giveCode(third, recoveryCode);
    await expect(overview(third)).toBeVisible();

    await page.reload();
    await expect(page.getByText(/9 recovery codes left\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByText(/^Signed out \d other browsers$/)).toBeVisible();
    await third.getByRole('link', { name: 'Admin Panel' }).click();
    await third.reload();
    await expect(third).toHaveURL(/\/login/);
    await third.context().close();
  });

  test('confirms who it is before the settings of the sign-in change, once', async ({ stack }) => {
    await page.goto('/admin/settings');
    const roleSync = page.getByRole('switch', { name: /^Re-map roles/ });
    await expect(roleSync).not.toBeChecked();
    await ageProof(page, stack);
    await roleSync.click();
    await identityDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(identityDialog(page)).toHaveCount(0);
    await expect(roleSync).not.toBeChecked();

    await roleSync.click();
    await confirmIdentity(page, 'Wr0ng!pass');
    await expect(identityDialog(page).getByText(/^That password or code is not right\./)).toBeVisible();
    await confirmIdentity(page);
    await expect(page.getByText('Settings Updated')).toBeVisible();
    await expect(roleSync).toBeChecked();
    await roleSync.click();
    await expect(roleSync).not.toBeChecked();
  });

  test('confirms it above a form that is open, which is sent then', async ({ stack }) => {
    await page.goto('/admin/roles');
    await page.getByRole('button', { name: 'Add Mapping' }).click();
    const form = page.getByRole('dialog', { name: 'Add role mapping' });
    await form.getByRole('textbox', { name: 'M365 role' }).fill('Security Reader');
    await ageProof(page, stack);
    await form.getByRole('button', { name: 'Add mapping' }).click();
    await confirmIdentity(page);
    await expect(page.getByText('Mapping Created')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Role mappings' })).toContainText('Security Reader');
  });

  test('confirms it before a log leaves the house as a file', async ({ stack }) => {
    await page.goto('/admin/oauth-errors');
    await ageProof(page, stack);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /export/i })
        .click()
        .then(() => confirmIdentity(page)),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.json$/);
  });
});
