import type { TaskDetails } from '@tenantry/contract/tasks';
import { loopbackAuthority } from '../api/src/adapters/dns/testing/loopback-authority.ts';
import { startHaloDouble } from '../api/src/adapters/tickets/testing/halo-double.ts';
import type { TicketDouble } from '../api/src/adapters/tickets/testing/ticket-double.ts';
import { startStack } from '../local/stack/start-stack.ts';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test as signedInTest } from './signed-in-test.ts';

const { weak } = demonstration;

/** On a stack whose guarded requests may reach services at localhost, with a HaloPSA there. */
const test = signedInTest.extend<object, { halo: TicketDouble; authority: ReturnType<typeof loopbackAuthority> }>({
  authority: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const authority = loopbackAuthority();
      await use(authority);
      authority.remove();
    },
    { scope: 'worker' },
  ],
  halo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const halo = await startHaloDouble();
      await use(halo);
      await halo.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ authority }, use) => {
      const stack = await startStack({ LOOPBACK_SERVICES_CA: authority.file }, ['--no-build']);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 15_000 });

test('a ticket system is connected, set up and matched, and a task opens a ticket that its check closes', {
  tag: '@tickets',
}, async ({ page, api, halo, stack }) => {
  await page.goto('/admin/tickets');
  await page.getByRole('button', { name: 'Connect ticket system' }).first().click();
  const form = page.getByRole('dialog', { name: 'Connect ticket system' });
  await form.getByLabel(/^Name/).fill('Service desk');
  await form.getByLabel(/^Address/).fill(halo.address);
  await form.getByLabel(/^Client ID/).fill(halo.account.clientId ?? '');
  await form.getByRole('textbox', { name: /^Client secret/ }).fill(halo.secrets.clientSecret ?? '');
  expect(await violations(page)).toEqual([]);
  await clickTwice(form.getByRole('button', { name: 'Connect' }));
  const card = page.getByRole('region', { name: 'Service desk' });
  await expect(card).toContainText('Not set up yet.');
  await clickTwice(card.getByRole('button', { name: 'Test Service desk' }));
  await expect(card).toContainText('Signed in to HaloPSA. Ticket types: 1.');

  await card.getByRole('button', { name: 'Set up Service desk' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up Service desk' });
  await setUp.getByLabel(/^Ticket type/).selectOption('Alert');
  await setUp.getByLabel(/^Status when closed/).selectOption('Closed');
  await setUp.getByLabel(/^Action for notes/).selectOption('Private Note');
  expect(await violations(page)).toEqual([]);
  await clickTwice(setUp.getByRole('button', { name: 'Save' }));
  await expect(card).not.toContainText('Not set up yet.');

  await card.getByRole('button', { name: 'Companies of Service desk' }).click();
  const companies = page.getByRole('dialog', { name: 'Companies in Service desk' });
  await companies.getByRole('checkbox', { name: `Accept the suggestion for ${weak.name}` }).check();
  expect(await violations(page)).toEqual([]);
  await clickTwice(companies.getByRole('button', { name: 'Accept 1 suggestion' }));
  await expect(companies).toContainText(/Matched by /);
  await page.keyboard.press('Escape');

  const body = { tenantId: weak.id, title: 'Stop resharing', description: 'x', category: 'external-sharing' };
  const task = await api.post<TaskDetails>('/api/tasks', { ...body, checkId: 'spo.reshare' });
  await page.goto(`/tasks?tenantId=${weak.id}&task=${task.id}`);
  const drawer = page.getByRole('dialog', { name: 'Stop resharing' });
  await clickTwice(drawer.getByRole('button', { name: 'Open ticket in Service desk' }));
  await expect(drawer.getByRole('link', { name: 'Ticket 1000 in Service desk' })).toBeVisible();
  expect(halo.tickets).toHaveLength(1);
  await page.screenshot({ path: test.info().outputPath('task-with-ticket.png') });

  const setting = { kind: 'setting', setting: 'sharepoint' };
  const change = { ...setting, set: { isResharingByExternalUsersEnabled: false } };
  const answer = await fetch(`http://127.0.0.1:${stack.now().ports.simulator}/control/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: weak.id, by: { user: 4 }, change }),
  });
  expect(answer.ok).toBe(true);
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect.poll(() => halo.tickets[0]?.isClosed, { timeout: 90_000 }).toBe(true);
  expect(halo.tickets[0]?.resolution).toContain('found that the checks pass');

  await page.goto('/admin/tickets?state=closed');
  const table = page.getByRole('table', { name: 'Tickets' });
  await expect(table.getByRole('row', { name: /Stop resharing/ })).toContainText('Closed in Service desk');
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('tickets-1280.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath('tickets-390.png'), fullPage: true });
  expect(halo.refusals).toEqual([]);
});
