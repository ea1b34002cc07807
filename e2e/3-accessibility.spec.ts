import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demonstration, expect, test } from './signed-in-test.ts';

const signedInPages = [
  ['/overview', 'Multi-Tenant Overview'],
  ['/select-tenant', ''],
  ['/dashboard', 'System Health Dashboard'],
  ['/audit', 'M365 Audit'],
  ['/compliance', 'Compliance'],
  ['/changes', 'Changes'],
  ['/findings', ''],
  ['/scan', 'Scan Internal Policies'],
  ['/mail-flow', 'Mail Flow'],
  ['/emergency-accounts', 'Emergency Accounts'],
  ['/report', 'Reports'],
  ['/help', ''],
  ['/admin', ''],
  ['/admin/tenants', 'Admin Panel - Tenants'],
  ['/admin/tenants/onboard', 'Connect Microsoft 365 Tenant'],
  [`/admin/tenants/${demonstration.weak.id}/users`, 'Tenant Users'],
  ['/admin/scan-runs', 'Admin Panel - Scan Runs'],
  ['/admin/roles', 'Admin Panel - Role Mapping'],
  ['/admin/settings', 'Admin Panel - Settings'],
  ['/admin/oauth-errors', 'Admin Panel - OAuth error logs'],
  ['/admin/graph-explorer', 'Admin Panel - Graph explorer'],
  ['/admin/test-m365', 'Admin Panel - Graph API Test'],
  ['/admin/graph-settings', 'Admin Panel - Graph API Settings'],
  ['/m365/credentials', 'Credential Status'],
  ['/nothing-here', ''],
] as const;
const publicPages = ['/login', '/register', '/setup', '/auth/error?message=Something+went+wrong'];

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
        const needsTenant = [
          '/dashboard',
          '/audit',
          '/compliance',
          '/changes',
          '/mail-flow',
          '/emergency-accounts',
          '/report',
          '/findings',
          '/scan',
        ].includes(path);
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

    test('in the forms that accept a risk and declare an account, with their errors', async ({ page }) => {
      await openDashboard(page);
      await page.getByRole('link', { name: 'Findings View' }).click();
      await page
        .getByRole('button', { name: /^Accept risk…: / })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Accept risk' }).click();
      await expect(dialog.getByText('Give a reason of at least 10 characters')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Emergency Accounts' }).click();
      await page.getByRole('button', { name: 'Declare account' }).click();
      await dialog.getByRole('button', { name: 'Declare' }).click();
      await expect(dialog.getByText('Give the object id or the user principal name of the account')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test("in the details of a domain's mail", async ({ page }) => {
      await openDashboard(page);
      await page.getByRole('link', { name: 'Mail Flow' }).click();
      await page
        .getByRole('button', { name: /^Details of / })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'SPF', exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('in the form that maps a role, with its error', async ({ page }) => {
      await page.goto('/admin/roles');
      await page.getByRole('button', { name: 'Add Mapping' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add role mapping' });
      await dialog.getByRole('button', { name: 'Add mapping' }).click();
      await expect(dialog.getByText('M365 role is required')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('in the credentials of a tenant whose fields are at fault', async ({ page }) => {
      await page.goto('/m365/credentials');
      const { name } = demonstration.weak;
      await page.getByRole('button', { name: `Credentials of ${name}` }).click();
      const dialog = page.getByRole('dialog', { name: `Graph Credentials: ${name}` });
      await dialog.getByRole('button', { name: 'Save Credentials' }).click();
      await expect(dialog.getByText('Client ID is required')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('while a return from Microsoft is waited for, and above a page that tells of a lost connection', async ({
      page,
    }) => {
      await page.route('**/api/auth/callback?*', () => new Promise<never>(() => undefined));
      await page.goto('/callback?code=c&state=s');
      await expect(page.getByRole('heading', { level: 1, name: 'Authenticating' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const { id: tenantId, name } = demonstration.weak;
      const tenants = [{ tenantId, name, since: null, reason: 'AADSTS700016' }];
      const endingSecrets = { total: 1, soonest: [{ tenantId: null, name, expiresAt: '2026-01-01T00:00:00.000Z' }] };
      await page.route('**/api/auth/status', (route) =>
        route.fulfill({ json: { needsReconnect: true, tenants, endingSecrets } }),
      );
      await page.goto('/findings');
      await expect(page.getByRole('link', { name: 'Reconnect' })).toBeVisible();
      await page.waitForLoadState('networkidle');
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
