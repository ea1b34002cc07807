import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { azureSettings } from '../../local/azure/azure-settings.ts';
import { nodeBinaries } from '../../local/node-22/node-binaries.ts';
import type { Size } from './bench-arguments.ts';
import { runChild } from './child-process.ts';
import { figure, median, type Section } from './table.ts';

const bundle = join(import.meta.dirname, '../../api/dist/main.js');
const child = join(import.meta.dirname, 'bundle-child.cjs');
const runsAt = { usual: 5, smallest: 1 } as const;
/** As on Azure; while the bundle loads it opens no connection. */
const settings: NodeJS.ProcessEnv = { PATH: process.env.PATH, ...azureSettings('bench') };

type Load = { loadMs: number; rssMb: number; registered: number };
type Measured = Load & { processMs: number; emptyProcessMs: number };

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startMs = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startMs };
}

/** @throws Error where nothing is registered: what was loaded is not the product */
async function measure(node: string, runs: number): Promise<Measured[]> {
  const loads: Measured[] = [];
  for (let run = 0; run < runs; run += 1) {
    const empty = await timed(() => runChild(['-e', 'process.send(0, () => process.exit(0))'], process.env, node));
    const loaded = await timed(() => runChild<Load>([child, bundle], settings, node));
    if (loaded.value.registered === 0) throw new Error(`${node} loaded the bundle, and no function was registered`);
    loads.push({ ...loaded.value, processMs: loaded.ms, emptyProcessMs: empty.ms });
  }
  return loads;
}

function rowOf(version: string, loads: readonly Measured[]): string[] {
  const of = (pick: (load: Measured) => number): number => median(loads.map(pick));
  const ratio = of((load) => load.processMs) / of((load) => load.emptyProcessMs);
  return [
    version,
    figure(of((load) => load.registered)),
    figure(of((load) => load.loadMs)),
    figure(of((load) => load.processMs)),
    figure(of((load) => load.emptyProcessMs)),
    `${figure(ratio, 1)} ×`,
    figure(of((load) => load.rssMb)),
  ];
}

/** Size of the API's bundle, and how long a fresh process of each Node that Azure runs needs until its functions are registered. */
export async function benchBundle({ size }: { size: Size }): Promise<Section> {
  const runs = runsAt[size];
  const bytes = readFileSync(bundle);
  const gzippedBytes = gzipSync(bytes, { level: 9 }).length;
  const loads: Record<string, Measured[]> = {};
  for (const [version, node] of Object.entries(nodeBinaries)) loads[version] = await measure(node, runs);
  return {
    title: `Bundle: api/dist/main.js, ${figure(bytes.length / 1000)} KB, ${figure(gzippedBytes / 1000)} KB gzipped`,
    tables: [
      {
        columns: ['Node', 'functions', 'load ms', 'process ms', 'empty process ms', 'ratio', 'peak MB'],
        rows: Object.entries(loads).map(([version, measured]) => rowOf(version, measured)),
      },
    ],
    notes: [
      'With the settings of Azure. Load: require() until every function is registered. Floor: a Node process that does nothing.',
      `Medians of ${runs}.`,
    ],
    data: { bytes: bytes.length, gzippedBytes, loads },
  };
}
