import type { Page } from '@playwright/test';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { chooseTenant, demonstration, expect, scanHere, test } from './signed-in-test.ts';

test.describe.configure({ timeout: 120_000 });

/** Scans the tenant and opens a finding of its list. */
async function openFinding(page: Page, title: string) {
  await page
    .getByRole('article', { name: title, exact: true })
    .getByRole('button', { name: /^View Details/ })
    .click();
  return page.getByRole('dialog', { name: title });
}

test('a policy in report-only fails, affects all users and is to be turned on by name', { tag: '@findings' }, async ({
  page,
}) => {
  await chooseTenant(page, demonstration.weak.name);
  await scanHere(page);
  const mfa = await openFinding(page, 'MFA is not ensured for all users');
  await expect(mfa).toContainText('"MFA for all users (pilot)" stands ready in report-only');
  await expect(mfa).toContainText('turn on "MFA for all users (pilot)" (report-only)');
  await expect(mfa).toContainText('Entra ID > Conditional Access');
  await expect(mfa).toContainText(/All users except the \d+ covered by "MFA for Global Administrators"/);
  await expect(mfa).not.toContainText(/security defaults|New policy/i);
  await mfa.getByRole('button', { name: 'Close' }).first().click();

  const admins = await openFinding(page, 'MFA is not ensured for all administrators');
  const affected = admins.getByRole('region', { name: /^Affected: / });
  await expect(admins).toContainText('(Exchange Administrator)');
  await expect(affected).toContainText('Exchange Administrator');
  await expect(affected).not.toContainText('Scanners and line printers');
});

test('without Entra ID P1 what only a license can mend counts as one, and security defaults are advised once', {
  tag: '@findings',
}, async ({ page, api }) => {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: demonstration.unlicensed.id });
  await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
  await chooseTenant(page, demonstration.unlicensed.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  const legacy = page.getByRole('article', { name: 'Legacy authentication is not fully blocked', exact: true });
  await expect(legacy).toContainText(
    /Needs Microsoft Entra ID P1, as \d\d other findings do: together they count once/,
  );
  const details = await openFinding(page, 'Legacy authentication is not fully blocked');
  await expect(details).toContainText(
    'Microsoft Entra ID P1 (part of Microsoft 365 Business Premium, E3 and E5) would bring',
  );
  await expect(details).not.toContainText(/turn on security defaults/i);
  await details.getByRole('button', { name: 'Close' }).first().click();
  await expect(await openFinding(page, 'No consistent MFA baseline')).toContainText('turn on security defaults');
});
