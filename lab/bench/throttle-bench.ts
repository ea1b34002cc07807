import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { fleetProfiles } from '@tenantry/simulator/profiles/fleet-profiles';
import { microsoftRates } from '../../api/src/adapters/graph/graph-rate-limits.ts';
import { type ApiSession, openApiSession } from '../../local/stack/api-session.ts';
import { type RunningStack, startStack } from '../../local/stack/start-stack.ts';
import { bringInFleet } from '../fleet.ts';
import { leastSeconds } from './graph-requests.ts';
import { clearRequests, limitsSoFar } from './stack-figures.ts';
import { figure, type Section, type Table } from './table.ts';

const ratioAim = 1.15;
const scanLimitMs = 30 * 60_000;
/** A worker whose scan is completed has ended long before. */
const logLimitMs = 60_000;

type Options = { sizes: readonly number[]; say(line: string): void };
type ThrottledScan = {
  users: number;
  /** Of the queue's function: the host waits up to two seconds for a message, which is not the scan's. */
  seconds: number;
  leastSeconds: number;
  limits: { limit: string; passed: number; refused: number; leastSeconds: number }[];
};

/** Microsoft's documented rates at both ends. */
const environment = {
  SIMULATOR_THROTTLE: '1',
  GRAPH_RATE_IDENTITY_PER_SECOND: String(microsoftRates.identity),
  GRAPH_RATE_REPORTS_PER_10_SECONDS: String(microsoftRates.reports),
  GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: String(microsoftRates.reportsOfAll),
  GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: String(microsoftRates.signInActivity),
};

const warmUpTenantId = demoProfiles[0]?.id ?? '';

/** The first tenant of a fleet with Entra ID P2: without it the limited calls are refused at once. */
function licensedTenant(users: number): { id: string; tenants: number } {
  const profiles = fleetProfiles({ tenants: 50, users });
  const index = profiles.findIndex(({ license }) => license === 'p2');
  const id = profiles[index]?.id;
  if (id === undefined) throw new Error('The fleet has no tenant with Entra ID P2');
  return { id, tenants: index + 1 };
}

const hostLog = (stack: RunningStack): string => readFileSync(join(stack.dataDir, 'logs/functions-host.log'), 'utf8');

/**
 * The longest run of the scan's function in what the host logged from there on: that one did the work. The worker tidies
 * up after it has written down that the scan is completed, so the line may come later than the API tells.
 * @throws Error where there is none
 */
async function workedSeconds(stack: RunningStack, from: number): Promise<number> {
  const deadlineMs = performance.now() + logLimitMs;
  for (;;) {
    const log = hostLog(stack).slice(from);
    const runs = [...log.matchAll(/Function\.scan-work: Succeeded \(Id=[^,]+, (\d+) ms\)/g)].map(([, ms]) =>
      Number(ms),
    );
    if (runs.length > 0) return Math.max(...runs) / 1000;
    if (performance.now() > deadlineMs) throw new Error('The host logged no scan');
    await wait(100);
  }
}

/** @throws Error where the scan does not complete */
async function scanned(api: ApiSession, tenantId: string): Promise<Scan> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  const deadlineMs = performance.now() + scanLimitMs;
  for (;;) {
    const scan = await api.get<Scan>(`/api/scan/${scanLogId}`);
    if (scan.status === 'completed') return scan;
    if (scan.status === 'failed' || performance.now() > deadlineMs) {
      throw new Error(`The throttled scan is ${scan.status}: ${scan.errorMessage}`);
    }
    await wait(500);
  }
}

async function measure(users: number): Promise<ThrottledScan> {
  const { id, tenants } = licensedTenant(users);
  const stack = await startStack({ ...environment, SIMULATOR_FLEET: `${tenants}x${users}` }, ['--no-build']);
  try {
    const api = await openApiSession(stack.url);
    await bringInFleet(api);
    // A worker that serves thousands of tenants is warm.
    await scanned(api, warmUpTenantId);
    await workedSeconds(stack, 0);
    await clearRequests(stack);
    const loggedBefore = hostLog(stack).length;
    const scan = await scanned(api, id);
    const missing = scan.progress.datasets.filter(({ state }) => state === 'couldNotCheck').map(({ name }) => name);
    // With more pages than Microsoft allows in a minute, the last sign-ins wait for their own schedule.
    if (missing.some((name) => name !== 'signInActivity')) throw new Error(`Not collected: ${missing.join(', ')}`);
    const counts = (await limitsSoFar(stack)).filter(({ tenantId }) => tenantId === id || tenantId === null);
    const limits = counts.map((count) => ({ ...count, leastSeconds: leastSeconds(count) }));
    return {
      users,
      seconds: await workedSeconds(stack, loggedBefore),
      leastSeconds: Math.max(...limits.map((limit) => limit.leastSeconds)),
      limits,
    };
  } finally {
    await stack.stop();
  }
}

function throttleTables(scans: readonly ThrottledScan[]): Table[] {
  const rows = scans.map(({ users, seconds, leastSeconds: least, limits }) => [
    figure(users),
    figure(seconds, 2),
    figure(least, 2),
    least === 0 ? '—' : `${figure(seconds / least, 2)} ×`,
    figure(seconds - least, 2),
    figure(limits.reduce((sum, { refused }) => sum + refused, 0)),
  ]);
  const byLimit = scans.flatMap(({ users, limits }) =>
    limits.map(({ limit, passed, refused, leastSeconds: least }) => [
      figure(users),
      limit,
      figure(passed),
      figure(refused),
      figure(least, 1),
    ]),
  );
  return [
    { columns: ['users', 'scan s', 'least s', 'ratio', 's more', 'refused (429)'], rows },
    { columns: ['users', 'limit', 'requests', 'refused', 'least s'], rows: byLimit },
  ];
}

/** Scans against a simulator that answers 429 at Microsoft's documented rates. @throws Error where one fails */
export async function benchThrottledScans({ sizes, say }: Options): Promise<Section> {
  const scans: ThrottledScan[] = [];
  for (const users of sizes) {
    say(`throttle: a tenant of ${figure(users)} users under Microsoft's limits`);
    scans.push(await measure(users));
  }
  return {
    title: `Scan under Microsoft's limits (aim: at most ${ratioAim} × the least time that they allow)`,
    tables: throttleTables(scans),
    notes: [
      'Least: the longest that the requests which were made need under any one limit, all else taking no time:',
      'of n requests at k in w seconds the last is due after ⌊(n − 1) ÷ k⌋ × w. Refused ones count for nothing.',
    ],
    data: { ratioAim, scans },
  };
}
