import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runChild } from './child-process.ts';
import { figure, median, type Section } from './table.ts';

const bundle = join(import.meta.dirname, '../../api/dist/main.js');
const child = join(import.meta.dirname, 'bundle-child.cjs');
const runs = 5;

type Load = { loadMs: number; rssMb: number; registered: number };

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startMs = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startMs };
}

/** Settings with which the bundle starts; while it loads it opens no connection. */
function settings(dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PUBLIC_ORIGIN: 'http://localhost:4280',
    AzureWebJobsStorage: 'UseDevelopmentStorage=true',
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: dataDir,
  };
}

/** Size of the API's bundle, and how long a fresh process needs until its functions are registered. */
export async function benchBundle(): Promise<Section> {
  const bytes = readFileSync(bundle);
  const gzippedBytes = gzipSync(bytes, { level: 9 }).length;
  const dataDir = await mkdtemp(join(tmpdir(), 'tenantry-bench-'));
  try {
    const loads: (Load & { processMs: number; emptyProcessMs: number })[] = [];
    for (let run = 0; run < runs; run += 1) {
      const empty = await timed(() => runChild(['-e', 'process.send(0, () => process.exit(0))']));
      const loaded = await timed(() => runChild<Load>([child, bundle], settings(dataDir)));
      loads.push({ ...loaded.value, processMs: loaded.ms, emptyProcessMs: empty.ms });
    }
    const of = (pick: (load: (typeof loads)[number]) => number): number => median(loads.map(pick));
    return {
      title: 'Bundle: api/dist/main.js',
      tables: [
        {
          columns: ['KB', 'gzipped KB', 'functions', 'load ms', 'process ms', 'empty process ms', 'ratio', 'peak MB'],
          rows: [
            [
              figure(bytes.length / 1000),
              figure(gzippedBytes / 1000),
              figure(of((load) => load.registered)),
              figure(of((load) => load.loadMs)),
              figure(of((load) => load.processMs)),
              figure(of((load) => load.emptyProcessMs)),
              `${figure(of((load) => load.processMs) / of((load) => load.emptyProcessMs), 1)} ×`,
              figure(of((load) => load.rssMb)),
            ],
          ],
        },
      ],
      notes: [
        'Load: require() until every function is registered. Floor: a Node process that does nothing. Medians of 5.',
      ],
      data: { bytes: bytes.length, gzippedBytes, loads },
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
