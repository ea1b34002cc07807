import { GCProfiler, type GCProfilerResult } from 'node:v8';
import type { Measured } from './scan-job.ts';

function liveHeapMb({ statistics }: GCProfilerResult): number | null {
  const full = statistics.filter(({ gcType }) => gcType === 'MarkSweepCompact');
  if (full.length === 0) return null;
  return Math.max(...full.map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize)) / 2 ** 20;
}

/** CPU and clock around `run`, and the highest memory of this process so far. */
export async function measured(run: () => Promise<void>): Promise<Measured> {
  const startRssMb = process.memoryUsage.rss() / 2 ** 20;
  const collections = new GCProfiler();
  collections.start();
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  await run();
  const seconds = (performance.now() - startMs) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const liveMb = liveHeapMb(collections.stop());
  // maxRSS is in kilobytes on every platform (Node.js, process.resourceUsage).
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  return { seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, startRssMb, peakRssMb, liveHeapMb: liveMb };
}
