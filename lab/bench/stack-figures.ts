import { readFileSync } from 'node:fs';
import type { RunningStack } from '../../local/stack/start-stack.ts';
import type { RequestCount } from '../../simulator/src/request-log.ts';
import type { LimitCount } from '../../simulator/src/throttle.ts';

export type ProcessFigures = {
  name: string;
  cpuSeconds: number;
  /** The highest resident memory so far. */
  peakMb: number;
};

/** Ticks a second in /proc, on every Linux (man 7 time, USER_HZ). */
const ticksASecond = 100;

function figuresOf(name: string, pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold spaces; utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksASecond;
  return { name, cpuSeconds, peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024 };
}

/** What each process of the stack has used so far; null where the system does not tell (there is no /proc). */
export function stackFigures(stack: RunningStack): ProcessFigures[] | null {
  if (process.platform !== 'linux') return null;
  const { functionsHosts, simulator, azurite } = stack.now().pids;
  return [
    ...functionsHosts.map((pid, index) => figuresOf(`host ${index + 1}`, pid)),
    ...(simulator === null ? [] : [figuresOf('simulator', simulator)]),
    figuresOf('Azurite', azurite),
  ];
}

async function control<T>(stack: RunningStack, path: string, method = 'GET'): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${stack.now().ports.simulator}/control${path}`, { method });
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status} to ${method} ${path}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The simulator counts anew. */
export const clearRequests = (stack: RunningStack): Promise<void> => control(stack, '/requests', 'DELETE');

export async function requestsSoFar(stack: RunningStack): Promise<RequestCount[]> {
  return (await control<{ requests: RequestCount[] }>(stack, '/requests')).requests;
}

export async function limitsSoFar(stack: RunningStack): Promise<LimitCount[]> {
  return (await control<{ limits: LimitCount[] }>(stack, '/limits')).limits;
}
