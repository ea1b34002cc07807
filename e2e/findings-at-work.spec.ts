import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Finding } from '@tenantry/contract/findings';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { ApiSession } from '../local/stack/api-session.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak, good } = demonstration;
const here = `/findings?tenantId=${weak.id}`;
const viewer = {
  username: 'vera',
  email: 'vera@msp.example',
  displayName: 'Vera Viewer',
  password: 'L00k!but-not-touch',
};

const cards = (page: Page) => page.getByRole('article');
const titlesOf = (page: Page) => cards(page).evaluateAll((list) => list.map((card) => card.getAttribute('aria-label')));

/** The titles once the whole list is there: the rows below those that a screen shows follow in pieces. */
async function allTitlesOf(page: Page) {
  const shown = /^Showing (\d+) of/.exec(await page.getByText(/^Showing \d+ of \d+$/).innerText());
  await expect(cards(page)).toHaveCount(Number(shown?.[1]));
  return titlesOf(page);
}

/** Saves the list by an entry of the Export Report menu. */
async function exported(page: Page, entry: RegExp) {
  await page.getByRole('button', { name: 'Export Report' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

async function scanAgain(api: ApiSession): Promise<void> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: weak.id });
  await expect.poll(async () => (await api.get<Scan>(`/api/scan/${scanLogId}`)).status).toBe('completed');
}

/** Finds the finding that the tests before have resolved. */
async function findingNamed(api: ApiSession, title: string): Promise<Finding> {
  const query = new URLSearchParams({ search: title });
  const { items } = await api.get<{ items: Finding[] }>(`/api/graph/findings?${query}`, weak.id);
  const found = items.find((one) => one.title === title);
  if (!found) throw new Error(`There is no finding ${title}`);
  return found;
}

test('the five things to do first lead to the findings that each closes, and Back leads from there', {
  tag: '@findings',
}, async ({ page }) => {
  await page.goto(here);
  const first = page.getByRole('list', { name: 'What to do first' }).getByRole('listitem');
  await expect(first).toHaveCount(5);
  await expect(first.first()).toContainText(/\+\d+(\.\d)? points?/);
  const closes = Number(/Closes (\d+) finding/.exec(await first.first().innerText())?.[1]);
  await first.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/[?&]remedy=[a-z-]+/);
  await expect(cards(page)).toHaveCount(closes);
  await expect(page.getByRole('region', { name: 'List of findings' })).toBeFocused();
  await expect(first.first()).toContainText('Shown below');
  await page.goBack();
  await expect(page).toHaveURL(here);
  await expect(page.getByText('Shown below')).toHaveCount(0);
});

test('order and filters stand in the address, outlive a reload, and are cleared together', {
  tag: '@findings',
}, async ({ page }) => {
  await page.goto(here);
  await page.getByLabel('Severity', { exact: true }).selectOption('High');
  await page.getByLabel('Sort by').selectOption('Title, Z to A');
  await expect(page).toHaveURL(`${here}&severity=high&sort=title&direction=desc`);
  const isOrdered = async () => {
    const folded = (await titlesOf(page)).map((title) => String(title).toLowerCase());
    return folded.length > 3 && folded.join('\n') === folded.toSorted().reverse().join('\n');
  };
  // The address changes at once, the list when it has been answered.
  await expect.poll(isOrdered).toBe(true);
  const titles = await allTitlesOf(page);
  await page.reload();
  await expect(cards(page)).toHaveCount(titles.length);
  expect(await titlesOf(page)).toEqual(titles);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${here}&sort=title&direction=desc`);
});

const note = 'Done with one policy; the change request is 4711';
let resolved: string[] = [];

test('findings are resolved by hand together with a reason by one request, and one of them is reopened', {
  tag: '@findings',
}, async ({ page, api }) => {
  await page.goto(`${here}&status=unresolved&severity=critical`);
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  resolved = (await titlesOf(page)).slice(0, 2).map(String);
  const bar = page.getByRole('region', { name: 'Selected findings' });
  await expect(bar).toContainText('2 findings selected');
  await bar.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve 2 findings' });
  await dialog.getByLabel('Reason').fill(note);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/findings/status')) sent.push(request.method());
  });
  await clickTwice(dialog.getByRole('button', { name: 'Resolve' }));
  await expect(page.getByText('2 findings resolved')).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(sent).toEqual(['POST']);
  await expect(page.getByRole('article', { name: resolved[0] ?? '', exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'List of findings' })).toBeFocused();

  const second = await findingNamed(api, resolved[1] ?? '');
  expect(second).toMatchObject({ status: 'resolved', note, resolvedBy: 'Ada Lovelace' });
  await page.goto(`${here}&finding=${second.id}`);
  const drawer = page.getByRole('dialog', { name: second.title });
  await expect(drawer.getByRole('region', { name: 'Note' })).toContainText(note);
  await drawer.getByRole('button', { name: 'Reopen' }).click();
  const reopen = page.getByRole('dialog', { name: 'Reopen this finding' });
  await reopen.getByLabel('Note (optional)').fill('One administrator was left out');
  await reopen.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('Finding Reopened')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Check again' })).toBeFocused();
});

test('the history tells when a finding was first seen, resolved, back again, and by whom', {
  tag: '@findings',
}, async ({ page, api }) => {
  await scanAgain(api);
  const { id, title } = await findingNamed(api, resolved[0] ?? '');
  // Filters that hide it keep nobody from it.
  await page.goto(`${here}&severity=low&finding=${id}`);
  const history = page.getByRole('dialog', { name: title }).getByRole('list', { name: 'History of this finding' });
  const events = history.getByRole('listitem');
  // Other files may have scanned on this stack before: all that is known of it is shown, however much that is.
  const { history: known } = await api.get<{ history: object[] }>(`/api/findings/${id}`, weak.id);
  expect(known.length).toBeGreaterThanOrEqual(3);
  await expect(events).toHaveCount(known.length);
  await expect(events.nth(0)).toContainText('Back again by a scan');
  await expect(events.nth(1)).toContainText('Resolved by Ada Lovelace');
  await expect(events.nth(1)).toContainText(note);
  await expect(events.last()).toContainText('First seen by a scan');
  await events.nth(0).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/changes\\?tenantId=${weak.id}&to=`));
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
});

test('a file holds what the list is filtered to, of one tenant and of all', { tag: '@findings' }, async ({ page }) => {
  await page.goto(`${here}&severity=critical&status=open`);
  await expect(cards(page).first()).toBeVisible();
  const titles = await allTitlesOf(page);
  const json = await exported(page, /^Export these \d+ \(JSON\)$/);
  expect(json.name).toBe(`Findings_${weak.name}.json`);
  const { findings } = JSON.parse(json.text) as { findings: Finding[] };
  expect(findings.map(({ title }) => title)).toEqual(titles);

  await page.goto('/overview');
  await page.goto('/findings?severity=critical');
  await expect(cards(page).first()).toBeVisible();
  const csv = await exported(page, /\(CSV\)$/);
  expect(csv.text).toContain(`"${weak.name}"`);
  expect(csv.text).not.toContain('"Medium"');
});

test('a link to a finding opens it for a colleague, and says so where there is none or it is another’s', {
  tag: '@findings',
}, async ({ page, context }) => {
  await page.goto(`${here}&severity=high`);
  const open = page.getByRole('button', { name: /^View Details: / }).first();
  await open.click();
  const drawer = page.getByRole('dialog');
  // Until the finding is there its place is held.
  await expect(drawer.getByRole('heading', { level: 2 })).not.toHaveText('Finding');
  const title = await drawer.getByRole('heading', { level: 2 }).innerText();
  await drawer.getByRole('button', { name: 'Copy link to this finding' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await page.keyboard.press('Escape');
  // Pasted as a person would: our pages may write to the clipboard and not read it.
  const search = page.getByRole('searchbox');
  await search.press('ControlOrMeta+V');
  const link = await search.inputValue();
  const fresh = await context.newPage();
  await fresh.goto(link);
  await expect(fresh.getByRole('dialog').getByRole('heading', { level: 2, name: title })).toBeVisible();
  const foreign = link.replace(`tenantId=${weak.id}`, `tenantId=${good.id}`);
  await fresh.goto(foreign);
  await expect(fresh.getByRole('dialog')).toContainText('This finding belongs to another tenant.');
  await fresh.goto(`${link}-gone`);
  await expect(fresh.getByRole('dialog')).toContainText('There is no such finding.');
  await fresh.close();
});

test('a viewer reads what to do first and the history, and changes nothing', { tag: '@findings' }, async ({
  browser,
  stack,
  api,
}) => {
  await api.post('/api/admin/users', { ...viewer, role: 'viewer', tenantIds: [weak.id] });
  const context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username or email' }).fill(viewer.username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(viewer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(here);
  await expect(page.getByRole('list', { name: 'What to do first' }).getByRole('listitem')).toHaveCount(5);
  await page
    .getByRole('button', { name: /^View Details: / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('list', { name: 'History of this finding' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /Check again|More actions|Reopen|Start work|Accept risk/ }),
  ).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await context.close();
});
