import type { Parsed } from '@tenantry/contract/endpoint';
import type { listReportDeliveries, listReportSchedules } from '@tenantry/contract/report-schedules';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ timeout: 180_000 });

const { weak } = demonstration;
type Schedules = Parsed<(typeof listReportSchedules)['response']>;
type Deliveries = Parsed<(typeof listReportDeliveries)['response']>;

test('contacts are named, a schedule is made by hand and sent by two clicks, and what became of it is told once', {
  tag: '@report-schedules',
}, async ({ page, api }) => {
  await page.goto('/admin/tenants');
  await page.getByRole('button', { name: `Contacts of ${weak.name}` }).click();
  const contacts = page.getByRole('dialog', { name: `Contacts of ${weak.name}` });
  await contacts.getByRole('button', { name: 'Add contact' }).click();
  await contacts.getByLabel('Name').fill('Jane Doe');
  await contacts.getByLabel('Mail address').fill('jane@bracken.example');
  expect(await violations(page)).toEqual([]);
  await clickTwice(contacts.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Contacts saved')).toBeVisible();

  await page.goto('/admin/report-schedules');
  await expect(page.getByText(/^No mail can leave: No mailbox is set up/)).toBeVisible();
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByLabel(/^Name/).fill('Monthly');
  await form.getByLabel('Report', { exact: true }).selectOption('summary');
  await form.getByLabel('Day of the month').selectOption('31');
  await form.getByLabel('Before it is sent').selectOption('send');
  expect(await violations(page)).toEqual([]);
  await clickTwice(form.getByRole('button', { name: 'Create' }));
  await expect(page.getByText('Schedule created')).toBeVisible();
  const { schedules } = await api.get<Schedules>('/api/admin/report-schedules');
  expect(schedules.map(({ name }) => name)).toEqual(['Monthly']);

  await page.getByRole('button', { name: 'Send now: Monthly' }).click();
  await clickTwice(page.getByRole('button', { name: 'Send', exact: true }));
  await expect(page.getByText('Reports are on their way')).toBeVisible();
  // No tenant but the scanned ones has an audit, and no mailbox is set up: each is told, once.
  const ofTenant = async () =>
    (await api.get<Deliveries>(`/api/admin/report-deliveries?tenantId=${weak.id}`)).items.map(({ state }) => state);
  await expect.poll(ofTenant, { timeout: 120_000 }).toEqual([expect.stringMatching(/^(not-sent|sending)$/)]);
  await page.reload();
  const sent = page.getByRole('table', { name: 'Sent reports' });
  await expect(sent.getByRole('row', { name: new RegExp(weak.name) })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath('report-schedules-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.screenshot({ path: test.info().outputPath('report-schedules-1280.png') });
});
