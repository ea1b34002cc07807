import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;

/** Saves a file by a button of the page as it is. */
async function saved(page: Page, button: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await downloading;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

test('the compliance CSV opens in Excel and says whose it is, when, of what, and how it stands, in words', {
  tag: '@compliance',
}, async ({ page }) => {
  await page.goto(`/compliance?tenantId=${weak.id}`);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  const { name, bytes, text } = await saved(page, 'Export CSV');
  expect(name).toBe(`Compliance_cis-m365_${weak.name}.csv`);
  expect([...bytes.subarray(0, 3)]).toEqual(byteOrderMark);
  const [head = '', ...lines] = text.slice(1).split('\r\n');
  for (const column of [
    'Tenant',
    'Audit date (UTC)',
    'Simulated',
    'Framework version',
    'Level or profile',
    'Control status',
    'Check',
    'Acceptance expires (UTC)',
  ])
    expect(head).toContain(`"${column}"`);
  const [first = ''] = lines;
  expect(first).toMatch(
    new RegExp(
      `^"${weak.name}","\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d","Yes","CIS [^"]+","7.0.0","Publisher","E3 Level 1","1.1.1",`,
    ),
  );
  expect(text).toContain('"Not met"');
  expect(text).not.toMatch(/"notMet"|"notAssessed"|"role\.cloudonly"/);
});

test('the findings CSV opens in Excel with words instead of codes', { tag: '@reports' }, async ({ page }) => {
  await page.goto(`/report?tenantId=${weak.id}`);
  const { name, bytes, text } = await saved(page, 'Download CSV');
  expect(name).toBe(`Findings_${weak.name}.csv`);
  expect([...bytes.subarray(0, 3)]).toEqual(byteOrderMark);
  expect(text).toContain('"Tenant","Simulated","Severity","Finding","Category","Status"');
  expect(text).toContain('"Multi-factor authentication","Unresolved"');
  expect(text).not.toMatch(/"mfa"|"unresolved"|conditionalAccessPolicies/);
});
