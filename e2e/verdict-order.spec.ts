import type { EmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import type { Finding, FindingDetails } from '@tenantry/contract/findings';
import { severityLabels } from '@tenantry/contract/labels';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { Severity } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';
import type { ApiSession } from '../local/stack/api-session.ts';
import { chooseTenant, demonstration, expect, test } from './signed-in-test.ts';

const { weak, good } = demonstration;

/** Findings of a tenant as the list has them, page after page. */
async function openFindings(api: ApiSession): Promise<Finding[]> {
  const items: Finding[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ status: 'unresolved', limit: '100', ...(cursor && { cursor }) });
    const page = await api.get<{ items: Finding[]; nextCursor?: string }>(`/api/graph/findings?${query}`, weak.id);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

test('findings and audit have one order, all criticals first', { tag: ['@findings', '@audits'] }, async ({
  page,
  api,
}) => {
  const findings = await openFindings(api);
  const ranks = findings.map(({ severity }) => Severity.options.indexOf(severity));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  const titles = findings.map(({ title }) => title);
  // By title alone the order would be another: what is endangered comes first.
  const critical = findings.filter(({ severity }) => severity === 'critical').map(({ title }) => title);
  expect(critical).not.toEqual(critical.toSorted());

  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'Findings View' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('unresolved');
  const cards = page.getByRole('article');
  await expect(cards.first()).toHaveAccessibleName(titles[0] ?? '');
  const shown = await cards.evaluateAll((list) => list.map((card) => card.getAttribute('aria-label')));
  expect(shown).toEqual(titles.slice(0, shown.length));

  await page.getByRole('link', { name: 'M365 Audit' }).click();
  await page.getByRole('button', { name: /^Show all \d+ recommendations$/ }).click();
  const recommendations = page.getByRole('region', { name: 'Recommendations' });
  await expect(recommendations.getByRole('heading', { level: 3 })).toHaveText(titles);
  await expect(recommendations.getByText('Impact:')).not.toHaveCount(0);
});

test('the checks of a category begin with its critical ones that fail', { tag: '@audits' }, async ({ page }) => {
  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'M365 Audit' }).click();
  await page.getByRole('button', { name: /^Show \d+ checks: Conditional Access$/ }).click();
  const rows = page.getByRole('table', { name: 'Checks: Conditional Access' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const texts = (await rows.allTextContents()).slice(1).filter((text) => /^(Fail|Warning)/.test(text));
  const ranks = texts.map((text) =>
    Severity.options.findIndex((severity) => new RegExp(`^(Fail|Warning)${severityLabels[severity]}`, 'i').test(text)),
  );
  expect(ranks.length).toBeGreaterThan(3);
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});

test('a finding lists its accounts with role, license, last sign-in and MFA, on a phone too', {
  tag: '@findings',
}, async ({ page, api }) => {
  const stale = (await openFindings(api)).find(({ checkId }) => checkId === 'user.stale');
  const details = await api.get<FindingDetails>(`/api/findings/${stale?.id}`);
  expect(details.affected[0]?.account).toMatchObject({
    licenses: ['Microsoft 365 E3'],
    roles: ['Global Administrator'],
  });
  expect(details.affected.every(({ account }) => account?.lastSignIn && account.mfa !== null)).toBe(true);

  await chooseTenant(page, weak.name);
  await page.goto(`/findings?search=${encodeURIComponent(details.title)}`);
  await page.getByRole('button', { name: `View Details: ${details.title}` }).click();
  const drawer = page.getByRole('dialog', { name: details.title });
  const table = drawer.getByRole('table', { name: 'Affected accounts' });
  for (const column of ['Account', 'Roles', 'Licenses', 'Last sign-in', 'MFA']) {
    await expect(table.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  }
  await expect(table.getByRole('row').nth(1)).toContainText(details.affected[0]?.name ?? 'nobody');
  await expect(drawer.getByRole('region', { name: 'Impact' })).toContainText(details.impact ?? 'no impact');
  await expect(drawer.getByRole('button', { name: 'Start work' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const cards = drawer.getByRole('list', { name: 'Affected accounts' });
  await expect(cards.getByRole('listitem').first()).toContainText('Microsoft 365 E3');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('an alert comes with its user, its day and its link', { tag: '@findings' }, async ({ page }) => {
  await chooseTenant(page, weak.name);
  await page.goto('/findings?search=security%20alerts');
  await page.getByRole('button', { name: /^View Details: High-severity security alerts/ }).click();
  const row = page.getByRole('table', { name: 'Affected alerts' }).getByRole('row').nth(1);
  await expect(row.getByRole('link', { name: 'Suspicious inbox forwarding rule' })).toHaveAttribute(
    'href',
    /^https:\/\/security\.microsoft\.com\/alerts\//,
  );
  await expect(row).toContainText('@');
});

const emergencyPath = (tenantId: string) => `/api/admin/tenants/${tenantId}/emergency-accounts`;

async function scanned(api: ApiSession, tenantId: string): Promise<void> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
}

test('an emergency account that is excluded nowhere is not active, on its page and in its check', {
  tag: '@emergency-accounts',
}, async ({ page, api }) => {
  await chooseTenant(page, good.name);
  await page.getByRole('link', { name: 'Break-glass accounts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Break-glass accounts' })).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toHaveCount(2);
  await expect(page.getByText(/^Excluded from all \d+ policies that block or require MFA$/)).toHaveCount(2);

  const finding = (await openFindings(api)).find(({ checkId }) => checkId === 'user.stale');
  const { affected } = await api.get<FindingDetails>(`/api/findings/${finding?.id}`);
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const reason = 'Declared to see what is said of it';
  const account = affected[0]?.id ?? '';
  const { accounts } = await api.post<z.infer<typeof EmergencyAccounts>>(emergencyPath(weak.id), {
    account,
    reason,
    expiresAt,
  });
  expect(accounts.map(({ state }) => state)).toEqual([null]);
  await scanned(api, weak.id);

  await chooseTenant(page, weak.name);
  await page.getByRole('link', { name: 'Break-glass accounts' }).click();
  await expect(page.getByText('Not excluded', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Not excluded from .*"Block legacy authentication"/)).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toHaveCount(0);
  await page.goto('/findings?search=emergency');
  await expect(page.getByRole('article').first()).toContainText(/is not excluded from .*"Block legacy authentication"/);
  await api.send('DELETE', `${emergencyPath(weak.id)}/${account}`);
});
