import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { acceptsTcp, answersHttp, waitUntil } from './answers.ts';
import { azuriteKey } from './azurite.ts';
import { functionsHostKind } from './core-tools.ts';
import { type Cloud, holdToCloud, noteCloud } from './data-folder.ts';
import { freePort, isPortFree } from './free-port.ts';
import { ManagedProcess, type ProcessSpec } from './managed-process.ts';
import { type Reaper, startReaper } from './reaper-client.ts';
import { RestartBudget } from './restart-budget.ts';
import { removeStackFile, runningStack, writeStackFile } from './stack-file.ts';
import { planProcesses, prepareFolders, publicOrigin, type StackPaths, type StackPlan } from './stack-processes.ts';

// The first start of Core Tools downloads the extension bundle.
const START_LIMIT_MS = { own: 90_000, 'core-tools': 300_000 } as const;
// Longer than the functions host's own drain.
const HOST_STOP_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 5_000;
const RESTARTS_PER_MINUTE = 5;

export interface StackOptions {
  port: number;
  dataDir: string;
  cloud: Cloud;
  /** Whether there is a simulator with the demonstration tenants; always where the cloud is simulated. */
  hasDemonstration: boolean;
  hostCount: number;
  /** Timers on every host, not on the first alone. */
  allTimers: boolean;
  paths: StackPaths;
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
}

/** The whole product on one machine: Azurite, simulator, functions hosts, hop, the Static Web Apps CLI and the front before it. */
export class Stack {
  readonly #options: StackOptions;
  readonly #plan: StackPlan;
  readonly #reaper: Reaper;
  readonly #abort = new AbortController();
  readonly #budget = new RestartBudget(RESTARTS_PER_MINUTE, 60_000);
  readonly #processes = new Map<string, ManagedProcess>();
  #ready = false;
  #stopping: Promise<void> | undefined;
  #fail: (error: Error) => void = () => undefined;
  /** Rejects when a process that must live died; never resolves. */
  readonly failed: Promise<never>;

  private constructor(options: StackOptions, plan: StackPlan) {
    this.#options = options;
    this.#plan = plan;
    this.#reaper = startReaper();
    this.failed = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    // The owner awaits it; until then an early death must not count as unhandled.
    this.failed.catch((error: Error) => this.#abort.abort(error));
  }

  /**
   * Chooses ports, checks that port and data directory are free. Nothing runs yet.
   * @throws Error naming the port or the directory that is taken, or the directory of the other cloud.
   */
  static async create(options: StackOptions): Promise<Stack> {
    const running = runningStack(options.dataDir);
    if (running !== undefined) {
      throw new Error(`${options.dataDir} is in use by the stack at ${running.url} (process ${running.pids.start}).`);
    }
    holdToCloud(options.dataDir, options.cloud);
    if (!(await isPortFree(options.port))) {
      throw new Error(`Port ${options.port} is already in use. Choose another one: npm start -- --port <number>`);
    }
    const taken = new Set([options.port]);
    const next = async (): Promise<number> => {
      const port = await freePort(taken);
      taken.add(port);
      return port;
    };
    const functionsHosts: number[] = [];
    for (let host = 0; host < options.hostCount; host += 1) functionsHosts.push(await next());
    const ports = {
      public: options.port,
      staticWebApps: await next(),
      hop: await next(),
      simulator: options.hasDemonstration ? await next() : null,
      functionsHosts,
      azurite: { blob: await next(), queue: await next(), table: await next() },
    };
    const { dataDir, paths, env, allTimers, cloud } = options;
    const plan = { dataDir, paths, allTimers, cloud, ports, azuriteKey: azuriteKey(dataDir), env };
    return new Stack(options, plan);
  }

  get url(): string {
    return publicOrigin(this.#plan);
  }

  /** Starts everything and returns when the page and the API really answer. */
  async start(): Promise<void> {
    const { ports, dataDir } = this.#plan;
    rmSync(join(dataDir, 'logs'), { recursive: true, force: true });
    noteCloud(dataDir, this.#plan.cloud);
    prepareFolders(this.#plan);
    const specs = planProcesses(this.#plan);
    this.#spawn('azurite', specs.azurite);
    if (specs.simulator !== null) this.#spawn('simulator', specs.simulator);
    this.#spawn('hop', specs.hop);
    const { blob, queue, table } = ports.azurite;
    await this.#wait('Azurite', async () => (await Promise.all([blob, queue, table].map(acceptsTcp))).every(Boolean));
    if (ports.simulator !== null) {
      const requests = `http://127.0.0.1:${ports.simulator}/control/requests`;
      await this.#wait('The simulator', () => answersHttp(requests, (status) => status === 200));
    }
    for (const [index, spec] of specs.functionsHosts.entries()) this.#spawn(`functionsHost${index}`, spec);
    for (const port of ports.functionsHosts) await this.#wait('The functions host', () => acceptsTcp(port));
    this.#spawn('staticWebApps', specs.staticWebApps);
    this.#spawn('front', specs.front);
    await this.#wait('The page', () => answersHttp(`${this.url}/`, (status) => status === 200));
    await this.#wait('The API', () =>
      answersHttp(`${this.url}/api/auth/registration-status`, (status) => status < 500),
    );
    this.#ready = true;
    this.#writeFile();
  }

  /** Ends every process it started: first what takes requests, then the work, then what the work needs. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    this.#abort.abort(new Error('stopped'));
    const hosts = [...this.#processes.keys()].filter((key) => key.startsWith('functionsHost'));
    for (const group of [['front', 'staticWebApps'], hosts, ['hop', 'simulator', 'azurite']]) {
      const limitMs = group === hosts ? HOST_STOP_LIMIT_MS : STOP_LIMIT_MS;
      await Promise.all(group.map((key) => this.#processes.get(key)?.stop(limitMs)));
    }
    for (const child of this.#processes.values()) this.#reaper.forget(child.pid);
    this.#reaper.close();
    removeStackFile(this.#options.dataDir);
  }

  #wait(what: string, check: () => Promise<boolean>): Promise<void> {
    const limitMs = START_LIMIT_MS[functionsHostKind(this.#options.env)];
    return waitUntil(what, check, limitMs, this.#abort.signal);
  }

  #spawn(key: string, spec: ProcessSpec): void {
    const child = new ManagedProcess(spec);
    this.#processes.set(key, child);
    this.#reaper.watch(child.pid);
    this.#writeFile();
    child.exited.then((how) => this.#onExit(key, child, how)).catch((error: Error) => this.#fail(error));
  }

  #onExit(key: string, child: ManagedProcess, how: string): void {
    this.#reaper.forget(child.pid);
    if (this.#stopping !== undefined) return;
    const { name, logFile } = child.spec;
    const restartable = this.#ready && key.startsWith('functionsHost');
    if (restartable && this.#budget.take(performance.now())) {
      this.#options.say(`The ${name} ended (${how}); starting it again, as Azure does.`);
      this.#spawn(key, child.spec);
      return;
    }
    const often = restartable ? ` more than ${RESTARTS_PER_MINUTE} times in a minute` : '';
    this.#fail(new Error(`The ${name} ended${often} (${how}). The end of ${logFile}:\n${child.logTail()}`));
  }

  #writeFile(): void {
    const pid = (key: string) => this.#processes.get(key)?.pid ?? 0;
    writeStackFile(this.#options.dataDir, {
      url: this.url,
      ready: this.#ready,
      pids: {
        start: process.pid,
        azurite: pid('azurite'),
        simulator: this.#processes.get('simulator')?.pid ?? null,
        functionsHosts: this.#plan.ports.functionsHosts.map((_, index) => pid(`functionsHost${index}`)),
        hop: pid('hop'),
        staticWebApps: pid('staticWebApps'),
        front: pid('front'),
      },
      ports: this.#plan.ports,
    });
  }
}
