import { readFileSync } from 'node:fs';
import type { WireRequest } from './scan-job.ts';

/** What the benchmark tells a process of the floor. */
export type FleetFloorJob = {
  /** Files with the requests of one scan each. */
  scans: string[];
  /** Whose requests are sent, one after another: a place in `scans` for each tenant. */
  turns: number[];
  atOnce: number;
};

async function replay(requests: readonly WireRequest[]): Promise<void> {
  for (const { url, method, headers, body, status } of requests) {
    const response = await fetch(url, { method, headers, body });
    await response.text();
    if (response.status !== status) throw new Error(`${url} answered ${response.status}, to the scan ${status}`);
  }
}

/** The requests of so many scans, so many at once, their answers read as text and thrown away. */
async function main(job: FleetFloorJob): Promise<void> {
  const scans = job.scans.map((file) => JSON.parse(readFileSync(file, 'utf8')) as WireRequest[]);
  for (const requests of scans) await replay(requests);
  const startMs = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < job.turns.length) {
      const requests = scans[job.turns[next] ?? 0] ?? [];
      next += 1;
      await replay(requests);
    }
  };
  await Promise.all(Array.from({ length: job.atOnce }, work));
  process.send?.({ seconds: (performance.now() - startMs) / 1000 }, () => process.exit(0));
}

// A rejection ends the process with exit code 1 and says why.
void main(JSON.parse(process.argv[2] ?? '') as FleetFloorJob);
