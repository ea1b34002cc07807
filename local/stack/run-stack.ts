import { mkdirSync } from 'node:fs';
import { nextSteps } from './next-steps.ts';
import { Stack, type StackOptions } from './stack.ts';

/**
 * Runs a stack in this process until it is told to end, and then ends the process: 0 when it was told, 1 when it
 * could not start or something in it died.
 * @param prepare what is to be done before the start, such as a build; the signal ends it
 */
export async function runStack(
  options: Omit<StackOptions, 'say'>,
  prepare: (signal: AbortSignal) => Promise<void>,
): Promise<never> {
  const preparing = new AbortController();
  let stack: Stack | undefined;
  const stop = async (): Promise<void> => {
    preparing.abort();
    await stack?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The bootstrap is gone, however it ended.
  if (process.connected) process.on('disconnect', stop);

  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  try {
    // Password hashes, sessions and logs lie there: for this user alone, and so for every child.
    process.umask(0o077);
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    stack = await Stack.create({ ...options, say });
    await prepare(preparing.signal);
    await Promise.race([stack.start(), stack.failed]);
    say(`Tenantry is ready at ${stack.url}`);
    if (options.cloud === 'microsoft') nextSteps(stack.url, options.hasDemonstration).forEach(say);
    return await stack.failed;
  } catch (error) {
    await stack?.stop();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
