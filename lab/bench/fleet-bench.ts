import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { type Fleet, fleetProfiles } from '@tenantry/simulator/profiles/fleet-profiles';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { all } from '../../api/src/ports/collection.ts';
import { containers } from '../../api/src/store/containers.ts';
import type { ScanRecord } from '../../api/src/store/scans.ts';
import { shapedRecords } from '../../api/src/store/shaped-records.ts';
import { openApiSession } from '../../local/stack/api-session.ts';
import { freePort } from '../../local/stack/free-port.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { bringInFleet, startRun, untilRunEnded } from '../fleet.ts';
import type { Size } from './bench-arguments.ts';
import { runChild, startService } from './child-process.ts';
import type { FleetFloorJob } from './fleet-floor.ts';
import { type FleetRun, fleetTables } from './fleet-tables.ts';
import { graphCalls } from './graph-requests.ts';
import type { ScanJob, ScanMeasured } from './scan-job.ts';
import { buildScanChild, startAzurite } from './scan-parts.ts';
import { clearRequests, requestsSoFar, stackFigures } from './stack-figures.ts';
import type { Section } from './table.ts';

type Options = { fleet: Fleet; size: Size; say(line: string): void };

/** The numbers of hosts that are tried. */
const hostCounts = { usual: [1, 2], smallest: [2] } as const;
/** A host takes four messages when it has two left (host.json). */
const scansAtOnce = 6;
const runLimitMs = 60 * 60_000;
const fleetText = ({ tenants, users }: Fleet) => `${tenants}x${users}`;

/** When the last scan of a run completed, and the calls that the scans counted themselves. */
async function scansOf(dataDir: string, runId: string) {
  const store = shapedRecords(openSqliteRecordStore(join(dataDir, 'tenantry.db')));
  try {
    let lastMs = 0;
    let calls = 0;
    let scans = 0;
    for await (const scan of all(store.across<ScanRecord>(containers.scanLogs))) {
      if (scan.runId !== runId) continue;
      if (scan.completedAt === null || scan.status !== 'completed') {
        throw new Error(`${scan.id} is ${scan.status}: ${scan.errorMessage}`);
      }
      lastMs = Math.max(lastMs, Date.parse(scan.completedAt));
      calls += scan.graphCalls;
      scans += 1;
    }
    return { lastMs, callsCounted: calls / scans };
  } finally {
    await store.close();
  }
}

/** One run over every tenant of a fresh stack with so many hosts. */
async function measureRun({ fleet, say }: Options, hosts: number): Promise<Omit<FleetRun, 'floorSeconds'>> {
  say(`scale: ${fleetText(fleet)}, starting a stack with ${hosts} hosts`);
  const stack = await startStack({ SIMULATOR_FLEET: fleetText(fleet) }, ['--host-count', String(hosts), '--no-build']);
  try {
    const api = await openApiSession(stack.url);
    const syncMs = performance.now();
    const tenantIds = (await bringInFleet(api)).map(({ id }) => id);
    const syncSeconds = (performance.now() - syncMs) / 1000;
    await clearRequests(stack);
    const before = stackFigures(stack);
    const run = await startRun(api);
    let told = 0;
    const ended = await untilRunEnded(api, run.runId, {
      limitMs: runLimitMs,
      everyMs: 2000,
      onProgress({ completed, total }) {
        if (completed - told < 200) return;
        told = completed;
        say(`scale: ${hosts} hosts, ${completed} of ${total} tenants`);
      },
    });
    const after = stackFigures(stack);
    if (ended.completed !== tenantIds.length) throw new Error(`The run ended with ${JSON.stringify(ended)}`);
    const { lastMs, callsCounted } = await scansOf(stack.dataDir, run.runId);
    const processes = after?.map((figures, index) => ({
      ...figures,
      cpuSeconds: figures.cpuSeconds - (before?.[index]?.cpuSeconds ?? 0),
      startMb: before?.[index]?.peakMb ?? 0,
    }));
    return {
      hosts,
      tenants: tenantIds.length,
      users: fleet.users,
      syncSeconds,
      seconds: (lastMs - Date.parse(run.startedAt)) / 1000,
      callsCounted,
      requests: graphCalls(await requestsSoFar(stack), new Set(tenantIds)),
      processes: processes ?? null,
    };
  } finally {
    await stack.stop();
  }
}

/**
 * Records the requests of one scan for each posture: a first scan, its token included, of a tenant that the process has not
 * scanned. @returns the files, and for each tenant of the fleet which of them is of its posture
 */
async function recordScans(options: { folder: string; fleet: Fleet; simulatorUrl: string }) {
  const { folder, fleet, simulatorUrl } = options;
  const { service: azurite, storage } = await startAzurite(folder);
  try {
    const childScript = await buildScanChild(folder);
    // The stack has the demonstration tenants beside the fleet.
    const profiles = [...fleetProfiles(fleet), ...demoProfiles];
    const { tenants } = createSimulatedCloud({ now: () => new Date(), tenants: profiles });
    const files: string[] = [];
    const fileOf = new Map<unknown, number>();
    for (const [index, { zone }] of demoProfiles.entries()) {
      const place = profiles.findIndex((profile) => profile.zone === zone);
      const users = profiles[place]?.userCount;
      const tenant = tenants[place];
      // A fleet of a few tenants may lack a posture, which only the demonstration tenant has then.
      const isInFleet = place < fleet.tenants;
      const warmUpTenant = tenants[fleet.tenants + (isInFleet ? index : (index + 1) % demoProfiles.length)];
      if (!users || !tenant || !warmUpTenant) throw new Error(`No tenant has a posture of the fleet`);
      const dataDir = join(folder, `recorded-${index}`);
      await mkdir(dataDir);
      const recordTo = join(folder, `requests-${index}.json`);
      const job: ScanJob = {
        tenant,
        warmUpTenant,
        users,
        simulatorUrl,
        storage,
        dataDir,
        recordTo,
      };
      await runChild<ScanMeasured>([childScript, 'scan', JSON.stringify(job)]);
      fileOf.set(zone, files.push(recordTo) - 1);
    }
    const scanOf = (zone: unknown): number => {
      const scan = fileOf.get(zone);
      if (scan === undefined) throw new Error(`No scan was recorded of a posture of the fleet`);
      return scan;
    };
    return { files, turns: profiles.map(({ zone, id }) => ({ scan: scanOf(zone), tenantId: id })) };
  } finally {
    await azurite.stop();
  }
}

/** Seconds that the requests alone take, for each number of processes that share them. */
async function measureFloors({ fleet, size, say }: Options): Promise<Map<number, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-bench-'));
  const port = await freePort();
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const script = join(import.meta.dirname, '../../simulator/src/simulator-main.ts');
  const args = [script, '--port', String(port), '--fleet', fleetText(fleet)];
  const simulator = await startService('The simulator', args, simulatorUrl);
  try {
    say('scale: recording the requests of one scan for each posture');
    const { files: scans, turns } = await recordScans({ folder, fleet, simulatorUrl });
    const floors = new Map<number, number>();
    for (const hosts of hostCounts[size]) {
      say(`scale: the same requests from ${hosts} processes`);
      const parts = await Promise.all(
        Array.from({ length: hosts }, (_, host) => {
          const share = turns.filter((_turn, place) => place % hosts === host);
          const job: FleetFloorJob = { scans, turns: share, atOnce: scansAtOnce };
          const child = [join(import.meta.dirname, 'fleet-floor.ts'), JSON.stringify(job)];
          return runChild<{ seconds: number }>(child);
        }),
      );
      floors.set(hosts, Math.max(...parts.map(({ seconds }) => seconds)));
    }
    return floors;
  } finally {
    await simulator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Every tenant of a fleet through the queue, by the deployed bundle in one and in two hosts, beside the same requests
 * alone. @throws Error where a scan or a process fails
 */
export async function benchFleet(options: Options): Promise<Section> {
  const measured: Omit<FleetRun, 'floorSeconds'>[] = [];
  for (const hosts of hostCounts[options.size]) measured.push(await measureRun(options, hosts));
  const floors = await measureFloors(options);
  const runs = measured.map((run): FleetRun => ({ ...run, floorSeconds: floors.get(run.hosts) ?? Number.NaN }));
  return {
    title: `Many tenants through the queue: ${fleetText(options.fleet)} and the four demonstration tenants`,
    tables: fleetTables(runs),
    notes: [
      'Floor: the requests of a first scan of a tenant of each posture, as often as tenants have it, from as many',
      'processes and with as many at once as the hosts take; answers read as text and dropped. The ids are those of the',
      'tenant that was recorded: paths and batches name its users. Calls: requests to Graph of one tenant, a $batch',
      'counted once; pages: those to lists that grow; aim: at most 15 beside the pages.',
    ],
    data: { runs },
  };
}
