import { readFileSync } from 'node:fs';

/** What the caller did wrong: said in one line, without a stack. */
export class UsageError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws UsageError where the arguments are not those that `parse` knows */
export function readArguments<T>(parse: () => T, usage?: string): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError([messageOf(error), ...(usage === undefined ? [] : [usage])].join('\n'));
  }
}

/** The text of a file without its byte order mark. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${messageOf(error)}`);
  }
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${messageOf(error)}`);
  }
}

/** The date that --now gives, else that of today. */
export function readDate(text: string | undefined): Date {
  const now = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(now.getTime())) throw new UsageError(`--now ${text} is no date`);
  return now;
}

/** Runs a command: what the caller did wrong goes to standard error, and the process ends with 2. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
