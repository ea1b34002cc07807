import { describe, expect, it } from 'vitest';
import { functionsHostEnvironment, planProcesses, type StackPlan } from './stack-processes.ts';

const proxy = 'http://proxy.msp.example:3128';
const simulated: StackPlan = {
  dataDir: '/data',
  paths: { frontendDist: 'frontend', apiBundle: 'main.js', simulatorScript: 'simulator.ts', staticWebAppConfig: 'x' },
  ports: {
    public: 4280,
    staticWebApps: 2,
    hop: 3,
    simulator: 4,
    functionsHosts: [5, 6],
    azurite: { blob: 7, queue: 8, table: 9 },
  },
  allTimers: false,
  cloud: 'simulator',
  azuriteKey: 'a2V5',
  env: {},
};
const microsoft: StackPlan = { ...simulated, cloud: 'microsoft', ports: { ...simulated.ports, simulator: null } };
const withDemo: StackPlan = { ...microsoft, ports: simulated.ports };
const rates = (plan: StackPlan) =>
  Object.keys(functionsHostEnvironment(plan)).filter((name) => name.startsWith('GRAPH_RATE_'));

describe('what stands behind the stack', () => {
  it('is the simulator, without limits', () => {
    expect(functionsHostEnvironment(simulated)).toMatchObject({
      MICROSOFT_CLOUD: 'simulator',
      SIMULATOR_URL: 'http://127.0.0.1:4',
      MICROSOFT_LOGIN_URL: 'http://127.0.0.1:4/login',
      DEMONSTRATION_TENANTS: 'registered',
    });
    expect(rates(simulated)).toHaveLength(4);
  });

  it('is Microsoft with its limits: no simulator runs, and no tenant is one of demonstration', () => {
    const settings = functionsHostEnvironment(microsoft);
    expect(settings).toMatchObject({ MICROSOFT_CLOUD: 'microsoft', DEMONSTRATION_TENANTS: 'none' });
    expect([settings.SIMULATOR_URL, settings.MICROSOFT_LOGIN_URL, settings.STAFF_TENANT_IDS]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(rates(microsoft)).toEqual([]);
    expect(planProcesses(microsoft).simulator).toBeNull();
  });

  it('is Microsoft, with simulated tenants beside it where they are asked for', () => {
    expect(functionsHostEnvironment(withDemo)).toMatchObject({
      MICROSOFT_CLOUD: 'microsoft',
      SIMULATOR_URL: 'http://127.0.0.1:4',
      DEMONSTRATION_TENANTS: 'registered',
      MICROSOFT_LOGIN_URL: undefined,
    });
    expect(planProcesses(withDemo).simulator).not.toBeNull();
  });

  it('is told to nobody else: telemetry that the shell is set up for stays out of a stack with real tenants', () => {
    const env = { APPLICATIONINSIGHTS_CONNECTION_STRING: 'InstrumentationKey=x' };
    const [host] = planProcesses({ ...microsoft, env }).functionsHosts;
    expect(host?.env.APPLICATIONINSIGHTS_CONNECTION_STRING).toBeUndefined();
  });
});

describe('a proxy in the environment', () => {
  const env = { HTTPS_PROXY: proxy, NO_PROXY: 'intranet' };
  const all = (plan: StackPlan) => {
    const { functionsHosts, ...others } = planProcesses(plan);
    return [...functionsHosts, ...Object.values(others)].flatMap((spec) => spec ?? []);
  };

  it('is told to the functions hosts alone, and what is for this machine never goes by it', () => {
    for (const plan of [simulated, microsoft, withDemo]) {
      for (const { name, env: told } of all({ ...plan, env })) {
        const own = 'intranet,localhost,127.0.0.1,[::1]';
        const isHost = name.startsWith('functions-host');
        expect([name, told.HTTPS_PROXY, told.https_proxy]).toEqual([
          name,
          ...(isHost ? [proxy, proxy] : [undefined, undefined]),
        ]);
        if (isHost) expect([told.NO_PROXY, told.no_proxy]).toEqual([own, own]);
      }
    }
  });

  it('leads the functions hosts of --microsoft, and with the simulated cloud nobody', () => {
    const led = (plan: StackPlan) =>
      all({ ...plan, env }).flatMap(({ name, env: told }) => (told.NODE_USE_ENV_PROXY === '1' ? [name] : []));
    expect(led(microsoft)).toEqual(['functions-host', 'functions-host-2']);
    expect(led(simulated)).toEqual([]);
  });
});

describe('the Static Web Apps CLI', () => {
  it('gets what its system and its Node need of the environment, and nothing else of a shell or of npm', () => {
    const env = {
      PATH: '/bin',
      Path: 'C:',
      SystemRoot: 'D:',
      NODE_OPTIONS: '--x',
      npm_config_cache: 'y',
      AZURE_TOKEN: 'z',
    };
    expect(planProcesses({ ...simulated, env }).staticWebApps.env).toEqual({
      PATH: '/bin',
      Path: 'C:',
      SystemRoot: 'D:',
      NODE_OPTIONS: '--x',
      NO_UPDATE_NOTIFIER: '1',
      FORCE_COLOR: '0',
      SWA_CLI_OPEN: 'false',
    });
  });
});
