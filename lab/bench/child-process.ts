import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const running = new Set<ChildProcess>();
// However the benchmark ends, nothing that it started goes on.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  withChannel: boolean,
  node: string = process.execPath,
): ChildProcess {
  const stdio = ['ignore', 'ignore', 'inherit', ...(withChannel ? ['ipc' as const] : [])] as const;
  const child = spawn(node, args, { stdio: [...stdio], env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export type Service = { stop(): Promise<void> };

/** Starts a server and waits until it answers. @throws Error when it ends before, or has not answered after 30 s */
export async function startService(
  name: string,
  args: readonly string[],
  answersAt: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Service> {
  const child = start(args, env, false);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadlineMs = performance.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode}`);
    if (performance.now() > deadlineMs) throw new Error(`${name} did not answer at ${answersAt}`);
    try {
      await (await fetch(answersAt)).text();
      break;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await wait(50);
    }
  }
  return {
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs a script in a process of its own, by this Node or another. @returns what it sent over its channel @throws Error where it failed */
export async function runChild<T>(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  node: string = process.execPath,
): Promise<T> {
  const child = start(args, env, true, node);
  return new Promise<T>((resolve, reject) => {
    let answer: { value: T } | undefined;
    child.once('message', (value) => {
      answer = { value: value as T };
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (answer !== undefined && code === 0) resolve(answer.value);
      else reject(new Error(`${args.slice(0, 2).join(' ')} ended with ${signal ?? `exit code ${code}`}`));
    });
  });
}
