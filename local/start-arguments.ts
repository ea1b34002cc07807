import { parseArgs } from 'node:util';

export const START_USAGE =
  'usage: npm start -- [--port N] [--data DIR] [--host-count N] [--all-timers] [--no-build]\n' +
  '  --port        where the product answers (4280)\n' +
  '  --data        where records, files, secrets and logs are kept (.local)\n' +
  '  --host-count  how many functions hosts share the work (1)\n' +
  '  --all-timers  timers on every host, where Azure gives them to one by a lease\n' +
  '  --no-build    take frontend/dist and api/dist as they are\n' +
  'With FUNCTIONS_HOST=core-tools the bundle runs in Azure Functions Core Tools, where they are installed.';

export interface StartArguments {
  port: number;
  data: string | undefined;
  hostCount: number;
  allTimers: boolean;
  build: boolean;
}

/** @throws Error in words for the one who typed it. */
export function parseStartArguments(args: string[]): StartArguments {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4280' },
      data: { type: 'string' },
      'host-count': { type: 'string', default: '1' },
      'all-timers': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  });
  return {
    port: integer('--port', values.port, 1, 65_535),
    data: values.data,
    hostCount: integer('--host-count', values['host-count'], 1, 8),
    allTimers: values['all-timers'],
    build: !values['no-build'],
  };
}

function integer(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`${option}: expected a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}
