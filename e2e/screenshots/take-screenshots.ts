import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, errors, type Page } from '@playwright/test';
import { buildOutputs } from '../../local/build-outputs.ts';
import { administrator, openApiSession } from '../../local/stack/api-session.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { ensureChromium } from '../../local/test-run/chromium.ts';
import { demonstration } from '../signed-in-test.ts';
import { globalPages, publicPages, tenantPages } from '../walked-pages.ts';
import { contactSheet, type Picture } from './contact-sheet.ts';
import {
  readArguments,
  type ScreenshotArguments,
  type StateName,
  type ThemeName,
  usage,
} from './screenshot-arguments.ts';
import { fillWithData } from './shown-data.ts';

type Walked = { path: string; isPublic: boolean; ofTenant: boolean };

const walked: Walked[] = [
  ...tenantPages.map(([path]) => ({ path, isPublic: false, ofTenant: true })),
  ...globalPages.map(([path]) => ({ path, isPublic: false, ofTenant: false })),
  ...publicPages.map((path) => ({ path, isPublic: true, ofTenant: false })),
];
const pathOf = (address: string) => address.split('?')[0] ?? address;
const known = [...new Set(walked.map(({ path }) => pathOf(path)))];

/** A picture of a page that is longer is cut here. */
const longestPx = 6000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const nameOf = (path: string) =>
  path
    .replace(demonstration.weak.id, 'tenant')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-/, '');

function addressOf({ path, ofTenant }: Walked): string {
  return ofTenant ? `${path}?tenantId=${demonstration.weak.id}` : path;
}

const mediaOf = (theme: ThemeName) =>
  ({
    colorScheme: theme === 'light' ? 'light' : 'dark',
    forcedColors: theme === 'contrast' ? 'active' : 'none',
  }) as const;

/** Nothing loads and nothing moves any more. What still loads after ten seconds is pictured as it stands. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isQuiet = () => document.querySelector('.fui-Skeleton, .fui-Spinner, [aria-busy=true]') === null;
  try {
    await page.waitForFunction(isQuiet, undefined, { timeout: 10_000 });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    say(`${page.url()} still loads after ten seconds`);
  }
}

/** Everything but who is signed in and which tenants there are: without those there is no page. */
async function failCalls(context: BrowserContext): Promise<void> {
  const body = {
    code: 'UNAVAILABLE',
    message: 'The service is not available. Try again in a minute.',
    requestId: 'r-503',
  };
  await context.route(
    ({ pathname }) => pathname.startsWith('/api/') && !/^\/api\/(auth\/|tenants$)/.test(pathname),
    (route) => route.fulfill({ status: 503, json: { success: false, ...body } }),
  );
}

async function picture(page: Page, file: string, width: number): Promise<void> {
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(longestPx, length) };
  await page.screenshot({ path: file, fullPage: true, clip, animations: 'disabled' });
}

type Shot = { asked: ScreenshotArguments; context: BrowserContext; url: string; state: StateName; pictures: Picture[] };

/** One page in every theme and width that was asked for; states beside the usual one in light alone. */
async function takePage(one: Walked, { asked, context, url, state, pictures }: Shot): Promise<void> {
  // In the same tab: it has the tenant already, and nothing tells that it was selected.
  const page = context.pages()[0] ?? (await context.newPage());
  for (const width of asked.widths) {
    await page.setViewportSize({ width, height: width < 640 ? 844 : 800 });
    await page.emulateMedia(mediaOf('light'));
    const answer = await page.goto(new URL(addressOf(one), url).href);
    if (!answer?.ok() && one.path !== '/nothing-here') throw new Error(`${one.path} answered ${answer?.status()}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    for (const theme of state === 'data' ? asked.themes : asked.themes.filter((name) => name === 'light')) {
      await page.emulateMedia(mediaOf(theme));
      const file = `${nameOf(one.path)}-${theme}-${width}-${state}.png`;
      await picture(page, join(asked.out, file), width);
      pictures.push({ page: one.path, file });
    }
  }
}

async function takeState(state: StateName, shot: Omit<Shot, 'state' | 'context'>, browser: Browser) {
  const unreached: string[] = [];
  const contexts = { signedIn: await browser.newContext(), signedOut: await browser.newContext() };
  const { username, password } = administrator;
  const answer = await contexts.signedIn.request.post(`${shot.url}/api/auth/local`, { data: { username, password } });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`);
  const tab = await contexts.signedIn.newPage();
  await tab.goto(`${shot.url}/dashboard?tenantId=${demonstration.weak.id}`);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  if (state === 'failing') await Promise.all(Object.values(contexts).map(failCalls));
  const wanted = walked.filter(({ path }) => shot.asked.only === null || shot.asked.only.includes(pathOf(path)));
  for (const one of wanted) {
    try {
      const context = one.isPublic ? contexts.signedOut : contexts.signedIn;
      await takePage(one, { ...shot, context, state });
    } catch (error) {
      unreached.push(one.path);
      say(`${one.path} (${state}) was not reached: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await Promise.all(Object.values(contexts).map((context) => context.close()));
  say(`${state}: ${wanted.length - unreached.length} of ${wanted.length} pages`);
  return unreached;
}

async function takeAll(asked: ScreenshotArguments): Promise<number> {
  if (asked.build) await buildOutputs(false, say);
  await mkdir(asked.out, { recursive: true });
  await using ends = new AsyncDisposableStack();
  const stack = await startStack({}, ['--no-build']);
  ends.defer(() => stack.stop());
  const executablePath = ensureChromium(process.env);
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  ends.defer(() => browser.close());
  const api = await openApiSession(stack.url);
  const pictures: Picture[] = [];
  const unreached: string[] = [];
  const take = async (state: StateName) => {
    if (!asked.states.includes(state)) return;
    unreached.push(...(await takeState(state, { asked, url: stack.url, pictures }, browser)));
  };
  await take('empty');
  await fillWithData(api, demonstration.weak.id, demonstration.good.id);
  await take('data');
  await take('failing');
  await writeFile(join(asked.out, 'index.html'), contactSheet(pictures));
  say(`${pictures.length} screenshots in ${asked.out}; ${join(asked.out, 'index.html')} shows them together.`);
  if (unreached.length > 0) say(`Not reached: ${unreached.join(', ')}`);
  return unreached.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  try {
    return await takeAll(readArguments(process.argv.slice(2), known));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return 1;
  }
}

process.exitCode = await main();
