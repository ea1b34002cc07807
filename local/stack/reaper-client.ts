import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Reaper {
  watch(pid: number): void;
  forget(pid: number): void;
  close(): void;
}

/** Starts the process that ends the others should this one be killed without a chance to do so. */
export function startReaper(): Reaper {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  child.stdin.on('error', (error) => process.stderr.write(`reaper: ${error.message}\n`));
  child.unref();
  return {
    watch: (pid) => child.stdin.write(`watch ${pid}\n`),
    forget: (pid) => child.stdin.write(`forget ${pid}\n`),
    close: () => child.stdin.end(),
  };
}
