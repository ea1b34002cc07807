/** How long what hears of the end may take to clear up. */
const patienceMs = 1500;

/** Ctrl-C. A terminal sends it to the whole group, and npm hands it on besides: it may come twice. */
export function onInterrupt(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort(new Error(name)));
  // The bootstrap is gone, however it ended.
  if (process.connected) process.on('disconnect', () => stop.abort(new Error('disconnected')));
  return stop.signal;
}

/** Requests that do not hear of the end are left behind soon after it. @throws the signal's reason */
export async function orStopped<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), patienceMs), { once: true });
  });
  return Promise.race([running, stopped]);
}

/** Ends the process after what was said went out, whatever of it still waits for an answer. */
export function endProcess(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}
