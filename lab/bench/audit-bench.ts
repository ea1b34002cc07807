import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { freePort } from '../../local/stack/free-port.ts';
import type { AuditJob } from './audit-job.ts';
import { runChild, startService } from './child-process.ts';
import type { Measured } from './scan-job.ts';
import { figure, type Section } from './table.ts';

const root = join(import.meta.dirname, '../..');
const child = join(import.meta.dirname, 'audit-child.ts');

type SizeResult = Measured & { users: number; snapshotBytes: number };

async function measureSize(folder: string, users: number): Promise<SizeResult> {
  const port = await freePort();
  const simulatorUrl = `http://127.0.0.1:${port}`;
  const args = [join(root, 'simulator/src/simulator-main.ts'), '--port', String(port), '--users', String(users)];
  const simulator = await startService('The simulator', args, simulatorUrl);
  const out = join(folder, String(users));
  try {
    const job: AuditJob = { simulatorUrl, tenant: loadTenantProfile(weakProfile, users).id, out };
    const found = await runChild<Measured>([child, JSON.stringify(job)]);
    return { ...found, users, snapshotBytes: (await stat(join(out, 'snapshot.json'))).size };
  } finally {
    await simulator.stop();
  }
}

/**
 * `npm run audit` of directories of these sizes, each in a process of its own. The scan's own figures stand beside it in the
 * section of scans.
 */
export async function benchAudits({
  sizes,
  say,
}: {
  sizes: readonly number[];
  say(line: string): void;
}): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-bench-audit-'));
  try {
    const results: SizeResult[] = [];
    for (const users of sizes) {
      say(`audit: ${figure(users)} users`);
      results.push(await measureSize(folder, users));
    }
    const [first] = results;
    return {
      title: 'Audit without a stack (aim: no more memory for more users)',
      tables: [
        {
          columns: ['users', 'audit s', 'start MB', 'peak MB', 'peak, of the first', 'live MB', 'snapshot KB'],
          rows: results.map((one) => [
            figure(one.users),
            figure(one.seconds, 2),
            figure(one.startRssMb),
            figure(one.peakRssMb),
            `${figure(one.peakRssMb / (first ?? one).peakRssMb, 2)} ×`,
            one.liveHeapMb === null ? '—' : figure(one.liveHeapMb),
            figure(one.snapshotBytes / 1024),
          ]),
        },
      ],
      notes: [
        'Start: when all code is loaded. Peak: resident. Live: the most that a full garbage collection left over.',
      ],
      data: { sizes: results },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
