import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { freePort } from '../../local/stack/free-port.ts';
import { ensureChromium } from '../../local/test-run/chromium.ts';

/** What Lighthouse says of one visit. Scores are of 100. */
export type Visit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
  /** Scripts and style sheets, and what they weigh on the wire. */
  codeRequests: number;
  codeKb: number;
  apiRequests: number;
};

type Browser = AsyncDisposable & {
  /** From now on the browser is signed in, by this cookie. */
  signIn(cookie: string): Promise<void>;
  /** One first visit: nothing is cached, nothing stored but the cookie. */
  visit(url: string): Promise<{ visit: Visit; failed: string[] }>;
};

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>;
type Request = { resourceType?: string; url: string; transferSize?: number };

const isCode = ({ resourceType }: Request) => resourceType === 'Script' || resourceType === 'Stylesheet';
const isApiCall = ({ url }: Request) => new URL(url).pathname.startsWith('/api/');

/** What a page fails of the category, and on which elements. */
function failedOf({ audits, categories }: Result['lhr'], category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id];
    if (weight === 0 || audit?.score !== 0) return [];
    const items = (audit.details !== undefined && 'items' in audit.details ? audit.details.items : []) as object[];
    const elements = items.flatMap((item) => ('node' in item ? [(item.node as { nodeLabel: string }).nodeLabel] : []));
    return [`${id}${elements.length === 0 ? '' : ` (${elements.slice(0, 3).join(', ')})`}`];
  });
}

async function visit(url: string, port: number): ReturnType<Browser['visit']> {
  const result = await lighthouse(
    url,
    { port, output: 'json', logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices'] },
    desktopConfig,
  );
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`Lighthouse at ${url}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}: another page was measured`);
  }
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? Number.NaN) * 100);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const details = lhr.audits['network-requests']?.details;
  const requests = (details !== undefined && 'items' in details ? details.items : []) as unknown as Request[];
  const code = requests.filter(isCode);
  const found: Visit = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    codeRequests: code.length,
    codeKb: code.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0) / 1000,
    apiRequests: requests.filter(isApiCall).length,
  };
  const missing = Object.entries(found).flatMap(([name, figure]) => (Number.isFinite(figure) ? [] : [name]));
  if (missing.length > 0) throw new Error(`Lighthouse at ${url} gave no figure of ${missing.join(', ')}`);
  return { visit: found, failed: failedOf(lhr, 'accessibility') };
}

/** A Chromium with a profile of its own, for Lighthouse. */
export async function openBrowser(origin: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'tenantry-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(process.env),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-background-networking', '--no-first-run'],
  });
  return {
    async signIn(cookie) {
      const [name = '', value = ''] = cookie.split(/=(.*)/s);
      await context.addCookies([{ name, value, url: origin.replace('http:', 'https:') }]);
    },
    visit: (url) => visit(url, port),
    async [Symbol.asyncDispose]() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
