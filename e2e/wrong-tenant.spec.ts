import type { Page } from '@playwright/test';
import { administrator } from '../local/stack/api-session.ts';
import { chooseTenant, demonstration, expect, test } from './signed-in-test.ts';

const { weak, good } = demonstration;
const foreign = '99999999-0000-4000-8000-000000000000';

const switcher = (page: Page) => page.getByRole('button', { name: /^Tenant: / });
const names = (page: Page, name: string) => expect(switcher(page)).toHaveAccessibleName(`Tenant: ${name}`);

async function expectFindingsOf(page: Page, tenant: { name: string }, other: { name: string }) {
  await names(page, tenant.name);
  await expect(page.getByRole('article').first()).toContainText(tenant.name);
  await expect(page.getByRole('article').filter({ hasText: other.name })).toHaveCount(0);
}

test('two tabs with two tenants keep each its own, over a reload and Back', { tag: '@findings' }, async ({
  page,
  context,
}) => {
  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  await expectFindingsOf(page, weak, good);
  const second = await context.newPage();
  await second.goto('/overview');
  await chooseTenant(second, good.name);
  await second.getByRole('link', { name: 'Findings View' }).click();
  await expectFindingsOf(second, good, weak);
  await page.reload();
  await expectFindingsOf(page, weak, good);
  await page.goto('/audit');
  await names(page, weak.name);
  await expect(page).toHaveURL(`/audit?tenantId=${weak.id}`);
  await second.getByRole('link', { name: 'Multi-Tenant Overview' }).click();
  await names(second, 'Global View');
  await page.reload();
  await names(page, weak.name);
  await second.goBack();
  await expectFindingsOf(second, good, weak);
  // A new tab starts with the one that was used last.
  const third = await context.newPage();
  await third.goto('/findings');
  await expect(third).toHaveURL(`/findings?tenantId=${good.id}`);
});

test('the tenant in the address wins over the selected one, also while answers are slow', {
  tag: '@findings',
}, async ({ page }) => {
  await chooseTenant(page, weak.name);
  const held = Promise.withResolvers<void>();
  const asked: (string | undefined)[] = [];
  await page.route('**/api/graph/findings**', async (route) => {
    const tenantId = route.request().headers()['x-tenant-id'];
    asked.push(tenantId);
    if (tenantId === weak.id) await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Findings View' }).click();
  await expect.poll(() => asked).toEqual([weak.id]);
  await page.goto(`/findings?tenantId=${good.id}`);
  await expectFindingsOf(page, good, weak);
  held.resolve();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Health Dashboard' })).toBeVisible();
  await page.goBack();
  await expectFindingsOf(page, good, weak);
  expect(asked.slice(1).every((tenantId) => tenantId === good.id)).toBe(true);
});

test('every page of a tenant has it in its address', { tag: '@app' }, async ({ page }) => {
  await chooseTenant(page, weak.name);
  const links = page.getByRole('navigation').getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const own = hrefs.filter((href) => href.includes(weak.id));
  expect(own.map((href) => href.split('?')[0])).toEqual(
    expect.arrayContaining(['/dashboard', '/audit', '/changes', '/compliance', '/findings', '/mail-flow', '/report']),
  );
  for (const href of own) {
    await page.goto(href.split('?')[0] ?? '');
    await expect(page).toHaveURL(new RegExp(`tenantId=${weak.id}`));
  }
});

test('an address with a tenant out of scope says so and changes nothing', { tag: '@findings' }, async ({ page }) => {
  await chooseTenant(page, weak.name);
  await page.goto(`/findings?tenantId=${foreign}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tenant Not Available' })).toBeVisible();
  await names(page, weak.name);
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a finding, a check and a domain have addresses; Back closes them', {
  tag: ['@findings', '@audits', '@mailflow'],
}, async ({ page, context }) => {
  await chooseTenant(page, weak.name);
  const visits = [
    { link: 'Findings View', open: page.getByRole('button', { name: /^View Details/ }).first(), name: 'finding' },
    { link: 'Mail Flow', open: page.getByRole('button', { name: /^Details of / }).first(), name: 'domain' },
    { link: 'M365 Audit', open: page.getByRole('heading', { level: 3 }).getByRole('button').first(), name: 'check' },
  ];
  for (const { link, open, name } of visits) {
    await page.getByRole('link', { name: link }).click();
    await open.click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`tenantId=${weak.id}.*[?&]${name}=`));
    const title = await drawer.getByRole('heading', { level: 2 }).innerText();
    const address = page.url();
    await page.goBack();
    await expect(drawer).toHaveCount(0);
    await expect(open).toBeFocused();
    await page.goForward();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get(name)).toBeNull();
    const fresh = await context.newPage();
    await fresh.goto(address);
    await expect(fresh.getByRole('dialog').getByRole('heading', { level: 2, name: title })).toBeVisible();
    await fresh.close();
  }
});

/** Signs in on the page to which the browser was sent. */
async function signInHere(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(administrator.username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('sign-in leads back to where one was, with what was half typed', { tag: ['@auth', '@findings'] }, async ({
  page,
  context,
}) => {
  await page.goto(`/findings?tenantId=${weak.id}&severity=critical`);
  await page
    .getByRole('button', { name: /^View Details/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept risk…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this risk' });
  await dialog.getByLabel(/^Reason/).fill('The vendor scanner needs this until March');
  const address = page.url();
  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Accept risk' }).click();
  await expect(page).toHaveURL(/\/login\?message=session-expired/);
  await signInHere(page);
  await expect(page).toHaveURL(address);
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue('The vendor scanner needs this until March');
});

test('a link that was opened signed out is where sign-in leads', { tag: '@auth' }, async ({ page, context }) => {
  await context.clearCookies();
  await page.goto(`/compliance?tenantId=${good.id}&framework=nist-csf`);
  await expect(page).toHaveURL(/\/login$/);
  await signInHere(page);
  await expect(page).toHaveURL(`/compliance?tenantId=${good.id}&framework=nist-csf`);
  await names(page, good.name);
});

test('the switcher searches', { tag: '@app' }, async ({ page }) => {
  await switcher(page).click();
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill('alderw');
  await expect(page.getByRole('menuitemradio')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await names(page, good.name);
});
