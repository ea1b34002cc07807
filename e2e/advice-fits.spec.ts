import type { Page } from '@playwright/test';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { violations } from './axe.ts';
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
  const why = mfa.getByRole('region', { name: 'Why this fails although a policy exists' });
  await expect(why).toContainText('MFA for all users (pilot)Is in report-only mode');
  await expect(why.getByRole('region', { name: 'Break-glass accounts' })).toBeVisible();
  const done = mfa.getByRole('region', { name: 'Once this is done' });
  await expect(done).toContainText(/audit score \d+ to \d+ \(\+[\d.]+ points\), closes \d+ findings\./);
  expect(await violations(page)).toEqual([]);
  await mfa.getByRole('button', { name: 'Close' }).first().click();

  const admins = await openFinding(page, 'MFA is not ensured for all administrators');
  const affected = admins.getByRole('region', { name: /^Affected: / });
  await expect(admins).toContainText('(Exchange Administrator)');
  await expect(affected).toContainText('Exchange Administrator');
  await expect(affected).not.toContainText('Scanners and line printers');
});

test('without Entra ID P1 security defaults lead, and what only a license can mend is one row that unfolds', {
  tag: '@findings',
}, async ({ page, api }) => {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: demonstration.unlicensed.id });
  await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
  await chooseTenant(page, demonstration.unlicensed.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  const first = page.getByRole('list', { name: 'What to do first' }).getByRole('listitem').first();
  await expect(first).toContainText('Turn on security defaults');
  await expect(first).toContainText(/Free: score \d+ with it on/);
  const legacy = await openFinding(page, 'Legacy authentication is not fully blocked');
  await expect(legacy).toContainText('turn on security defaults. They are included in every license.');
  await expect(legacy).not.toContainText('Microsoft Entra ID P1');
  await legacy.getByRole('button', { name: 'Close' }).first().click();
  const group = page.getByRole('article', { name: /^Microsoft Entra ID P1 is missing: \d\d findings need it$/ });
  await group.getByRole('button', { name: /^Show \d\d findings$/ }).click();
  await expect(group.getByRole('article', { name: 'MFA is not ensured for all users', exact: true })).toBeVisible();
});
