import { parseArgs } from 'node:util';

export const START_USAGE =
  'usage: npm start -- [--microsoft [--demo]] [--port N] [--data DIR] [--host-count N] [--all-timers] [--no-build]\n' +
  '  --microsoft   your own Microsoft 365 tenants in the place of the simulated cloud (docs/own-tenant.md)\n' +
  '  --demo        with --microsoft: the simulated demonstration tenants beside them, from the first start on\n' +
  '  --port        where the product answers (4280)\n' +
  '  --data        where records, files, secrets and logs are kept (.local, with --microsoft .local-microsoft)\n' +
  '  --host-count  how many functions hosts share the work (1)\n' +
  '  --all-timers  timers on every host, where Azure gives them to one by a lease\n' +
  '  --no-build    take frontend/dist and api/dist as they are\n' +
  'With FUNCTIONS_HOST=core-tools the bundle runs in Azure Functions Core Tools, where they are installed.';

export interface StartArguments {
  /** The real cloud is the far end, not the simulator. */
  microsoft: boolean;
  /** Demonstration tenants beside the real ones. */
  demo: boolean;
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
      microsoft: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      port: { type: 'string', default: '4280' },
      data: { type: 'string' },
      'host-count': { type: 'string', default: '1' },
      'all-timers': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (values.demo && !values.microsoft) {
    throw new Error('--demo: only with --microsoft; without it there are the demonstration tenants alone');
  }
  return {
    microsoft: values.microsoft,
    demo: values.demo,
    port: integer('--port', values.port, 1, 65_535),
    data: values.data,
    hostCount: integer('--host-count', values['host-count'], 1, 8),
    allTimers: values['all-timers'],
    build: !values['no-build'],
  };
}

/** Settings that lead Tenantry away from Microsoft, and what is to be done with each. */
const awayFromMicrosoft: [name: string, isRefused: (value: string) => boolean, what: string][] = [
  ['MICROSOFT_CLOUD', (value) => value !== 'microsoft', 'names the simulated cloud'],
  ['SIMULATOR_URL', () => true, 'leads to a simulated cloud'],
  ['MICROSOFT_LOGIN_URL', () => true, 'leads sign-in to a simulated cloud'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', (value) => value === '0', 'believes everybody who says to be Microsoft'],
];

/**
 * Holds the caller's environment against --microsoft.
 * @throws Error that names each setting that would lead elsewhere, and what to do
 */
export function refuseOtherClouds(env: NodeJS.ProcessEnv): void {
  const set = awayFromMicrosoft.filter(([name, isRefused]) => {
    const value = env[name] ?? '';
    return value !== '' && isRefused(value);
  });
  if (set.length === 0) return;
  const lines = set.map(([name, , what]) => `  ${name} ${what}`);
  const names = set.map(([name]) => name).join(' ');
  throw new Error(
    `--microsoft asks Microsoft itself, and this shell has settings against that:\n${lines.join('\n')}\n` +
      `Remove them (unset ${names}), or start without --microsoft.`,
  );
}

function integer(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`${option}: expected a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}
