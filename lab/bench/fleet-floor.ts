import { readFileSync } from 'node:fs';
import { replayRequests, warmUpRequests } from './replay-requests.ts';
import type { WireRequest } from './scan-job.ts';

/** What the benchmark tells a process of the floor. */
export type FleetFloorJob = {
  /** Files with the requests of one scan each. */
  scans: string[];
  /** Whose requests are sent, one after another: a place in `scans`, and the tenant whose snapshots are taken. */
  turns: { scan: number; tenantId: string }[];
  atOnce: number;
};

/** The requests of so many scans, so many at once, their answers read as text and thrown away. */
async function main(job: FleetFloorJob): Promise<void> {
  const scans = job.scans.map((file) => JSON.parse(readFileSync(file, 'utf8')) as WireRequest[]);
  for (const requests of scans) await replayRequests(warmUpRequests(requests, requests.length));
  const startMs = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const turn = job.turns[next];
      next += 1;
      const requests = turn && scans[turn.scan];
      if (!requests) return;
      await replayRequests(requests, turn.tenantId);
    }
  };
  await Promise.all(Array.from({ length: job.atOnce }, work));
  process.send?.({ seconds: (performance.now() - startMs) / 1000 }, () => process.exit(0));
}

// A rejection ends the process with exit code 1 and says why.
void main(JSON.parse(process.argv[2] ?? '') as FleetFloorJob);
