import type { LogLevel } from './core-types.ts';

export type HostLog = (level: LogLevel, category: string, message: string) => void;

/** One line for each entry, in the order time, level, category, text, on standard output. */
export function lineLog(write: (line: string) => void, clock: () => Date): HostLog {
  return (level, category, message) => write(`${clock().toISOString()} ${level.padEnd(11)} ${category}: ${message}\n`);
}
