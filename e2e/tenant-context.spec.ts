import { chooseTenant, demonstration, expect, signIn, test } from './signed-in-test.ts';

const { weak, good } = demonstration;

test('picking a tenant makes it active, and a global view clears it', { tag: '@overview' }, async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Tenant: Global View' })).toBeVisible();
  await chooseTenant(page, weak.name);
  await expect(page.getByText(`${weak.name} is now active`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Tenant: ${weak.name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: `Tenant: ${weak.name}` })).toBeVisible();
  await page.getByRole('link', { name: 'Multi-Tenant Overview' }).click();
  await expect(page.getByRole('button', { name: 'Tenant: Global View' })).toBeVisible();
});

test('Return to Org Picker clears the selection', { tag: '@overview' }, async ({ page }) => {
  await chooseTenant(page, weak.name);
  await page.getByRole('button', { name: `Tenant: ${weak.name}` }).click();
  await page.getByRole('menuitem', { name: 'Return to Org Picker' }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByText('Organization Cleared')).toBeVisible();
});

test('a tenant page without a selection says so and leads to the choice', { tag: '@select-tenant' }, async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('No Organization Selected')).toBeVisible();
  await page.getByRole('button', { name: 'Choose Organization' }).click();
  await expect(page).toHaveURL(/\/select-tenant/);
  await expect(page.getByRole('button', { name: 'Continue to Dashboard' })).toBeDisabled();
});

test('/dashboard?tenantId= selects the tenant of the link', { tag: ['@dashboard', '@overview'] }, async ({ page }) => {
  await page.getByRole('link', { name: new RegExp(good.name) }).click();
  await expect(page.getByRole('button', { name: `Tenant: ${good.name}` })).toBeVisible();
  await page.goto(`/dashboard?tenantId=${weak.id}`);
  await expect(page.getByRole('button', { name: `Tenant: ${weak.name}` })).toBeVisible();
});

test('after a switch no row of the former tenant is shown', { tag: '@findings' }, async ({ page }) => {
  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  await expect(page.getByRole('article').first()).toContainText(weak.name);
  await page.route('**/api/graph/findings**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await chooseTenant(page, good.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: weak.name })).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText(good.name);
});

test('unknown paths, aliases and paths in other case go where the specification says', async ({ page }) => {
  await page.goto('/nothing-here');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await page.goto('/approval');
  await expect(page).toHaveURL(/\/admin\/approvals$/);
  await page.goto('/Overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/overview$/);
});

test('a session that ended sends the browser to sign-in and says why', { tag: '@auth' }, async ({ page, context }) => {
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  // What the page asks by itself may notice first: then there is no link to wait for.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/findings"]')?.click());
  await expect(page).toHaveURL(/\/login\?message=session-expired/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('Coming Soon entries say so', async ({ page }) => {
  await page.getByRole('button', { name: 'Time Tracking' }).click();
  await expect(page.getByText('Time Tracking is under development')).toBeVisible();
});

test('signing out ends the session', { tag: '@auth' }, async ({ page, context }) => {
  // A session of its own: the other tests go on with theirs.
  await context.clearCookies();
  await signIn(page);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(async () => (await fetch('/api/auth/session')).status)).toBe(401);
});
