import { expect } from '@playwright/test';
import { administrator } from '../local/stack/api-session.ts';
import { freshStackTest as test } from './fresh-stack-test.ts';
import { clickTwice } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial' });

test('a fresh system offers to create the first administrator, and /setup is open', { tag: '@auth' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  await page.goto('/setup');
  await expect(page.getByRole('textbox', { name: /^Confirm password/ })).toBeVisible();
});

test('the first administrator registers and is signed in', { tag: '@auth' }, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create First Admin Account' }).click();
  // The sign-in page has fields of these names too.
  await expect(page.getByRole('heading', { level: 1, name: 'Create First Admin Account' })).toBeVisible();
  const create = page.getByRole('button', { name: /^Create/ });
  await page.getByRole('textbox', { name: 'Username' }).fill(administrator.username);
  await page.getByRole('textbox', { name: 'Email' }).fill(administrator.email);
  await page.getByRole('textbox', { name: 'Display name' }).fill(administrator.displayName);
  await page.getByRole('textbox', { name: /^Password/ }).fill('short');
  await expect(create).toBeDisabled();
  await page.getByRole('textbox', { name: /^Password/ }).fill(administrator.password);
  await clickTwice(create);
  await expect(page.getByRole('heading', { level: 1, name: 'Multi-Tenant Overview' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Bracken Freight Group/ })).toBeVisible();
});

test('registration is closed after that', { tag: '@auth' }, async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Registration Not Available' })).toBeVisible();
  await expect(page.getByText('User accounts already exist in the system')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Create First Admin Account' })).toHaveCount(0);
  const statuses = await page.evaluate(async () => {
    const body = JSON.stringify({ username: 'eve', email: 'eve@x.example', displayName: 'E', password: 'Str0ng!pass' });
    const headers = { 'content-type': 'application/json' };
    const tries = Array.from({ length: 20 }, () => fetch('/api/auth/register', { method: 'POST', headers, body }));
    return (await Promise.all(tries)).map((answer) => answer.status);
  });
  expect(new Set(statuses)).toEqual(new Set([403]));
});
