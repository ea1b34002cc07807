import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startFunctionsHost } from './functions-host.ts';
import { lineLog } from './host-log.ts';

// Less than the 20 s that the supervisor waits before it kills.
const DRAIN_LIMIT_MS = 15_000;

const { values } = parseArgs({
  options: {
    bundle: { type: 'string' },
    port: { type: 'string' },
    data: { type: 'string' },
    'no-timers': { type: 'boolean', default: false },
  },
});
if (values.bundle === undefined || values.port === undefined || values.data === undefined) {
  process.stderr.write('usage: node local/functions-host/main.ts --bundle api/dist/main.js --port N --data DIR\n');
  process.exit(2);
}

process.env.FUNCTIONS_WORKER_RUNTIME = 'node';
const log = lineLog(
  (line) => process.stdout.write(line),
  () => new Date(),
);
try {
  const host = await startFunctionsHost({
    bundlePath: resolve(values.bundle),
    port: Number(values.port),
    dataDir: resolve(values.data),
    runTimers: !values['no-timers'],
    log,
    clock: () => new Date(),
    env: process.env,
    onTimeout: (name) => {
      log('critical', 'Host', `${name} ran over functionTimeout; the real host ends its worker here, and so do we`);
      process.exit(3);
    },
  });
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log('information', 'Host', 'draining');
    const drained = await host.stop(DRAIN_LIMIT_MS);
    process.exit(drained ? 0 : 4);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
