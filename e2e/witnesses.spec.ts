import type { Page } from '@playwright/test';
import type { Finding } from '@tenantry/contract/findings';
import type { ApiSession } from '../local/stack/api-session.ts';
import { weakProfile } from '../simulator/src/profiles/weak-profile.ts';
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
  await expect(block).toContainText('as any other member');
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
