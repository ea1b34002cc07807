import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import type { RequestCount } from '@tenantry/simulator/request-log';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile, type TenantProfile } from '@tenantry/simulator/tenant-profile';
import { openJsonLines } from '../../api/src/adapters/telemetry/json-lines.ts';
import { type App, compose } from '../../api/src/compose.ts';
import { embedded } from '../../api/src/composition/embedded.ts';
import { telemetryOf } from '../../api/src/composition/telemetry.ts';
import { readConfig } from '../../api/src/config.ts';
import { registerDemonstrationTenants } from '../../api/src/features/tenants/demonstration-tenants.ts';
import { everyTenant } from '../../api/src/store/scope.ts';
import { freePort } from '../../local/stack/free-port.ts';
import type { Size } from './bench-arguments.ts';
import { startService } from './child-process.ts';
import { graphCalls } from './graph-requests.ts';
import { startAzurite } from './scan-parts.ts';
import { figure } from './table.ts';

const root = join(import.meta.dirname, '../..');
const sizes = { usual: { largeTenantUsers: 20_000, runs: 5 }, smallest: { largeTenantUsers: 200, runs: 1 } } as const;

/** The tenants that have it, in part or as a whole, and a large one; at the smallest size that one alone, which has it whole. */
export function configuredTenants(size: Size): TenantProfile[] {
  const large = loadTenantProfile(weakProfile, sizes[size].largeTenantUsers);
  if (size === 'smallest') return [large];
  return [...demoProfiles.filter(({ configuration }) => configuration.setUp !== 'none'), large];
}

/** Requests of a scan to Graph: a $batch is one call. `lookUps`: users that were asked for by their address, inside of these. */
type ScanCost = { calls: number; batches: number; lookUps: number; seconds: number };

/** `pairs`: scans of a day, without snapshots and with them, one after the other. */
export type TenantScans = { domain: string; users: number; first: ScanCost; pairs: { off: ScanCost; on: ScanCost }[] };

type Opened = { on: App; off: App; simulatorUrl: string };
type Ground = { folder: string; storage: string; simulatorUrl: string; tenants: TenantProfile[] };

async function opened({ folder, storage, simulatorUrl, tenants }: Ground, isOn: boolean): Promise<App> {
  const dataDir = join(folder, isOn ? 'on' : 'off');
  await mkdir(dataDir);
  const config = readConfig({
    PUBLIC_ORIGIN: 'http://localhost:4280',
    AzureWebJobsStorage: storage,
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: dataDir,
    SIMULATOR_URL: simulatorUrl,
    SCAN_ANSWER_AFTER_MS: '0',
    TENANT_CONFIGURATION: isOn ? 'on' : 'off',
    // The simulator has no limits.
    GRAPH_RATE_IDENTITY_PER_SECOND: '0',
    GRAPH_RATE_REPORTS_PER_10_SECONDS: '0',
    GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: '0',
    GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '0',
  });
  const app = compose(config, {
    bundleDirectory: dataDir,
    embedded: () => embedded,
    telemetry: telemetryOf(openJsonLines(console.error, console.error)),
  });
  const cloud = createSimulatedCloud({ now: () => new Date(), tenants });
  await registerDemonstrationTenants(app.stores.tenants, cloud.tenants, app.clock);
  return app;
}

/** From the queue's message to the last record. @throws Error where it does not complete, or leaves a snapshot unread */
async function scanned(app: App, simulatorUrl: string, tenantId: string): Promise<ScanCost> {
  const tenant = await app.stores.tenants.open(everyTenant, tenantId);
  if (!tenant) throw new Error(`There is no tenant ${tenantId}`);
  const scan = await app.scans.startScheduled(tenant);
  await fetch(`${simulatorUrl}/control/requests`, { method: 'DELETE' });
  const startMs = performance.now();
  await app.worker.work({ tenantId, scanLogId: scan.id });
  const seconds = (performance.now() - startMs) / 1000;
  const status = (await tenant.scans.get(scan.id))?.value.status;
  if (status !== 'completed') throw new Error(`The scan is ${status}`);
  const answer = await fetch(`${simulatorUrl}/control/requests`);
  const { requests } = (await answer.json()) as { requests: RequestCount[] };
  const ofPath = (path: string, of: 'count' | 'batched') =>
    requests.find((one) => one.tenantId === tenantId && one.path.toLowerCase() === path)?.[of] ?? 0;
  const { calls } = graphCalls(requests, new Set([tenantId]));
  return { calls, batches: ofPath('/v1.0/$batch', 'count'), lookUps: ofPath('/v1.0/users', 'batched'), seconds };
}

async function measure(
  { on, off, simulatorUrl }: Opened,
  { id, domain, userCount }: TenantProfile,
  runs: number,
): Promise<TenantScans> {
  // Warm, and with the last sign-ins known, as every later scan is.
  await scanned(off, simulatorUrl, id);
  const first = await scanned(on, simulatorUrl, id);
  const pairs: TenantScans['pairs'] = [];
  for (let run = 0; run < runs; run += 1)
    pairs.push({ off: await scanned(off, simulatorUrl, id), on: await scanned(on, simulatorUrl, id) });
  return { domain, users: userCount, first, pairs };
}

/** Scans of the tenants with TENANT_CONFIGURATION on, each beside one with off. @throws Error where one fails */
export async function scansWithSnapshots(size: Size, say: (line: string) => void): Promise<TenantScans[]> {
  const { largeTenantUsers, runs } = sizes[size];
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-bench-'));
  const { service: azurite, storage } = await startAzurite(folder);
  const port = await freePort();
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const script = join(root, 'simulator/src/simulator-main.ts');
  const args = [script, '--port', String(port), '--users', String(largeTenantUsers)];
  const simulator = await startService('The simulator', args, simulatorUrl);
  try {
    const ground: Ground = { folder, storage, simulatorUrl, tenants: configuredTenants(size) };
    const apps: Opened = { on: await opened(ground, true), off: await opened(ground, false), simulatorUrl };
    const results: TenantScans[] = [];
    for (const tenant of ground.tenants) {
      say(`tenant-configuration: ${tenant.domain}, ${figure(tenant.userCount)} users, ${runs} pairs of scans`);
      results.push(await measure(apps, tenant, runs));
    }
    await apps.on.records.close();
    await apps.off.records.close();
    return results;
  } finally {
    await simulator.stop();
    await azurite.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
