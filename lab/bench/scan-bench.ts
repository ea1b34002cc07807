import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { freePort } from '../../local/stack/free-port.ts';
import { runChild, startService } from './child-process.ts';
import type { Measured, ScanJob, ScanMeasured } from './scan-job.ts';
import { buildScanChild, startAzurite } from './scan-parts.ts';
import { ratioAim, type SizeResult, scanTables } from './scan-tables.ts';
import { figure, type Section } from './table.ts';

const root = join(import.meta.dirname, '../..');
/** Runs by size: the spread of short ones is wide, long ones would take too long. */
const runsFor = (users: number): number => (users >= 100_000 ? 3 : 5);

type ScanOptions = {
  sizes: readonly number[];
  runs: number | null;
  profileDir: string | null;
  say(line: string): void;
};
type Bench = {
  folder: string;
  storage: string;
  childScript: string;
  /** Arguments of Node for the scans. */
  flags: readonly string[];
  say(line: string): void;
};

/** The tenant to scan, as the simulator makes it for `--users`, and a small one to warm up on. */
function tenantsOf(users: number): Pick<ScanJob, 'tenant' | 'warmUpTenant'> {
  const tenants = [loadTenantProfile(weakProfile, users), weakProfile];
  const [tenant, warmUpTenant] = createSimulatedCloud({ now: () => new Date(), tenants }).tenants;
  if (!tenant || !warmUpTenant) throw new Error('The simulator made no tenant');
  return { tenant, warmUpTenant };
}

async function measureSize(bench: Bench, users: number, runs: number): Promise<SizeResult> {
  const port = await freePort();
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const script = join(root, 'simulator/src/simulator-main.ts');
  const args = [script, '--port', String(port), '--users', String(users)];
  const simulator = await startService('The simulator', args, simulatorUrl);
  const requestsFile = join(bench.folder, `requests-${users}.json`);
  const scan = async (name: string, recordTo: string | null): Promise<ScanMeasured> => {
    const dataDir = join(bench.folder, `${users}-${name}`);
    await mkdir(dataDir);
    const job: ScanJob = { ...tenantsOf(users), users, simulatorUrl, storage: bench.storage, dataDir, recordTo };
    return runChild<ScanMeasured>([...bench.flags, bench.childScript, 'scan', JSON.stringify(job)]);
  };
  try {
    bench.say(`scan: ${figure(users)} users, recording the requests`);
    const recorded = await scan('recorded', requestsFile);
    const result: SizeResult = { users, scans: [], floors: [] };
    for (let run = 1; run <= runs; run += 1) {
      bench.say(`scan: ${figure(users)} users, run ${run} of ${runs}`);
      result.floors.push(await runChild<Measured>([bench.childScript, 'floor', requestsFile]));
      const found = await scan(`run-${run}`, null);
      // Else the floor would send what the scan did not, or less.
      if (found.requests !== recorded.requests)
        throw new Error(`Run ${run} sent ${found.requests} requests, the recorded scan ${recorded.requests}`);
      result.scans.push(found);
    }
    return result;
  } finally {
    await simulator.stop();
  }
}

/**
 * Scans of tenants of these sizes, each in a process of its own, beside the same HTTP requests alone.
 * @throws Error where a scan or a server fails
 */
export async function benchScans({ sizes, runs, profileDir, say }: ScanOptions): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-bench-'));
  const { service: azurite, storage } = await startAzurite(folder);
  try {
    // A profile names the lines of the sources.
    const childScript = profileDir === null ? await buildScanChild(folder) : join(root, 'lab/bench/scan-child.ts');
    const flags = profileDir === null ? [] : ['--cpu-prof', '--cpu-prof-dir', resolve(profileDir)];
    const bench: Bench = { folder, storage, childScript, flags, say };
    const results: SizeResult[] = [];
    for (const users of sizes) results.push(await measureSize(bench, users, runs ?? runsFor(users)));
    return {
      title: `Scan (aim: at most ${ratioAim} × the floor, and no more memory for more users)`,
      tables: scanTables(results),
      notes: [
        'Floor: the requests of the scan one after another over the same fetch, answers read as text and dropped.',
        'Medians of alternating runs; the ratio is that of neighbors. Saving is part of the scan.',
        'Start: when all code is loaded. Peak: resident. Live: the most that a full garbage collection left over.',
      ],
      data: { ratioAim, sizes: results },
    };
  } finally {
    await azurite.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
