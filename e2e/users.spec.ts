import { expect, test } from './signed-in-test.ts';

test('a user is added, chooses a password by a one-time link, signs in, and is deleted', { tag: '@users' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Add Local User' }).click();
  const form = page.getByRole('dialog', { name: 'Add Local User' });
  await form.getByRole('textbox', { name: 'Username' }).fill('grace');
  await form.getByRole('textbox', { name: 'Email' }).fill('grace@msp.example');
  await form.getByRole('textbox', { name: 'Display name' }).fill('Grace Hopper');
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('Qu1et!harbor');
  await form.getByRole('textbox', { name: 'Confirm password' }).fill('Qu1et!harbor');
  await form.getByRole('radio', { name: 'Only chosen tenants' }).click();
  await form.getByRole('combobox', { name: 'Chosen tenants' }).pressSequentially('tide');
  await page.getByRole('menuitemcheckbox', { name: /^Tidewell Motors/ }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('User Created')).toBeVisible();
  const row = page.getByRole('row', { name: /Grace Hopper/ });
  await expect(row).toContainText('Tidewell Motors');

  await page.getByRole('button', { name: 'Reset password of Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Create One-Time Link' }).click();
  const link = await page.getByText(/\/reset-password#/).innerText();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByRole('textbox', { name: 'New password' }).fill('L4ntern&river');
  await theirs.getByRole('textbox', { name: 'Confirm password' }).fill('L4ntern&river');
  await theirs.getByRole('button', { name: 'Change Password' }).click();
  await expect(theirs.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  await theirs.goto('/login');
  await theirs.goto(link);
  await expect(theirs.getByText('This link was used already. Ask your administrator for a new one.')).toBeVisible();
  await theirs.goto('/login');
  await theirs.getByRole('textbox', { name: 'Username or email' }).fill('grace');
  await theirs.getByRole('textbox', { name: /^Password/ }).fill('L4ntern&river');
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');

  await page.getByRole('button', { name: 'Delete Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Delete User' }).click();
  await expect(page.getByText('User Deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/);
  await context.close();
});
