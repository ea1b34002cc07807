import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { ROOT } from '../local/build-outputs.ts';
import { administrator } from '../local/stack/api-session.ts';
import { type RunningStack, startStack } from '../local/stack/start-stack.ts';
import { type MicrosoftBehindProxy, startMicrosoftBehindProxy } from '../local/testing/microsoft-behind-proxy.ts';
import { demoProfiles } from '../simulator/src/profiles/demo-profiles.ts';
import { staffProfile } from '../simulator/src/profiles/staff-profile.ts';
import { createSignInCloud } from '../simulator/src/sign-in/sign-in-cloud.ts';
import { expectLoopbackAlone } from './loopback.ts';
import { watchPolicy } from './policy-watch.ts';
import { chooseTenant, scanHere } from './signed-in-test.ts';

// The mode that users start with --microsoft, unchanged, in the stack as in the browser: behind a proxy that plays Microsoft.
test.describe.configure({ mode: 'serial' });

const ferncliffe = { domain: 'ferncliffeschools.example', name: 'Ferncliffe Schools Trust' };
const theirAdministrator = /@ferncliffeschools\.example.*Global Administrator/s;
const isBrowser = /Mozilla/;
const recorder = join(ROOT, 'local/testing/record-connections.cjs');

let microsoft: MicrosoftBehindProxy;
let stack: RunningStack;
let browser: Browser;
let page: Page;
let connectionsFile: string;
let policy: ReturnType<typeof watchPolicy>;

const pickAccount = (name: RegExp) => page.getByRole('button', { name }).first().click();

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
test.beforeAll(async ({}, testInfo) => {
  const cloud = createSignInCloud({ now: () => new Date(), tenants: demoProfiles });
  microsoft = await startMicrosoftBehindProxy({ cloud });
  connectionsFile = testInfo.outputPath('connections.txt');
  // What the stack adds by itself is left out here.
  const { NODE_USE_ENV_PROXY: _, NO_PROXY: __, ...proxy } = microsoft.environment;
  const recording = { NODE_OPTIONS: `--require=${recorder}`, CONNECTIONS_FILE: connectionsFile };
  stack = await startStack({ ...proxy, ...recording }, ['--no-build', '--microsoft']);
  browser = await chromium.launch({
    ...testInfo.project.use.launchOptions,
    args: [
      ...(testInfo.project.use.launchOptions?.args ?? []),
      `--proxy-server=${microsoft.proxyUrl}`,
      `--ignore-certificate-errors-spki-list=${microsoft.publicKeyHash}`,
    ],
  });
  policy = watchPolicy(browser);
  page = await browser.newPage({ baseURL: stack.url });
});
test.afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await microsoft?.close();
});

test('the first administrator finds no tenant: nobody is shown who is not theirs', { tag: '@local' }, async () => {
  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Username' }).fill(administrator.username);
  await page.getByRole('textbox', { name: 'Email' }).fill(administrator.email);
  await page.getByRole('textbox', { name: 'Display name' }).fill(administrator.displayName);
  await page.getByRole('textbox', { name: /^Password/ }).fill(administrator.password);
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
  const answer = await page.request.get('/api/tenants');
  expect(await answer.json()).toMatchObject({ tenants: [] });
});

test('the app registration is entered with the redirect URI of this machine, and Microsoft answers to its test', {
  tag: '@local',
}, async () => {
  await page.goto('/admin/graph-settings');
  await expect(page.getByText(`${stack.url}/callback`).first()).toBeVisible();
  await page.getByRole('textbox', { name: /^Client ID/ }).fill('5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71');
  await page.getByRole('textbox', { name: /^Tenant ID/ }).fill(staffProfile.id);
  await page.getByRole('radio', { name: 'A client secret' }).click();
  await page.getByRole('textbox', { name: 'Client secret', exact: true }).fill('any secret of theirs');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('The Graph API settings were saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/^Microsoft answered for /)).toBeVisible();
});

test('a tenant is connected on the pages of login.microsoftonline.com, and scanned', { tag: '@local' }, async () => {
  await page.goto('/admin/tenants');
  await page.getByRole('link', { name: 'Connect M365 Tenant' }).click();
  await page.getByRole('link', { name: 'Connect Microsoft 365 Tenant' }).click();
  await expect(page).toHaveURL(/^https:\/\/login\.microsoftonline\.com\//);
  await pickAccount(theirAdministrator);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { name: 'Pick an account' })).toBeVisible();
  await pickAccount(theirAdministrator);
  await expect(page.getByText(`${ferncliffe.name} is now connected to Microsoft 365.`)).toBeVisible();
  await expect(page).toHaveURL(`${stack.url}/admin/tenants`);
  await chooseTenant(page, ferncliffe.name);
  await scanHere(page);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('its report is made', { tag: '@local' }, async () => {
  const { tenants } = await (await page.request.get('/api/tenants')).json();
  const report = await page.request.get(`/api/tenant/${tenants[0].id}/report/pdf`);
  expect(report.headers()['content-type']).toBe('application/pdf');
});

test('every process is on loopback alone', { tag: '@local' }, async () => {
  await expectLoopbackAlone(stack);
  expect(stack.now().pids.simulator).toBeNull();
});

test('nothing was asked but the hosts that docs/what-leaves.md names, and nothing went past the proxy', {
  tag: '@local',
}, async () => {
  const documented = readFileSync(join(ROOT, 'docs/what-leaves.md'), 'utf8').matchAll(/^\| `([a-z0-9.-]+\.[a-z]+)`/gm);
  const named = [...documented].map(([, host]) => host);
  // The browser asks for what Chromium wants besides, which is none of ours.
  const byStack = [
    ...new Set(microsoft.requests().flatMap(({ host, client }) => (isBrowser.test(client) ? [] : [host]))),
  ];
  expect(named).toEqual(expect.arrayContaining(byStack));
  expect(byStack).toEqual(
    expect.arrayContaining(['login.microsoftonline.com', 'graph.microsoft.com', 'cloudflare-dns.com']),
  );
  expect(existsSync(connectionsFile) ? readFileSync(connectionsFile, 'utf8') : '').toBe('');
  expect(policy.violations).toEqual([]);
});
