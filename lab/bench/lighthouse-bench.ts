import { loadavg } from 'node:os';
import type { Tenant } from '@tenantry/contract/tenants';
import { openApiSession } from '../../local/stack/api-session.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { startRun, untilRunEnded } from '../fleet.ts';
import type { Size } from './bench-arguments.ts';
import { openBrowser, type Visit } from './lighthouse-run.ts';
import { figure, median, type Section } from './table.ts';

const runsAt = { usual: 3, smallest: 1 } as const;
/** The demonstration tenant with the most findings. */
const weakTenant = 'Bracken Freight Group';

const load = () => (loadavg()[0] ?? Number.NaN).toFixed(1);

/** Each figure by itself: the runs of a busy machine differ in more than one. */
function medianVisit(visits: readonly Visit[]): Visit {
  const names = Object.keys(visits[0] ?? {}) as (keyof Visit)[];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((visit) => visit[name]))])) as Visit;
}

function row(path: string, visits: readonly Visit[]): string[] {
  const middle = medianVisit(visits);
  const scores = visits.map(({ performance }) => performance);
  return [
    path,
    figure(middle.performance),
    `${Math.min(...scores)}–${Math.max(...scores)}`,
    figure(middle.accessibility),
    figure(middle.bestPractices),
    figure(middle.firstPaintMs / 1000, 2),
    figure(middle.largestPaintMs / 1000, 2),
    figure(middle.blockedMs),
    figure(middle.layoutShift, 3),
    figure(middle.codeRequests),
    figure(middle.codeKb),
    figure(middle.apiRequests),
  ];
}

/** Lighthouse's desktop figures of the pages that are opened most, on the built local stack with scanned tenants. */
export async function benchLighthouse({ size, say }: { size: Size; say(line: string): void }): Promise<Section> {
  const runs = runsAt[size];
  const loadBefore = load();
  await using ends = new AsyncDisposableStack();
  const stack = await startStack({}, ['--no-build']);
  ends.defer(() => stack.stop());
  const api = await openApiSession(stack.url);
  const { tenants } = await api.get<{ tenants: Tenant[] }>('/api/tenants');
  const { runId } = await startRun(api);
  await untilRunEnded(api, runId, { limitMs: 300_000, everyMs: 500, onProgress: () => undefined });
  const browser = ends.use(await openBrowser(stack.url));
  const tenant = tenants.find(({ displayName }) => displayName === weakTenant);
  if (tenant === undefined) throw new Error(`The stack has no ${weakTenant}`);
  const dashboard = `/dashboard?tenantId=${tenant.id}`;
  const pages = size === 'smallest' ? [dashboard] : ['/overview', dashboard, `/findings?tenantId=${tenant.id}`];
  const publicPages = size === 'smallest' ? [] : ['/login'];
  const visits = new Map<string, Visit[]>([...publicPages, ...pages].map((page) => [page, []]));
  const measure = async (page: string) => {
    const { visit, failed } = await browser.visit(`${stack.url}${page}`);
    say(`${page}: performance ${visit.performance}, load ${load()}`);
    for (const one of failed) say(`${page} fails ${one}`);
    visits.get(page)?.push(visit);
  };
  for (let run = 0; run < runs; run += 1) for (const page of publicPages) await measure(page);
  await browser.signIn(api.cookie());
  for (let run = 0; run < runs; run += 1) for (const page of pages) await measure(page);
  return {
    title: `Lighthouse: desktop, first visit, medians of ${runs}`,
    tables: [
      {
        columns: [
          'page',
          'performance',
          'of runs',
          'accessibility',
          'best practices',
          'first paint s',
          'largest paint s',
          'blocked ms',
          'shift',
          'code requests',
          'code KB',
          'API calls',
        ],
        rows: [...visits].map(([page, all]) => row(page.split('?')[0] ?? page, all)),
      },
    ],
    notes: [`Aim: 95, 100, 100. Load average ${loadBefore} before the stack started, ${load()} at the end.`],
    data: { visits: Object.fromEntries(visits) },
  };
}
