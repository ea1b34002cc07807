import { setTimeout as wait } from 'node:timers/promises';
import { RestartBudget } from '../../local/stack/restart-budget.ts';
import type { RunningStack } from '../../local/stack/start-stack.ts';

/** As many as the stack starts again (local/stack/stack.ts), over a little more than its minute. */
const killsAMinute = 5;
const minuteMs = 62_000;
const longestPauseMs = 14_000;

function killOne(stack: RunningStack): number | null {
  const hosts = stack.now().pids.functionsHosts;
  const pid = hosts[Math.floor(Math.random() * hosts.length)];
  if (pid === undefined) throw new Error('There is no functions host');
  try {
    process.kill(pid, 'SIGKILL');
    return pid;
  } catch (error) {
    // It is just being started again.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return null;
    throw error;
  }
}

/**
 * Kills a functions host at random, at random moments, as often as the stack bears it.
 * @param options.isOver nothing is left to be disturbed
 * @param options.onKill told how many were killed so far
 * @returns how many were killed before that
 */
export async function killHosts(
  stack: RunningStack,
  options: { kills: number; isOver(): boolean; onKill(killed: number): void; say(line: string): void },
): Promise<number> {
  const budget = new RestartBudget(killsAMinute, minuteMs);
  let killed = 0;
  while (killed < options.kills) {
    await wait(Math.random() * longestPauseMs);
    while (!budget.take(performance.now())) await wait(200);
    if (options.isOver()) break;
    const pid = killOne(stack);
    if (pid === null) continue;
    killed += 1;
    options.onKill(killed);
    options.say(`kill ${killed} of ${options.kills}: process ${pid}`);
  }
  return killed;
}
