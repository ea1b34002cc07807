import { readStored, storageKeys, store } from './storage.ts';

/** When this tab's own calls did it last, also where the browser keeps nothing. */
let renewedAtMs = 0;
/** The calls of this tab that are giving the session a new id. */
let renewing: Promise<unknown> = Promise.resolve();

/**
 * Makes a call whose success gives the session a new id. Whatever was under way meanwhile, in any tab, carried the old one and
 * is answered as if nobody were signed in.
 */
export async function renewingSession<T>(run: () => Promise<T>): Promise<T> {
  const running = run();
  renewing = Promise.allSettled([renewing, running]);
  const answer = await running;
  renewedAtMs = Date.now();
  store(storageKeys.renewedAt, String(renewedAtMs));
  return answer;
}

/** Whether the session has got a new id since a call was sent: then it is worth sending again. */
export async function wasRenewedSince(sentAtMs: number): Promise<boolean> {
  await renewing;
  return Math.max(renewedAtMs, Number(readStored(storageKeys.renewedAt) ?? 0)) >= sentAtMs;
}
