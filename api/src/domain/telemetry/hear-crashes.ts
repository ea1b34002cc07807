import type { Log } from '../../ports/telemetry.ts';

type Process = Pick<NodeJS.Process, 'on' | 'prependListener' | 'exit'>;

/**
 * Logs what nobody caught, before the host's worker would print it with whatever stands in its message. A rejected promise that
 * nobody heard ends no other call: it is logged, and the process goes on. An exception ends the process.
 * @param logNow writes before it returns: nothing that waits is sent any more
 */
export function hearCrashes(log: Log, logNow: Log, process: Process = globalThis.process): void {
  process.on('unhandledRejection', (error: unknown) => log('A promise was rejected unheard', { error: error ?? null }));
  process.prependListener('uncaughtException', (error: unknown) => {
    logNow('The process crashed', { error: error ?? null });
    process.exit(1);
  });
}
