import type { Page } from '@playwright/test';
import { chooseTenant, clickTwice, demonstration, expect, scanHere, test } from './signed-in-test.ts';

// Two scans, and each page is loaded afresh.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const reason = 'The owner of the tenant replaces this within the quarter';

/** The card of a finding, where the filters let it through. */
async function cardOf(page: Page, title: string, status: 'accepted' | 'unresolved') {
  const query = new URLSearchParams({ status, search: title });
  const answer = page.waitForResponse((response) => response.url().includes('/api/graph/findings?'));
  await page.goto(`/findings?${query}`);
  expect((await answer).ok()).toBe(true);
  return page.getByRole('article', { name: title, exact: true });
}

/** The finding that the first test accepts, for the second. */
let title = '';

test('a risk that an administrator accepts with a reason is no open finding any more', { tag: '@findings' }, async ({
  page,
}) => {
  await chooseTenant(page, demonstration.weak.name);
  await scanHere(page);
  await expect(page).toHaveURL(/\/findings/);
  await page.getByLabel('Status').selectOption('unresolved');
  const accept = page.getByRole('button', { name: /^Accept risk…: / }).first();
  title = String(await accept.getAttribute('aria-label')).replace('Accept risk…: ', '');
  await accept.click();
  const dialog = page.getByRole('dialog', { name: 'Accept this risk' });
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused();
  await dialog.getByRole('button', { name: 'Accept risk' }).click();
  await expect(dialog.getByText('Give a reason of at least 10 characters')).toBeVisible();
  await dialog.getByLabel(/^Reason/).fill(reason);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/acceptance')) sent.push(request.method());
  });
  await clickTwice(dialog.getByRole('button', { name: 'Accept risk' }));
  await expect(page.getByText('Risk Accepted')).toBeVisible();
  expect(sent).toEqual(['POST']);

  await expect(await cardOf(page, title, 'accepted')).toContainText(`: ${reason}`);
  await expect(page.getByRole('group', { name: 'Accepted' })).toBeVisible();
  await expect(await cardOf(page, title, 'unresolved')).toHaveCount(0);
});

test('an accepted risk stays accepted over the next scan, until it is withdrawn', { tag: '@findings' }, async ({
  page,
}) => {
  await chooseTenant(page, demonstration.weak.name);
  await scanHere(page);
  const card = await cardOf(page, title, 'accepted');
  await expect(card).toContainText('Accepted by Ada Lovelace until ');

  await card.getByRole('button', { name: /^View Details/ }).click();
  const details = page.getByRole('dialog', { name: title });
  await details.getByRole('button', { name: 'Withdraw acceptance' }).click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('Acceptance Withdrawn')).toBeVisible();
  const acceptAgain = details.getByRole('button', { name: 'Accept risk…' });
  await acceptAgain.click();
  const dialog = page.getByRole('dialog', { name: 'Accept this risk' });
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(acceptAgain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(await cardOf(page, title, 'unresolved')).toHaveCount(1);
});

test('an emergency account is removed, and declared again by its user principal name', {
  tag: '@emergency-accounts',
}, async ({ page }) => {
  await chooseTenant(page, demonstration.good.name);
  await page.getByRole('link', { name: 'Break-glass accounts' }).click();
  const row = page.getByRole('row').filter({ hasText: 'emergency.access1@' });
  const userPrincipalName = String(await row.getByText('emergency.access1@').textContent());
  await row.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('button', { name: 'Remove declaration' }).click();
  await expect(row).toHaveCount(0);

  const declare = page.getByRole('button', { name: 'Declare account' });
  await declare.click();
  const dialog = page.getByRole('dialog', { name: 'Declare a break-glass account' });
  await dialog.getByLabel(/^Account/).fill('nobody@nowhere.example');
  await dialog.getByLabel(/^Reason/).fill('Kept in the safe of the practice');
  await dialog.getByRole('button', { name: 'Declare' }).click();
  await expect(dialog.getByText('The directory of this tenant has no such account')).toBeVisible();
  await dialog.getByLabel(/^Account/).fill(userPrincipalName);
  await clickTwice(dialog.getByRole('button', { name: 'Declare' }));
  await expect(row).toContainText('Kept in the safe of the practice');
  await expect(row).toContainText('Active');
  await expect(declare).toBeFocused();
});
