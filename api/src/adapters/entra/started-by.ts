import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** Told what a library starts by itself, and lets it be ended. */
export type Started = {
  /** Ends what is still there: children, and servers that listen. */
  end(): void;
};

const context = new AsyncLocalStorage<symbol>();

const processChannel = 'child_process';
const listenChannel = 'tracing:net.server.listen:asyncStart';

/**
 * Runs something that starts processes and servers of its own: a credential of @azure/identity runs `az`, opens a browser and
 * listens for it, and has no way to end that. Node's diagnostics channels tell of both; what else happens in this process at
 * the same time is left alone.
 * @param onChild told of each process at its start, before it can fail
 */
export async function watchingStarted<T>(
  run: (started: Started) => Promise<T>,
  onChild?: (child: ChildProcess) => void,
): Promise<T> {
  const mine = Symbol('what this call starts');
  const children: ChildProcess[] = [];
  const servers: Server[] = [];
  const onProcess = (message: unknown) => {
    if (context.getStore() !== mine) return;
    const { process: child } = message as { process: ChildProcess };
    children.push(child);
    onChild?.(child);
  };
  const onListen = (message: unknown) => {
    if (context.getStore() === mine) servers.push((message as { server: Server }).server);
  };
  const end = () => {
    for (const child of children) if (child.exitCode === null) child.kill();
    for (const server of servers) if (server.listening) server.close();
    for (const server of servers) server.closeAllConnections?.();
  };
  subscribe(processChannel, onProcess);
  subscribe(listenChannel, onListen);
  try {
    return await context.run(mine, () => run({ end }));
  } finally {
    unsubscribe(processChannel, onProcess);
    unsubscribe(listenChannel, onListen);
  }
}
