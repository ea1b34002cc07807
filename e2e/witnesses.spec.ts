import type { Page } from '@playwright/test';
import type { Audit } from '@tenantry/contract/audits';
import type { Finding, FindingDetails } from '@tenantry/contract/findings';
import type { ApiSession } from '../local/stack/api-session.ts';
import { weakProfile } from '../simulator/src/profiles/weak-profile.ts';
import { violationsByTheme } from './axe.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;

/** "MFA for all users (pilot)", which is in report-only mode there. */
const pilot = weakProfile
  .conditionalAccess({ tenantId: weak.id, emergencyUserIds: [], userId: String, groupId: String })
  .find(({ state }) => state !== 'enabled');

async function mfaFinding(api: ApiSession): Promise<Finding> {
  const { items } = await api.get<{ items: Finding[] }>('/api/graph/findings?limit=200&status=open', weak.id);
  const found = items.find(({ checkId }) => checkId === 'ca.mfa.all');
  if (!found) throw new Error('There is no finding of ca.mfa.all');
  return found;
}

async function openBlock(page: Page, { id, title }: Finding) {
  await page.goto(`/findings?tenantId=${weak.id}&finding=${id}`);
  const block = page.getByRole('dialog', { name: title }).getByRole('region', { name: 'A sign-in that gets past' });
  await expect(block).toBeVisible({ timeout: 60_000 });
  return block;
}

async function setPilot(simulator: number | null, state: string): Promise<void> {
  const change = { kind: 'policy', policyId: pilot?.id, set: { state } };
  const answer = await fetch(`http://127.0.0.1:${simulator}/control/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: weak.id, by: { user: 0 }, change }),
  });
  expect(answer.ok).toBe(true);
}

test('a finding shows a sign-in that gets past, and Microsoft confirms it', { tag: '@findings' }, async ({
  page,
  api,
}) => {
  const block = await openBlock(page, await mfaFinding(api));
  await expect(block).toContainText('like any other member');
  await expect(block).toContainText('Exchange Online');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/ask-microsoft')) asked.push(request.method());
  });
  await clickTwice(block.getByRole('button', { name: 'Ask Microsoft' }));
  await expect(block).toContainText('Microsoft confirms it.');
  await expect(block).toContainText(/Asked .* by Ada Lovelace/);
  expect(asked).toEqual(['POST']);
});

test('where a policy stops it by now, Microsoft disagrees, on the finding and on System Health', {
  tag: '@findings',
}, async ({ page, api, stack }) => {
  const finding = await mfaFinding(api);
  const { simulator } = stack.now().ports;
  await setPilot(simulator, 'enabled');
  try {
    const block = await openBlock(page, finding);
    await block.getByRole('button', { name: 'Ask Microsoft' }).click();
    await expect(block).toContainText('Microsoft disagrees.');
    await expect(block).toContainText('no policy stops this sign-in');
    await expect(block).toContainText('“MFA for all users (pilot)” applies');
    await page.goto('/admin/health');
    await expect(page.getByText('contradicts 1 finding').first()).toBeVisible();
  } finally {
    await setPilot(simulator, 'enabledForReportingButNotEnforced');
  }
});

test('what it contradicts of a check that passes is listed with the audit, with both sides, and axe finds no violation', {
  tag: '@audits',
}, async ({ page, api }) => {
  const { witness } = await api.get<FindingDetails>(`/api/findings/${(await mfaFinding(api)).id}`, weak.id);
  const askedAt = new Date().toISOString();
  const applied = [{ id: 'p1', name: 'Terms of use', protects: false }];
  // The simulator's evaluation and the engine agree: this answer has what a contradiction would look like.
  const { categories } = await api.get<Audit>('/api/audit/sample', weak.id);
  const passing = Object.values(categories ?? {})
    .flatMap(({ verdicts }) => verdicts)
    .find(({ status }) => status === 'pass');
  if (passing === undefined) throw new Error('No check passes');
  const { checkId, title } = passing;
  const answer = { askedAt, askedBy: 'scanner', outcome: 'disagrees', because: '', applied };
  const disagreements = [{ checkId, title, signIn: witness, answer }];
  const sampled = { askedAt, confirmed: 9, cannotBeAsked: 0, disagreements };
  await page.route('**/api/audit/sampled-passes', (route) => route.fulfill({ json: { sampled } }));
  await page.goto(`/audit?tenantId=${weak.id}`);
  const card = page.getByRole('region', { name: 'Microsoft’s answers' });
  await expect(card).toContainText('9 sign-ins confirmed, 1 contradicted', { timeout: 60_000 });
  await expect(card).toContainText('“Terms of use” applies to this sign-in, and does not do what the check asks for');
  expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
  await card.getByRole('table').getByRole('button').first().click();
  const part = page.getByRole('dialog').getByRole('region', { name: 'Microsoft disagrees' });
  await expect(part).toContainText('Tenantry found that this sign-in is covered.');
  expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
});
