import type { Locator, Page } from '@playwright/test';
import { chooseTenant, clickTwice, demonstration, expect, scanHere, test } from './signed-in-test.ts';

// Each test goes on where the last one ended: the domain is asked about, answered, scanned.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const parked = 'bracken-logistics.example';
const main = 'brackenfreight.example';
const initial = 'brackenfreight.onmicrosoft.com';

async function openMailFlow(page: Page): Promise<void> {
  await chooseTenant(page, demonstration.weak.name);
  await page.getByRole('link', { name: 'Mail Flow', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Domains' })).toBeVisible();
}

async function detailsOf(page: Page, domain: string): Promise<Locator> {
  await page.getByRole('button', { name: `Details of ${domain}` }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(domain.replaceAll('.', '\\.')) });
  await expect(drawer.getByRole('heading', { name: 'Issues' })).toBeVisible();
  return drawer;
}

const records = (drawer: Locator) => drawer.getByRole('list', { name: 'Records to publish' });
/** What the Copy button of a record copies. */
const value = (drawer: Locator, record: string) =>
  records(drawer)
    .locator('div', { has: drawer.page().getByRole('button', { name: `Copy: ${record}`, exact: true }) })
    .locator('code')
    .first();

test('DMARC has one target and the steps to it, DKIM its values below the initial domain, and no mailbox is made up', {
  tag: '@mailflow',
}, async ({ page }) => {
  await openMailFlow(page);
  const drawer = await detailsOf(page, main);
  await expect(value(drawer, `TXT record of _dmarc.${main}`)).toHaveText('v=DMARC1; p=reject');
  const steps = drawer.getByRole('list', { name: `Steps to TXT record of _dmarc.${main}` });
  await expect(steps.getByRole('listitem')).toHaveText([/v=DMARC1; p=quarantine$/, /The record above$/]);
  await expect(drawer.getByText('Choose one that exists').first()).toBeVisible();
  await expect(value(drawer, `CNAME record of selector1._domainkey.${main}`)).toHaveText(
    `selector1-brackenfreight-example._domainkey.${initial}`,
  );
  await expect(drawer).not.toContainText('mailto:dmarc@');
  await expect(drawer).not.toContainText('INITIAL-DOMAIN');
});

test('of an onmicrosoft.com name DMARC alone is advised, by the admin center', { tag: '@mailflow' }, async ({
  page,
}) => {
  await openMailFlow(page);
  const drawer = await detailsOf(page, initial);
  await expect(records(drawer).getByRole('button', { name: /^Copy: / })).toHaveCount(1);
  await expect(value(drawer, `TXT record of _dmarc.${initial}`)).toHaveText('v=DMARC1; p=reject');
  await expect(drawer.getByText('Microsoft 365 admin center: Settings > Domains').first()).toBeVisible();
});

test('a domain without MX is asked about once, and a parked one gets its three records', { tag: '@mailflow' }, async ({
  page,
}) => {
  await openMailFlow(page);
  await expect(page.getByText('1 domain has no MX record: does it send mail?')).toBeVisible();
  await page.getByRole('button', { name: `Answer for ${parked}` }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(parked) });
  await expect(records(drawer).getByRole('button', { name: `Copy: TXT record of ${parked}`, exact: true })).toHaveCount(
    0,
  );
  await drawer.getByRole('radio', { name: 'No, the domain is parked' }).check();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/mail-use')) sent.push(request.method());
  });
  await clickTwice(drawer.getByRole('button', { name: 'Save answer' }));
  await expect(page.getByText('1 domain has no MX record: does it send mail?')).toHaveCount(0);
  expect(sent).toEqual(['PUT']);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  const answered = await detailsOf(page, parked);
  await expect(value(answered, `TXT record of ${parked}`)).toHaveText('v=spf1 -all');
  await expect(value(answered, `TXT record of _dmarc.${parked}`)).toHaveText('v=DMARC1; p=reject');
  await expect(value(answered, `MX record of ${parked}`)).toHaveText('0 .');
  await expect(answered.getByText('Answered by Ada Lovelace')).toBeVisible();
});

test('after a scan the findings say the same as the page', { tag: '@mailflow' }, async ({ page }) => {
  await chooseTenant(page, demonstration.weak.name);
  await scanHere(page);
  await expect(page).toHaveURL(/\/findings/);
  for (const [title, record] of [
    ['DMARC is missing or invalid for at least one domain', `_dmarc.${parked} TXT "v=DMARC1; p=reject"`],
    ['SPF is missing or ineffective for at least one domain', `${parked} TXT "v=spf1 -all"`],
    ['MX records need attention for at least one domain', `${parked} MX "0 ."`],
  ] as const) {
    await page.getByRole('searchbox').first().fill(title);
    await page.getByRole('button', { name: `View Details: ${title}` }).click();
    const details = page.getByRole('dialog', { name: title });
    await expect(details.getByText(record)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  }
});

test('a result says how old it is and is checked again for real', { tag: '@mailflow' }, async ({ page }) => {
  await openMailFlow(page);
  await page.getByLabel('Domain', { exact: true }).fill(main);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const result = page.getByRole('region', { name: `Mail flow of ${main}` });
  await expect(result.getByText('Checked Just now')).toBeVisible();
  const again = page.waitForResponse((response) => response.url().includes('/api/mailflow?'));
  await result.getByRole('button', { name: `Check ${main} again` }).click();
  expect((await again).ok()).toBe(true);
});
