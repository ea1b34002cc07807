import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** A command on the PATH of an environment. */
export function findCommand(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return (environment.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`), join(folder, `${name}.cmd`)])
    .find((path) => existsSync(path));
}

/** Runs a command to its end. What it answers is for the caller to judge. @throws where it does not start */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd, environment }: { cwd?: string; environment: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // Node starts a .cmd by a shell alone: https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows
    const child = spawn(command, args, { cwd, env: environment, shell: command.endsWith('.cmd') });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ status: code ?? 1, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(errors).toString() }),
    );
  });
}
