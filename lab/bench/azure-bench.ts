import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DirectorySyncState } from '@tenantry/contract/directory';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { Tenant } from '@tenantry/contract/tenants';
import { azureSettings } from '../../local/azure/azure-settings.ts';
import { startAzureDoubles } from '../../local/azure/testing/azure-doubles.ts';
import { type Browser, createBrowser, startAzureHost } from '../../local/azure/testing/azure-host.ts';
import { waitUntil } from '../../local/stack/answers.ts';
import { monthlyCost } from './azure-costs.ts';
import { type Requests, requestsOf } from './azure-requests.ts';
import type { Size } from './bench-arguments.ts';
import { figure, type Section } from './table.ts';

const name = 'tenantrycost';
const bundle = join(import.meta.dirname, '../../api/dist/main.js');
const sizes = {
  /** As long as the rarest timer waits, so that each has run. */
  usual: { quietMinutes: 5, firstMinutes: 3, afterMinutes: 6 },
  smallest: { quietMinutes: 0.05, firstMinutes: 0, afterMinutes: 0 },
} as const;

async function scan(browser: Browser, tenantId: string): Promise<void> {
  const { scanLogId } = await browser.read<ScanStarted>('POST', '/api/scan', { tenant_id: tenantId });
  const hasEnded = async () => {
    const { status } = await browser.read<Scan>('GET', `/api/scan/${scanLogId}`);
    if (status === 'failed' || status === 'cancelled') throw new Error(`The scan has ${status}`);
    return status === 'completed';
  };
  await waitUntil('the scan', hasEnded, 120_000);
}

async function synchronize(browser: Browser, tenantId: string): Promise<number> {
  const path = `/api/admin/tenants/${tenantId}/users`;
  await browser.read('POST', `${path}/sync`, {});
  let processed = 0;
  const hasEnded = async () => {
    const { sync } = await browser.read<{ sync: DirectorySyncState }>('GET', path);
    if (sync.status === 'failed') throw new Error(`The synchronization has failed: ${sync.error}`);
    processed = sync.processed ?? 0;
    return sync.status === 'completed';
  };
  await waitUntil('the synchronization', hasEnded, 120_000);
  return processed;
}

/** What an installation with the settings of Azure asks of its services, and what that costs. */
export async function benchAzure({ size, say }: { size: Size; say(line: string): void }): Promise<Section> {
  const { quietMinutes, firstMinutes, afterMinutes } = sizes[size];
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-costs-'));
  const countFile = join(folder, 'counts.json');
  await using ends = new AsyncDisposableStack();
  ends.defer(() => rmSync(folder, { recursive: true, force: true }));
  const doubles = await startAzureDoubles(name, folder);
  ends.defer(doubles.close);
  const settings = {
    ...azureSettings(name),
    GRAPH_RATE_IDENTITY_PER_SECOND: '0',
    GRAPH_RATE_REPORTS_PER_10_SECONDS: '0',
  };
  const host = await startAzureHost({
    bundle,
    dataDir: join(folder, 'host'),
    settings,
    nodeOptions: [...doubles.options, '--require', join(import.meta.dirname, 'count-requests.cjs')],
    environment: { ...doubles.environment, COUNT_FILE: countFile },
  });
  ends.defer(host.close);
  const browser = createBrowser(host, settings.PUBLIC_ORIGIN);

  /** What was asked since the last time that this was called. */
  async function counted(): Promise<Requests> {
    rmSync(countFile, { force: true });
    host.signal('SIGUSR2');
    await waitUntil('the counts', async () => existsSync(countFile), 10_000);
    return requestsOf(JSON.parse(readFileSync(countFile, 'utf8')));
  }

  const administrator = {
    username: 'ada',
    email: 'ada@msp.example',
    displayName: 'Ada Lovelace',
    password: 'Str0ng!pass',
  };
  await browser.read('POST', '/api/auth/register', { ...administrator, setupCode: settings.SETUP_CODE });
  const { tenants } = await browser.read<{ tenants: Tenant[] }>('GET', '/api/tenants');
  const tenantId = tenants[0]?.id ?? '';
  let accounts = 0;
  // All of them, so that nothing is due later. At the smallest size nothing waits for that.
  for (const { id } of size === 'smallest' ? tenants.slice(0, 1) : tenants) {
    await scan(browser, id);
    const processed = await synchronize(browser, id);
    if (id === tenantId) accounts = processed;
  }
  say(`What is due for the first time is done within ${firstMinutes} minutes ...`);
  await wait(firstMinutes * 60_000);
  const parts: Record<string, Requests> = { 'the first scans and synchronizations': await counted() };
  await scan(browser, tenantId);
  const ofScan = await counted();
  // Nothing to multiply by prices: it was not counted.
  if (ofScan.cosmosWrites === 0 || ofScan.queue === 0) throw new Error(`A scan asked for ${JSON.stringify(ofScan)}`);
  parts['a scan of a known tenant'] = ofScan;
  await synchronize(browser, tenantId);
  parts['a synchronization of a known directory'] = await counted();
  await browser.read('GET', '/api/admin/tenant-summaries');
  await browser.read('GET', '/api/graph/findings', undefined, tenantId);
  await browser.read('GET', '/api/audit/sample', undefined, tenantId);
  parts['three pages: overview, findings, audit'] = await counted();
  // Notifications look again at what happened in the last five minutes, so that nothing is missed between two hosts.
  say(`What notifications look at again is over within ${afterMinutes} minutes ...`);
  await wait(afterMinutes * 60_000);
  parts[`the ${afterMinutes} minutes after it`] = await counted();
  say(`Nothing to do for ${quietMinutes} minutes ...`);
  await wait(quietMinutes * 60_000);
  parts[`${quietMinutes} minutes of nothing to do`] = await counted();

  const row = (label: string, { units, cosmos, cosmosWrites, writtenKb, blob, queue, table, vault }: Requests) => [
    label,
    ...[units, cosmos, cosmosWrites, writtenKb, blob, queue, table, vault].map((value) => figure(value)),
  ];
  const daily = {
    scan: parts['a scan of a known tenant'] as Requests,
    synchronization: parts['a synchronization of a known directory'] as Requests,
    pages: parts['three pages: overview, findings, audit'] as Requests,
    quietMinute: { minutes: quietMinutes, requests: parts[`${quietMinutes} minutes of nothing to do`] as Requests },
  };
  const costs = [10, 100, 1000].map((count) => ({ count, cost: monthlyCost(count, daily) }));
  const items = Object.keys(costs[0]?.cost ?? {}) as (keyof (typeof costs)[number]['cost'])[];
  return {
    title: 'What Azure is asked, and what that costs in a month',
    tables: [
      {
        columns: [
          'part',
          'RU, estimated',
          'Cosmos DB',
          'of it writes',
          'KB written',
          'blobs',
          'queues',
          'tables',
          'vault',
        ],
        rows: Object.entries(parts).map(([label, requests]) => row(label, requests)),
      },
      {
        columns: ['US dollars a month', ...costs.map(({ count }) => `${figure(count)} tenants`)],
        rows: items.map((item) => [item, ...costs.map(({ cost }) => figure(cost[item], 2))]),
      },
    ],
    notes: [
      `The tenant has ${accounts} accounts and about 90 findings. Prices and assumptions: lab/bench/azure-prices.ts, azure-costs.ts.`,
    ],
    data: { accounts, parts, costs },
  };
}
