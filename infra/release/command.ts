import { spawn } from 'node:child_process';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. `environment` is added to this process's own: what is secret goes there, never among the arguments. */
export type Run = (command: string, args: readonly string[], environment?: Record<string, string>) => Promise<Ended>;

/** A command that ended with another code than 0. What it printed on standard error is its message. */
export class CommandError extends Error {
  readonly stderr: string;

  constructor(command: string, args: readonly string[], { code, stderr }: Ended) {
    super(`${command} ${args.slice(0, 3).join(' ')} … ended with ${code}:\n${stderr.trim()}`);
    this.name = 'CommandError';
    this.stderr = stderr;
  }
}

export const run: Run = (command, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });

/** @throws CommandError where the command ended with another code than 0 */
export async function finished(
  run: Run,
  command: string,
  args: readonly string[],
  environment?: Record<string, string>,
) {
  const ended = await run(command, args, environment);
  if (ended.code !== 0) throw new CommandError(command, args, ended);
  return ended;
}

/** What a command printed on standard output. @throws CommandError where it ended with another code than 0 */
export async function printed(run: Run, command: string, args: readonly string[]): Promise<string> {
  return (await finished(run, command, args)).stdout.trim();
}
