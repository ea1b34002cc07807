/** A `drop` fault: the connection ends without an answer. */
export class SimulatedConnectionDrop extends Error {
  constructor() {
    super('The simulated connection was dropped.');
    this.name = 'SimulatedConnectionDrop';
  }
}

export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/** The same response, promised at full length and broken off in the middle. */
export async function truncated(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.length));
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) {
        controller.error(new SimulatedConnectionDrop());
        return;
      }
      sent = true;
      controller.enqueue(bytes.subarray(0, Math.max(1, bytes.length >> 1)));
    },
  });
  return new Response(body, { status: response.status, headers });
}

/** Waits, or rejects as soon as the caller gives up. */
export function delay(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
