import { type ConnectionProgress, continueConnection } from '@tenantry/contract/connections';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { followableAddress, leaving } from './leave-page.ts';

const retryAfterFailureMs = 5_000;

export type Waiting =
  | { step: 'waiting'; progress: (ConnectionProgress & { state: 'waiting' }) | null }
  | { step: 'leaving' }
  | { step: 'failed'; message: string };

/** Whether the API itself said that there is nothing to wait for. Of what passes the next call knows more. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const endOf = (redirectTo: string): Waiting => {
  const address = followableAddress(redirectTo, window.location.origin);
  if (address === null) return { step: 'failed', message: 'The connection failed.' };
  leaving.goTo(address);
  return { step: 'leaving' };
};

/** Asks once how the connection stands. @returns what came of it, and when to ask again; null: never */
async function ask(
  connection: string,
  signal: AbortSignal,
): Promise<{ now: Waiting | null; againInMs: number | null }> {
  try {
    const progress = await call(continueConnection, { params: { connection }, tenantId: null, signal });
    if (progress.state === 'done') return { now: endOf(progress.redirectTo), againInMs: null };
    return { now: { step: 'waiting', progress }, againInMs: progress.retryAfterSeconds * 1000 };
  } catch (error) {
    if (isFinal(error)) return { now: { step: 'failed', message: error.message }, againInMs: null };
    if (error instanceof ApiError) return { now: null, againInMs: retryAfterFailureMs };
    throw error;
  }
}

/** Gets on with a connection whose consent Microsoft has not applied yet, until the API says where to go. */
export function useConnection(connection: string): Waiting {
  const [waiting, setWaiting] = useState<Waiting>({ step: 'waiting', progress: null });
  useEffect(() => {
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = async (): Promise<void> => {
      try {
        const { now, againInMs } = await ask(connection, over.signal);
        if (over.signal.aborted) return;
        if (now !== null) setWaiting(now);
        if (againInMs !== null) timer = setTimeout(() => void next(), againInMs);
      } catch (error) {
        if (!over.signal.aborted) throw error;
      }
    };
    void next();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [connection]);
  return waiting;
}
