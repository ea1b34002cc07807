import { readFileSync } from 'node:fs';
import { visibleText } from '@tenantry/contract/text';

/** What the caller did wrong: said in one line, without a stack. */
export class UsageError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** As a terminal is to show it: a name from elsewhere must not move the cursor, set the title or hide text. Line breaks stay. */
export const printable = (text: string): string => text.split('\n').map(visibleText).join('\n');

/**
 * Refuses an option that is there twice or has no value: an unset variable of a script is not to be taken for a choice.
 * @param several options that may be there more than once
 * @throws UsageError
 */
export function refuseRepeated(
  tokens: readonly { kind: string; name?: string; value?: unknown }[],
  several: readonly string[] = [],
): void {
  const seen = new Set<string>();
  for (const { kind, name, value } of tokens) {
    if (kind !== 'option' || name === undefined) continue;
    if (seen.has(name) && !several.includes(name)) throw new UsageError(`--${name} is there twice. Give it once.`);
    if (value === '') throw new UsageError(`--${name} is empty. Give it a value, or leave it out.`);
    seen.add(name);
  }
}

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

/** A reader that has seen enough (`| head`) closes the pipe: what is written after that is nobody's loss. */
export function outliveItsReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Runs a command: what the caller did wrong goes to standard error, and the process ends with 2. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  outliveItsReader();
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
