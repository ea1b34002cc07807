import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { loadApp } from './core-api.ts';
import { findRefusals } from './function-rules.ts';
import type { HostLog } from './host-log.ts';
import { readHostSettings } from './host-settings.ts';
import { createHttpListener } from './http-listener.ts';
import { Invoker } from './invoker.ts';
import { QueueListener } from './queue-listener.ts';
import { buildRoutes } from './router.ts';
import { TimerListener } from './timer-listener.ts';
import { triggerOf } from './triggers.ts';

export interface FunctionsHostOptions {
  /** The built bundle, CommonJS, with host.json beside it. */
  bundlePath: string;
  /** 0 picks a free one. */
  port: number;
  /** Where timers keep their last occurrence. */
  dataDir: string;
  /** Azure gives timers to one instance by a lease: where several share the work, one is to run them. */
  runTimers: boolean;
  log: HostLog;
  clock: () => Date;
  env: Record<string, string | undefined>;
  onTimeout: (functionName: string) => void;
}

export interface FunctionsHost {
  readonly port: number;
  /** Stops taking work, waits for what runs, runs the appTerminate hooks. False when something did not end in time. */
  stop(drainLimitMs: number): Promise<boolean>;
}

/**
 * Runs a Functions bundle as Azure would: HTTP on 127.0.0.1, timers, storage queues.
 * @throws Error when the bundle does not load or holds a function that Azure would refuse.
 */
export async function startFunctionsHost(options: FunctionsHostOptions): Promise<FunctionsHost> {
  const { log, clock, env } = options;
  const settings = readHostSettings(join(dirname(options.bundlePath), 'host.json'));
  const app = await loadApp(options.bundlePath, log);
  const refusals = findRefusals(app.functions, settings.routePrefix);
  if (refusals.length > 0) throw new Error(`Azure Functions would refuse this app:\n- ${refusals.join('\n- ')}`);

  const { functionTimeoutMs, customHeaders } = settings;
  const invoker = new Invoker({ app, log, functionTimeoutMs, onTimeout: options.onTimeout });
  const routes = buildRoutes(app.functions, settings.routePrefix);
  const server = createHttpListener({ routes, invoker, log, customHeaders });
  const stateDir = join(options.dataDir, 'timers');
  const of = (kind: string) => app.functions.filter((fn) => triggerOf(fn).kind === kind);
  const timers = options.runTimers
    ? of('timer').map((fn) => new TimerListener({ fn, invoker, log, stateDir, clock, env }))
    : [];
  const queues = of('queue').map((fn) => new QueueListener({ fn, invoker, log, settings: settings.queues, env }));

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  await Promise.all(queues.map((queue) => queue.start()));
  for (const timer of timers) timer.start();
  const port = (server.address() as AddressInfo).port;
  log(
    'information',
    'Host',
    `${of('http').length} HTTP functions on 127.0.0.1:${port}, ${timers.length} timers, ${queues.length} queues`,
  );

  return {
    port,
    stop: async (drainLimitMs) => {
      for (const timer of timers) timer.stop();
      server.close();
      server.closeIdleConnections();
      await Promise.all(queues.map((queue) => queue.stop()));
      const drained = await invoker.drain(drainLimitMs);
      await app.runHooks('appTerminate', { hookData: {} });
      server.closeAllConnections();
      return drained;
    },
  };
}
