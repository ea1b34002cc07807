import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantRecordId } from '@tenantry/contract/ids';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { openJsonLines } from '../../api/src/adapters/telemetry/json-lines.ts';
import { findingId } from '../../api/src/audit/findings/finding-id.ts';
import { type App, compose } from '../../api/src/compose.ts';
import { embedded } from '../../api/src/composition/embedded.ts';
import { telemetryOf } from '../../api/src/composition/telemetry.ts';
import { readConfig } from '../../api/src/config.ts';
import { createTask } from '../../api/src/domain/tasks/create-task.ts';
import { withRecheck } from '../../api/src/domain/tasks/recheck-state.ts';
import { registerDemonstrationTenants } from '../../api/src/features/tenants/demonstration-tenants.ts';
import { update } from '../../api/src/ports/collection.ts';
import { everyTenant } from '../../api/src/store/scope.ts';
import type { TenantRecords } from '../../api/src/store/tenant-records.ts';
import { freePort } from '../../local/stack/free-port.ts';
import type { Size } from './bench-arguments.ts';
import { startService } from './child-process.ts';
import { startAzurite } from './scan-parts.ts';
import { figure, median, type Section } from './table.ts';

const root = join(import.meta.dirname, '../..');
const sizes = { usual: { users: 10_000, runs: 5 }, smallest: { users: 100, runs: 1 } } as const;
/** A setting, policies with the names in them, and all accounts. */
const checks = ['spo.reshare', 'ca.legacy', 'mfa.registration'];

type Look = { graphCalls: number; seconds: number };

const by = { name: 'Benchmark', user: 'bench' };

async function timed(run: () => Promise<number>): Promise<Look> {
  const startMs = performance.now();
  const graphCalls = await run();
  return { graphCalls, seconds: (performance.now() - startMs) / 1000 };
}

function scanned(app: App, tenant: TenantRecords): Promise<Look> {
  return timed(async () => {
    const scan = await app.scans.startScheduled(tenant);
    await app.worker.work({ tenantId: tenant.tenant.id, scanLogId: scan.id });
    const stored = await tenant.scans.get(scan.id);
    if (stored?.value.status !== 'completed') throw new Error(`The scan is ${stored?.value.status}`);
    return stored.value.graphCalls;
  });
}

/** From the queue's message to the last record, as a worker does it. */
async function rechecked(app: App, tenant: TenantRecords, checkId: string): Promise<Look> {
  const tenantId = tenant.tenant.id;
  const task = await createTask({ ...app, ...app.stores }, tenant, {
    title: checkId,
    description: checkId,
    category: 'mfa',
    priority: 'high',
    origin: 'audit',
    isSimulated: true,
    createdBy: by.name,
    user: by.user,
    checkId,
    linkedFindingId: tenantRecordId(tenantId, findingId(tenantId, checkId)),
  });
  const asked = await update(tenant.tasks, task.id, (current) => withRecheck(current, by, app.clock.now()));
  const recheckId = asked?.recheck?.id ?? '';
  return timed(async () => {
    await app.rechecks.work({ tenantId, id: task.id, recheckId });
    const ended = (await tenant.tasks.get(task.id))?.value.recheck;
    if (!ended?.result || ended.result.graphCalls === null)
      throw new Error(`The re-check of ${checkId} gave nothing: ${ended?.message}`);
    return ended.result.graphCalls;
  });
}

const medianOf = (looks: readonly Look[]): Look => ({
  graphCalls: median(looks.map(({ graphCalls }) => graphCalls)),
  seconds: median(looks.map(({ seconds }) => seconds)),
});

async function measure(app: App, tenant: TenantRecords, runs: number) {
  // Warm, as a worker that serves many tenants is.
  await scanned(app, tenant);
  const scans: Look[] = [];
  const looks = new Map<string, Look[]>(checks.map((checkId) => [checkId, []]));
  for (let run = 0; run < runs; run += 1) {
    scans.push(await scanned(app, tenant));
    for (const checkId of checks) looks.get(checkId)?.push(await rechecked(app, tenant, checkId));
  }
  return { scan: medianOf(scans), rechecks: checks.map((id) => ({ id, ...medianOf(looks.get(id) ?? []) })) };
}

/** What a re-check of one check costs beside a whole scan. @throws Error where either fails */
export async function benchRechecks({ size, say }: { size: Size; say(line: string): void }): Promise<Section> {
  const { users, runs } = sizes[size];
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-bench-'));
  const { service: azurite, storage } = await startAzurite(folder);
  const port = await freePort();
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const script = join(root, 'simulator/src/simulator-main.ts');
  const simulator = await startService(
    'The simulator',
    [script, '--port', String(port), '--users', String(users)],
    simulatorUrl,
  );
  try {
    say(`recheck: ${figure(users)} users, ${runs} scans and ${runs * checks.length} re-checks`);
    const config = readConfig({
      PUBLIC_ORIGIN: 'http://localhost:4280',
      AzureWebJobsStorage: storage,
      STORE: 'sqlite',
      VAULT: 'file',
      DATA_DIR: folder,
      SIMULATOR_URL: simulatorUrl,
      SCAN_ANSWER_AFTER_MS: '0',
      // The simulator has no limits.
      GRAPH_RATE_IDENTITY_PER_SECOND: '0',
      GRAPH_RATE_REPORTS_PER_10_SECONDS: '0',
      GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: '0',
      GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '0',
    });
    const app = compose(config, {
      bundleDirectory: folder,
      embedded: () => embedded,
      telemetry: telemetryOf(openJsonLines(console.error, console.error)),
    });
    const cloud = createSimulatedCloud({ now: () => new Date(), tenants: [loadTenantProfile(weakProfile, users)] });
    await registerDemonstrationTenants(app.stores.tenants, cloud.tenants, app.clock);
    const tenant = await app.stores.tenants.open(everyTenant, cloud.tenants[0]?.id ?? '');
    if (!tenant) throw new Error('There is no tenant to scan');
    const { scan, rechecks } = await measure(app, tenant, runs);
    await app.records.close();
    const row = (name: string, look: Look) => [
      name,
      figure(look.graphCalls),
      figure(look.seconds, 2),
      `${figure((100 * look.graphCalls) / scan.graphCalls)} %`,
      `${figure((100 * look.seconds) / scan.seconds)} %`,
    ];
    return {
      title: `Re-check of one check beside a whole scan (${figure(users)} users)`,
      tables: [
        {
          columns: ['', 'Graph calls', 's', 'of the calls', 'of the time'],
          rows: [row('whole scan', scan), ...rechecks.map(({ id, ...look }) => row(id, look))],
        },
      ],
      notes: [`Medians of ${runs} runs, from the queue's message to the last record. Storage is part of both.`],
      data: { users, scan, rechecks },
    };
  } finally {
    await simulator.stop();
    await azurite.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
