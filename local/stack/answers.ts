import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 100;

/**
 * Asks again and again until `check` says true.
 * @throws Error naming `what` when the time is over, or the signal's reason when it is aborted.
 */
export async function waitUntil(
  what: string,
  check: () => Promise<boolean>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await check())) {
    signal?.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`${what} did not answer within ${Math.round(limitMs / 1000)} s`);
    await delay(PAUSE_MS);
  }
}

/** True when something accepts a TCP connection on 127.0.0.1. */
export function acceptsTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}

/** True when the URL answers with a status that `accept` likes; a refused connection is simply not yet an answer. */
export async function answersHttp(url: string, accept: (status: number) => boolean): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return accept(response.status);
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return false;
    throw error;
  }
}
