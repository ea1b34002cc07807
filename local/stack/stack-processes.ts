import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { proxyEnvironment, throughProxy, withoutProxy } from '../proxy-environment.mjs';
import { type AzuritePorts, azuriteArguments, azuriteConnectionString, azuriteEnvironment } from './azurite.ts';
import { coreToolsBinary, coreToolsCommand, functionsHostKind } from './core-tools.ts';
import type { Cloud } from './data-folder.ts';
import type { ProcessSpec } from './managed-process.ts';

export interface StackPaths {
  /** The built frontend. */
  frontendDist: string;
  /** The built API bundle, host.json beside it. */
  apiBundle: string;
  simulatorScript: string;
  staticWebAppConfig: string;
}

interface StackPorts {
  public: number;
  /** The Static Web Apps CLI, behind the front that compresses. */
  staticWebApps: number;
  hop: number;
  /** Null where none runs. */
  simulator: number | null;
  functionsHosts: number[];
  azurite: AzuritePorts;
}

export interface StackPlan {
  dataDir: string;
  paths: StackPaths;
  ports: StackPorts;
  allTimers: boolean;
  cloud: Cloud;
  /** The key of this stack's Azurite. */
  azuriteKey: string;
  /** The caller's environment, handed on to every process. */
  env: NodeJS.ProcessEnv;
}

/** How each process of the stack is started. `localhost` is what the browser uses, 127.0.0.1 what we bind. */
export function planProcesses(plan: StackPlan): {
  azurite: ProcessSpec;
  /** Null where Microsoft itself is the far end and nobody asked for the demonstration tenants. */
  simulator: ProcessSpec | null;
  functionsHosts: ProcessSpec[];
  hop: ProcessSpec;
  staticWebApps: ProcessSpec;
  front: ProcessSpec;
} {
  const { dataDir, ports, env } = plan;
  const spec = (name: string, args: string[], extra: NodeJS.ProcessEnv = {}, cwd = dataDir): ProcessSpec => ({
    name,
    args,
    env: { ...env, ...withoutProxy, ...extra },
    cwd,
    logFile: join(dataDir, 'logs', `${name}.log`),
  });
  const local = (script: string) => join(import.meta.dirname, '..', script);
  const targets = ports.functionsHosts.flatMap((port) => ['--target', `http://127.0.0.1:${port}`]);
  return {
    azurite: spec(
      'azurite',
      azuriteArguments(ports.azurite, join(dataDir, 'azurite')),
      azuriteEnvironment(plan.azuriteKey),
    ),
    simulator:
      ports.simulator === null
        ? null
        : spec('simulator', [plan.paths.simulatorScript, '--port', String(ports.simulator)]),
    functionsHosts: ports.functionsHosts.map((port, index) => {
      const name = index === 0 ? 'functions-host' : `functions-host-${index + 1}`;
      // The only process that goes beyond this machine.
      const { NODE_USE_ENV_PROXY } = env;
      const settings = { NODE_USE_ENV_PROXY, ...proxyEnvironment(env), ...functionsHostEnvironment(plan) };
      if (functionsHostKind(env) === 'core-tools') {
        // Which host runs a timer they settle among themselves, by a lease, as on Azure.
        const { command, args, cwd, ...real } = coreToolsCommand(port, plan.paths.apiBundle, coreToolsBinary());
        return { ...spec(name, args, { ...settings, ...real.env }, cwd), command };
      }
      const own = [local('functions-host/main.ts'), '--bundle', plan.paths.apiBundle];
      const timers = index === 0 || plan.allTimers ? [] : ['--no-timers'];
      return spec(name, [...own, '--port', String(port), '--data', dataDir, ...timers], settings);
    }),
    hop: spec('hop', [
      local('hop/hop-main.ts'),
      '--port',
      String(ports.hop),
      '--public-origin',
      publicOrigin(plan),
      ...targets,
    ]),
    staticWebApps: {
      ...spec('static-web-apps', staticWebAppsArguments(plan), {}, staticWebAppsDir(plan)),
      env: staticWebAppsEnvironment(env),
    },
    front: spec('front', [
      local('front/front-main.ts'),
      '--port',
      String(ports.public),
      '--target',
      `http://127.0.0.1:${ports.staticWebApps}`,
    ]),
  };
}

export function publicOrigin(plan: StackPlan): string {
  return `http://localhost:${plan.ports.public}`;
}

const graphRates = [
  'GRAPH_RATE_IDENTITY_PER_SECOND',
  'GRAPH_RATE_REPORTS_PER_10_SECONDS',
  'GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS',
  'GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE',
];

function noGraphLimits(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(graphRates.map((name) => [name, env[name] ?? '0']));
}

/** The managed-service provider's own directory in the simulator (simulator/src/profiles/staff-profile.ts). */
const simulatedStaffTenantId = 'a4d07e35-6b18-4f92-8c5d-3e9b1f7a2c06';

/** Whom the functions host asks: Microsoft, or the simulator in its place. */
function farEnd({ cloud, ports, env }: StackPlan): NodeJS.ProcessEnv {
  const simulatorUrl = ports.simulator === null ? undefined : `http://127.0.0.1:${ports.simulator}`;
  const demonstration = simulatorUrl === undefined ? 'none' : 'registered';
  if (cloud === 'simulator') {
    return {
      SIMULATOR_URL: simulatorUrl,
      // Staff sign-in and live tenants find the simulator where Microsoft would be.
      MICROSOFT_CLOUD: 'simulator',
      MICROSOFT_LOGIN_URL: `${simulatorUrl}/login`,
      DEMONSTRATION_TENANTS: demonstration,
      STAFF_TENANT_IDS: env.STAFF_TENANT_IDS ?? simulatedStaffTenantId,
      // The upstream is the simulator, which has no limits unless it is asked for them.
      ...noGraphLimits(env),
    };
  }
  return {
    SIMULATOR_URL: simulatorUrl,
    MICROSOFT_CLOUD: 'microsoft',
    MICROSOFT_LOGIN_URL: undefined,
    DEMONSTRATION_TENANTS: demonstration,
    // Another program's, perhaps, that this shell is set up for: nothing is told to anybody but Microsoft 365.
    APPLICATIONINSIGHTS_CONNECTION_STRING: undefined,
    ...throughProxy(env),
  };
}

/** The app settings that infra sets on Azure, and the proxy. The API's config.ts is the only reader of settings. */
export function functionsHostEnvironment(plan: StackPlan): NodeJS.ProcessEnv {
  return {
    AzureWebJobsStorage: azuriteConnectionString(plan.ports.azurite, plan.azuriteKey),
    PUBLIC_ORIGIN: publicOrigin(plan),
    DATA_DIR: plan.dataDir,
    STORE: plan.env.STORE ?? 'sqlite',
    VAULT: plan.env.VAULT ?? 'file',
    ...farEnd(plan),
    // The Static Web Apps CLI hands on what a client claims. What the functions host appends itself, nobody can choose: here
    // it is 127.0.0.1, for everybody is on this machine.
    TRUSTED_PROXIES: plan.env.TRUSTED_PROXIES ?? '1',
    // The hop writes its own into each request, as Static Web Apps does.
    AUTHORIZATION_HEADER: plan.env.AUTHORIZATION_HEADER ?? 'static-web-apps',
    // A browser refuses __Host- with a Domain, as it will on Azure.
    ...(plan.env.HOP_COOKIE_DOMAIN === '1' ? { SESSION_COOKIE: '__Secure-tenantry' } : {}),
    // Both mean "on Azure" to the API, whatever the caller's shell says.
    WEBSITE_HOSTNAME: undefined,
    WEBSITE_SITE_NAME: undefined,
  };
}

/**
 * The CLI searches its working directory and the configuration's for .env, swa-cli.config.json, workflow files and
 * configurations, through every folder below: it gets a folder of its own with nothing but our configuration.
 */
function staticWebAppsDir(plan: StackPlan): string {
  return join(plan.dataDir, 'static-web-apps');
}

/** What a program needs to find others, its user's folders and those for temporary files, on every system. */
const ofTheSystem =
  /^(PATH|PATHEXT|HOME|USER|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|TEMP|TMP|SystemRoot|SystemDrive|ComSpec|LANG|TZ)$/i;
/** How its Node runs, and what local/testing/record-connections.cjs is told by that way. */
const ofNode = new Set(['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'CONNECTIONS_FILE']);

/**
 * The CLI copies its whole environment a dozen times for each request, each variable by a call of its own: with those of a shell and
 * of npm that is most of what a request costs here.
 */
function staticWebAppsEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => ofTheSystem.test(name) || ofNode.has(name));
  // No question to the registry for a newer version, no colors in the log, no browser.
  return { ...Object.fromEntries(kept), NO_UPDATE_NOTIFIER: '1', FORCE_COLOR: '0', SWA_CLI_OPEN: 'false' };
}

export function prepareFolders(plan: StackPlan): void {
  for (const folder of ['azurite', 'logs', 'static-web-apps']) {
    mkdirSync(join(plan.dataDir, folder), { recursive: true });
  }
  const config = JSON.parse(readFileSync(plan.paths.staticWebAppConfig, 'utf8'));
  // The CLI gives every file the same ETag, so that a browser would keep yesterday's index.html for ever. An empty
  // header removes it; the file server below then sets a true one. Azure has true ones.
  config.globalHeaders = { ...config.globalHeaders, ETag: '' };
  writeFileSync(join(staticWebAppsDir(plan), 'staticwebapp.config.json'), JSON.stringify(config, null, 2));
}

function staticWebAppsArguments(plan: StackPlan): string[] {
  const manifest = createRequire(import.meta.url).resolve('@azure/static-web-apps-cli/package.json');
  return [
    join(dirname(manifest), 'dist/cli/bin.js'),
    'start',
    plan.paths.frontendDist,
    ...['--app-location', staticWebAppsDir(plan)],
    ...['--swa-config-location', staticWebAppsDir(plan)],
    ...['--host', '127.0.0.1', '--port', String(plan.ports.staticWebApps)],
    ...['--api-devserver-url', `http://127.0.0.1:${plan.ports.hop}`],
    ...['--devserver-timeout', '60'],
  ];
}
