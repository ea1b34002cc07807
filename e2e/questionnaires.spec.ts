import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;

const question = (page: Page, name: string | RegExp) => page.getByRole('listitem', { name });

async function saved(page: Page, button: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('an insurer reads of the weak tenant what its settings are, and nothing better', {
  tag: '@questionnaires',
}, async ({ page }) => {
  await page.goto(`/questionnaires?tenantId=${weak.id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Cyber insurance: ransomware supplement' })).toBeVisible();

  // A policy in report-only asks nobody for MFA.
  const mail = question(page, /^Does everybody need MFA to open mail/);
  await expect(mail.getByText('No', { exact: true })).toBeVisible();
  await expect(mail.getByText(/stands ready in report-only, without effect/)).toBeVisible();

  const admins = question(page, 'Does every administrator account need MFA?');
  await expect(admins.getByText('Yes, except these', { exact: true })).toBeVisible();
  for (const name of ['farid.meier', 'samir.jacobs', 'fiona.moreau']) {
    await expect(admins.getByText(`${name}@brackenfreight.example`, { exact: true })).toBeVisible();
  }
  await admins.getByRole('button', { name: 'Evidence' }).click();
  await expect(admins.getByText('"MFA for Global Administrators" is on and applies')).toBeVisible();
  await expect(admins.getByText(/^Source: Conditional Access policies/)).toBeVisible();

  const spf = question(page, /^Does an SPF record name/);
  await expect(spf.getByText('bracken-logistics.example', { exact: true })).toBeVisible();
  await expect(question(page, /^Does DMARC have forged mail/).getByText('No', { exact: true })).toBeVisible();

  // What is not licensed may be done by another product: nobody can tell, and it is no yes.
  const sandbox = question(page, /^Are attachments opened in a sandbox/);
  await expect(sandbox.getByText('Not seen', { exact: true })).toBeVisible();
  await expect(sandbox.getByText(/has no license for Microsoft Defender for Office 365/)).toBeVisible();

  await expect(question(page, /^Does an EDR product/).getByText('Left to the client', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').getByText('Yes', { exact: true })).toHaveCount(0);
});

test('what is left to the client is written down on their behalf, and stays', {
  tag: '@questionnaires',
}, async ({ page }) => {
  await page.goto(`/questionnaires?tenantId=${weak.id}`);
  const backups = question(page, /^Was a restore from backup tested/);
  await backups.getByRole('button', { name: 'Answer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'No' }).check();
  await dialog.getByRole('textbox').fill('Planned for the first quarter');
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(dialog).toBeHidden();
  await expect(backups.getByText('Client: No', { exact: true })).toBeVisible();
  await expect(backups.getByText(/on the client’s behalf/)).toBeVisible();
  await page.reload();
  await expect(backups.getByText('Planned for the first quarter')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Cyber insurance.*1 of 8 answered/ })).toBeVisible();
});

test('the set is saved as PDF and as CSV, with the answers in words', {
  tag: '@questionnaires',
}, async ({ page }) => {
  await page.goto(`/questionnaires?tenantId=${weak.id}`);
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  const pdf = await saved(page, 'Download PDF');
  expect(pdf.name).toBe(`Questionnaire_cyber-insurance_${weak.name}.pdf`);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.bytes.length).toBeGreaterThan(20_000);
  const csv = await saved(page, 'Download CSV');
  expect(csv.name).toBe(`Questionnaire_cyber-insurance_${weak.name}.csv`);
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(31);
  const admins = lines.find((line) => line.includes('Does every administrator account need MFA?')) ?? '';
  expect(admins).toContain('"Yes, except these"');
  expect(admins).toContain('farid.meier@brackenfreight.example');
  expect(lines.find((line) => line.includes('restore from backup'))).toContain('"Planned for the first quarter"');
  expect(csv.bytes.toString('utf8')).not.toMatch(/"yesExcept"|"notSeen"/);
});
