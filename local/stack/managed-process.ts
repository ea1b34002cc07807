import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface ProcessSpec {
  name: string;
  /** This Node where it is left out; the first argument is then the script. */
  command?: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
}

/** A child in a process group of its own, its output appended to a file. */
export class ManagedProcess {
  readonly spec: ProcessSpec;
  readonly exited: Promise<string>;
  readonly #child: ChildProcess;
  #running = true;

  /** Starts it. `onSpawn` hears the process id, which is also that of the group. */
  constructor(spec: ProcessSpec) {
    this.spec = spec;
    const log = openSync(spec.logFile, 'a');
    this.#child = spawn(spec.command ?? process.execPath, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    this.exited = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#running = false;
        resolve(how);
      };
      this.#child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : signal));
      this.#child.once('error', (error) => end(error.message));
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get running(): boolean {
    return this.#running;
  }

  /** SIGTERM to the whole group, and SIGKILL to what is left of it when the time is over. */
  async stop(limitMs: number): Promise<void> {
    signalGroup(this.pid, 'SIGTERM');
    const late = new Promise((resolve) => setTimeout(resolve, limitMs).unref());
    await Promise.race([this.exited, late]);
    signalGroup(this.pid, 'SIGKILL');
    await this.exited;
  }

  /** The last lines of its log, for a message about its death. */
  logTail(lines = 30): string {
    return readFileSync(this.spec.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }
}

/** Sends a signal to a process group; one that is gone already is what was wanted. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** True while a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
