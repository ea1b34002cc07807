import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AzuritePorts } from './azurite.ts';
import { isAlive } from './managed-process.ts';

/** What DIR/stack.json says about a running stack, for tests that want to find a process or talk past the front. */
export interface StackFile {
  url: string;
  /** False until everything answered. */
  ready: boolean;
  pids: {
    start: number;
    azurite: number;
    /** Null where none runs; its port likewise. */
    simulator: number | null;
    functionsHosts: number[];
    hop: number;
    staticWebApps: number;
    front: number;
  };
  ports: { public: number; azurite: AzuritePorts; simulator: number | null; functionsHosts: number[]; hop: number };
}

/** Written whole or not at all, so that a reader never sees half a file. */
export function writeStackFile(dataDir: string, stack: StackFile): void {
  const path = join(dataDir, 'stack.json');
  writeFileSync(`${path}.new`, `${JSON.stringify(stack, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

export function removeStackFile(dataDir: string): void {
  rmSync(join(dataDir, 'stack.json'), { force: true });
}

/** The stack that runs on this data directory, if one does. The file of one that was killed counts for nothing. */
export function runningStack(dataDir: string): StackFile | undefined {
  const path = join(dataDir, 'stack.json');
  if (!existsSync(path)) return undefined;
  const stack: StackFile = JSON.parse(readFileSync(path, 'utf8'));
  return isAlive(stack.pids.start) ? stack : undefined;
}
