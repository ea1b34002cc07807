import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { build } from 'esbuild';
import { azuriteArguments, azuriteConnectionString } from '../local/azurite.ts';
import { freePort } from '../local/free-port.ts';
import { runChild, type Service, startService } from './child-process.ts';
import type { Measured, ScanJob, ScanMeasured } from './scan-job.ts';
import { figure, median, type Section } from './table.ts';

const root = join(import.meta.dirname, '..');
const ratioAim = 1.5;

type SizeResult = { users: number; scans: ScanMeasured[]; floors: Measured[] };
type Bench = { folder: string; storage: string; childScript: string; say(line: string): void };

/** The process that is measured, as one CommonJS file like the deployed bundle: stripping types needs memory too. */
async function buildChild(folder: string): Promise<string> {
  const outfile = join(folder, 'scan-child.cjs');
  await build({
    entryPoints: [join(root, 'bench/scan-child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    keepNames: true,
    logLevel: 'warning',
  });
  return outfile;
}

async function startAzurite(folder: string): Promise<{ service: Service; storage: string }> {
  const blob = await freePort();
  const queue = await freePort(new Set([blob]));
  const table = await freePort(new Set([blob, queue]));
  const ports = { blob, queue, table };
  const args = azuriteArguments(ports, join(folder, 'azurite'));
  const service = await startService('Azurite', args, `http://127.0.0.1:${table}/`);
  return { service, storage: azuriteConnectionString(ports) };
}

/** As the simulator makes it for `--users`; the size is that of the tenant to scan. */
function tenantOf(users: number): ScanJob['tenant'] {
  const cloud = createSimulatedCloud({ now: () => new Date(), tenants: [loadTenantProfile(weakProfile, users)] });
  const [tenant] = cloud.tenants;
  if (!tenant) throw new Error('The simulator made no tenant');
  return tenant;
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
    const job: ScanJob = { tenant: tenantOf(users), users, simulatorUrl, storage: bench.storage, dataDir, recordTo };
    return runChild<ScanMeasured>([bench.childScript, 'scan', JSON.stringify(job)]);
  };
  try {
    bench.say(`scan: ${figure(users)} users, recording the requests`);
    await scan('recorded', requestsFile);
    const result: SizeResult = { users, scans: [], floors: [] };
    for (let run = 1; run <= runs; run += 1) {
      bench.say(`scan: ${figure(users)} users, run ${run} of ${runs}`);
      result.floors.push(await runChild<Measured>([bench.childScript, 'floor', requestsFile]));
      result.scans.push(await scan(`run-${run}`, null));
    }
    return result;
  } finally {
    await simulator.stop();
  }
}

const middle = <T>(runs: readonly T[], of: (run: T) => number): number => median(runs.map(of));

function rowOf({ users, scans, floors }: SizeResult): string[] {
  const [first] = scans;
  const seconds = { scan: middle(scans, (run) => run.seconds), floor: middle(floors, (run) => run.seconds) };
  const cpu = { scan: middle(scans, (run) => run.cpuSeconds), floor: middle(floors, (run) => run.cpuSeconds) };
  return [
    figure(users),
    figure(first?.graphCalls ?? 0),
    figure(seconds.scan, 2),
    figure(seconds.floor, 2),
    `${figure(seconds.scan / seconds.floor, 2)} ×`,
    figure(
      middle(scans, (run) => run.savingSeconds),
      2,
    ),
    figure(cpu.scan, 2),
    figure(cpu.floor, 2),
    figure(middle(scans, (run) => run.startRssMb)),
    figure(middle(scans, (run) => run.peakRssMb)),
    figure(middle(floors, (run) => run.peakRssMb)),
    String(scans.length),
  ];
}

const columns = [
  'users',
  'Graph calls',
  'scan s',
  'floor s',
  'ratio',
  'of it saving s',
  'scan CPU s',
  'floor CPU s',
  'start MB',
  'peak MB',
  'floor peak MB',
  'runs',
];

/**
 * Scans of tenants of these sizes, each in a process of its own, beside the same HTTP requests alone.
 * @throws Error where a scan or a server fails
 */
export async function benchScans(sizes: readonly number[], say: (line: string) => void): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-bench-'));
  const { service: azurite, storage } = await startAzurite(folder);
  try {
    const bench: Bench = { folder, storage, childScript: await buildChild(folder), say };
    const results: SizeResult[] = [];
    for (const users of sizes) results.push(await measureSize(bench, users, users >= 100_000 ? 2 : 3));
    return {
      title: `Scan (aim: at most ${ratioAim} × the floor, and no more memory for more users)`,
      table: { columns, rows: results.map(rowOf) },
      notes: [
        'Floor: the requests of the scan one after another over the same fetch, answers read as text and dropped.',
        'Medians. Peak: highest resident memory of that process; start: before the scan, when all code is loaded.',
      ],
      data: { ratioAim, sizes: results },
    };
  } finally {
    await azurite.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
