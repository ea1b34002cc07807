import type { RunningStack } from '../../local/stack/start-stack.ts';

/** What every scan asks for, one after another. Not DNS: what times out there changes what can be judged. */
const slowedPaths = ['/$batch', '/identity', '/users', '/groups/', '/reports', '/auditLogs', '/organization/'];
/** Well below the time after which a call is given up and made again. */
const longestMs = 15_000;
/** A run that is this much further than the kills ends before them. */
const leadAllowed = 0.1;

/** Every call to those paths takes so long more; 0: none does. */
export async function slowGraph(stack: RunningStack, delayMs: number): Promise<void> {
  const control = `http://127.0.0.1:${stack.now().ports.simulator}/control/faults`;
  await fetch(control, { method: 'DELETE' });
  if (delayMs === 0) return;
  for (const pathPrefix of slowedPaths) {
    const fault = { pathPrefix, kind: 'slow', delayMs };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(control, { method: 'POST', headers, body: JSON.stringify(fault) });
    if (!answer.ok) throw new Error(`The simulator did not take the fault: ${await answer.text()}`);
  }
}

/**
 * The delay with which a run outlasts what disturbs it: longer where the run is further than the disturbance.
 * @param run how far the run is, @param kills how far the disturbance is: 0 to 1 both
 */
export function nextDelayMs(delayMs: number, run: number, kills: number): number {
  if (kills >= 1 || run - kills <= leadAllowed) return delayMs;
  return Math.min(longestMs, Math.max(delayMs, 100) * 2);
}
