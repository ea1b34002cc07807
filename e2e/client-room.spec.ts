import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type MailServer, startMailServer } from '../api/testing/mail-server.ts';
import type { ApiSession } from '../local/stack/api-session.ts';
import { type RunningStack, startStack } from '../local/stack/start-stack.ts';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test as signedInTest } from './signed-in-test.ts';

type Mailing = { mailbox: { server: MailServer; authority: string } };

/** On a stack that sends mail to a server beside it, over STARTTLS with a certificate that it trusts. */
const test = signedInTest.extend<object, Mailing>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const server = await startMailServer({ name: 'localhost' });
      const folder = mkdtempSync(join(tmpdir(), 'tenantry-mail-'));
      const authority = join(folder, 'authority.pem');
      writeFileSync(authority, server.certificate);
      await use({ server, authority });
      await server.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ mailbox }, use) => {
      const environment = { NODE_EXTRA_CA_CERTS: mailbox.authority, MAIL_PRIVATE_SERVER: 'allowed' };
      const stack = await startStack({ ...environment, ORGANIZATION_NAME: 'Northwind IT' }, ['--no-build']);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const { weak, good } = demonstration;
const tag = '@client-room';
const asNobody = { storageState: { cookies: [], origins: [] } };

/** A member of the tenant's own directory at Microsoft. */
async function memberOf(stack: RunningStack, tenantId: string): Promise<string> {
  const found = await fetch(`http://127.0.0.1:${stack.now().ports.simulator}/control/users?tenantId=${tenantId}`);
  const { users } = (await found.json()) as { users: { userPrincipalName: string }[] };
  return users[0]?.userPrincipalName ?? '';
}

async function setContacts(api: ApiSession, tenantId: string, contacts: { name: string; address: string }[]) {
  const { revision } = await api.get<{ revision: number }>(`/api/tenant/${tenantId}/contacts`);
  const named = contacts.map((one) => ({ id: crypto.randomUUID(), gets: ['reports'], ...one }));
  await api.send('PUT', `/api/tenant/${tenantId}/contacts`, { revision, contacts: named });
}

/** The contacts' own browser, in which nobody of the staff was ever signed in. */
const browserOf = (browser: Browser, stack: RunningStack): Promise<BrowserContext> =>
  browser.newContext({ baseURL: stack.url, ...asNobody });

async function signInWithMicrosoft(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/client/sign-in');
  await page.getByRole('link', { name: 'Sign in with Microsoft' }).click();
  await page
    .getByRole('button', { name: new RegExp(username, 'i') })
    .first()
    .click();
  await expect(page.getByRole('navigation', { name: 'Client room' })).toBeVisible();
  return page;
}

/** The link of the last mail to this address. */
async function linkTo({ server }: Mailing['mailbox'], address: string): Promise<string> {
  const linkOf = () =>
    server.arrived
      .filter(({ to }) => to.includes(address))
      .flatMap(({ mail }) => /http\S+client\/link#\S+/.exec(mail.text ?? '')?.[0] ?? [])
      .at(-1);
  await expect.poll(linkOf, { timeout: 30_000 }).toBeDefined();
  return linkOf() ?? '';
}

let ours: Page;
let theirs: Page;

test('an administrator opens two rooms, invites by hand, and each client gets into their own alone', {
  tag,
}, async ({ page, api, stack, mailbox, browser }) => {
  const [bracken, alderwick] = [await memberOf(stack, weak.id), await memberOf(stack, good.id)];
  const settings = { way: 'smtp', fromAddress: 'desk@northwind.example', fromName: 'Northwind IT', host: 'localhost' };
  const port = { port: mailbox.server.port, security: 'starttls', signIn: 'none', user: '', revision: 0 };
  await api.send('PUT', '/api/settings/mail', { ...settings, ...port });
  for (const [tenant, name, address] of [
    [weak, 'Jane Doe', bracken],
    [good, 'Rob Roe', alderwick],
  ] as const) {
    await setContacts(api, tenant.id, [{ name, address }]);
    await page.goto(`/client-room?tenantId=${tenant.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Client Portal' })).toBeVisible();
    await page.getByRole('switch', { name: 'Room is open' }).click();
    await expect(page.getByText('Room opened').first()).toBeVisible();
    await clickTwice(page.getByRole('button', { name: `Invite ${name}` }));
    await expect(page.getByRole('table', { name: 'Guests' }).getByText('Invited')).toBeVisible();
    await expect(page.getByRole('button', { name: `Send a new link to ${name}` })).toBeEnabled();
  }
  expect(await violations(page)).toEqual([]);
  const [jane, rob] = [await browserOf(browser, stack), await browserOf(browser, stack)];
  // At once: neither sees anything of the other.
  [ours, theirs] = await Promise.all([signInWithMicrosoft(jane, bracken), signInWithMicrosoft(rob, alderwick)]);
  for (const [room, own, other] of [
    [ours, weak, good],
    [theirs, good, weak],
  ] as const) {
    await expect(room.getByText(`for ${own.name}`)).toBeVisible();
    await expect(room.getByText('Northwind IT').first()).toBeVisible();
    await expect(room.getByText(/Your security score is \d+ of 100/)).toBeVisible();
    expect(await room.content()).not.toContain(other.name);
    expect(await violations(room)).toEqual([]);
  }
  await ours.goto('/findings');
  await expect(ours).toHaveURL(/\/client$/);
});

test('the client approves what they are asked, once, and the other client knows nothing of it', { tag }, async ({
  page,
  api,
}) => {
  const waiting = await api.get<{ items: { id: string; tenantId: string }[] }>(
    `/api/admin/approvals?status=pending&tenantId=${weak.id}&limit=1`,
  );
  const id = waiting.items[0]?.id ?? '';
  await page.goto(`/admin/approvals/${id}`);
  await page.getByRole('button', { name: 'Ask the client' }).click();
  const asking = page.getByRole('dialog', { name: 'Ask the client' });
  await asking.getByRole('textbox').fill('We would begin on Monday. People sign in once more that day.');
  await clickTwice(asking.getByRole('button', { name: 'Ask the client' }));
  await expect(page.getByText(/Waiting for the client/).first()).toBeVisible();

  await ours.goto('/client/decisions');
  await expect(ours.getByText('“We would begin on Monday. People sign in once more that day.”')).toBeVisible();
  expect(await violations(ours)).toEqual([]);
  await ours.getByRole('button', { name: /^Approve: / }).click();
  const dialog = ours.getByRole('dialog', { name: 'Approve this work?' });
  await expect(dialog.getByText('Recorded as Jane Doe')).toBeVisible();
  await clickTwice(dialog.getByRole('button', { name: 'Approve' }));
  await expect(dialog).toHaveCount(0);
  await expect(ours.getByText('Approved').first()).toBeVisible();
  const decided = await api.get<{ status: string; approvedBy: string }>(`/api/admin/approvals/${id}`);
  expect(decided).toMatchObject({ status: 'approved', approvedBy: 'Jane Doe' });
  await theirs.goto('/client/decisions');
  await expect(theirs.getByRole('navigation', { name: 'Client room' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
});

test('the client accepts a risk under their name and asks a question, which is answered', { tag }, async ({
  api,
  page,
}) => {
  const { items } = await api.get<{ items: { id: string }[] }>('/api/graph/findings?status=open&limit=1', weak.id);
  const consequence = 'Whoever guesses a password of this account reads its mail.';
  const until = new Date(Date.now() + 60 * 86_400_000).toISOString();
  await api.post(`/api/findings/${items[0]?.id}/risk-offer`, { consequence, until });
  await ours.goto('/client/decisions');
  await ours.getByRole('button', { name: /^Accept this risk: / }).click();
  const dialog = ours.getByRole('dialog', { name: 'Accept this risk?' });
  await expect(dialog.getByText(consequence)).toBeVisible();
  await clickTwice(dialog.getByRole('button', { name: 'Accept this risk' }));
  await expect(dialog).toHaveCount(0);
  await expect(ours.getByText('Risk accepted').first()).toBeVisible();
  const finding = await api.get<{ acceptance: object }>(`/api/findings/${items[0]?.id}`);
  expect(finding.acceptance).toMatchObject({ acceptedBy: 'Jane Doe', isByClient: true });

  await ours.goto('/client/questions');
  await ours.getByLabel('Your question').fill('Who can read our mail?');
  await clickTwice(ours.getByRole('button', { name: 'Send' }));
  await expect(ours.getByRole('heading', { name: 'Who can read our mail?' })).toHaveCount(1);
  const tasks = await api.get<{ items: { id: string }[] }>(`/api/admin/tasks?tenantId=${weak.id}&search=asks`);
  await page.goto(`/admin/tasks?tenantId=${weak.id}`);
  await api.send('PUT', `/api/tasks/${tasks.items[0]?.id}/client-reply`, { text: 'Three administrators.' });
  await ours.reload();
  await expect(ours.getByText('Three administrators.')).toBeVisible();
});

test('a link from the mail opens the room once, and a new one is asked for by the address', { tag }, async ({
  stack,
  mailbox,
  browser,
}) => {
  const address = await memberOf(stack, weak.id);
  const first = await linkTo(mailbox, address);
  const context = await browserOf(browser, stack);
  const page = await context.newPage();
  await page.goto('/client/sign-in');
  await page.getByRole('textbox').fill(address);
  await clickTwice(page.getByRole('button', { name: /link/i }));
  await expect(page.getByText(/a link is on its way/)).toBeVisible();
  await expect.poll(() => linkTo(mailbox, address), { timeout: 60_000 }).not.toBe(first);
  const link = await linkTo(mailbox, address);
  // What scans mail opens the address, and uses nothing up.
  const scanner = await context.newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole('button', { name: 'Open your room' })).toBeVisible();
  expect(await violations(scanner)).toEqual([]);
  await scanner.close();
  await page.goto(link);
  await page.getByRole('button', { name: 'Open your room' }).click();
  await expect(page.getByText(`for ${weak.name}`)).toBeVisible();
  const again = await browserOf(browser, stack);
  const late = await again.newPage();
  await late.goto(link);
  await late.getByRole('button', { name: 'Open your room' }).click();
  await expect(late.getByText(/This link was used already/)).toBeVisible();
  await context.close();
  await again.close();
});

test('every page of the room is readable in both themes and at both widths, and a preview shows it to staff', {
  tag,
}, async ({ page }) => {
  for (const name of ['', '/decisions', '/questions', '/questionnaires', '/reports', '/help']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await ours.emulateMedia({ colorScheme });
      for (const width of [1280, 390]) {
        await ours.setViewportSize({ width, height: 900 });
        await ours.goto(`/client${name}`);
        await expect(ours.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(ours.getByText(/^Loading/)).toHaveCount(0);
        expect(await ours.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violations(ours)).toEqual([]);
        const file = `room${name.replace('/', '-')}-${colorScheme}-${width}.png`;
        await ours.screenshot({ path: test.info().outputPath(file), fullPage: true });
      }
    }
  }
  await page.goto(`/client-room/preview?tenantId=${weak.id}`);
  await expect(page.getByText(/Preview/).first()).toBeVisible();
  await expect(page.getByText(`for ${weak.name}`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('who is no guest any more is led to the sign-in at the next click', { tag }, async ({ api }) => {
  const room = await api.get<{ revision: number }>(`/api/tenant/${good.id}/client-room`);
  await api.send('PUT', `/api/tenant/${good.id}/client-room`, {
    ...{ isOpen: false, showsPrices: false, color: null, welcome: '' },
    revision: room.revision,
  });
  await theirs.goto('/client/reports');
  await expect(theirs).toHaveURL(/\/client\/sign-in/);
});
