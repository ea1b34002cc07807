import { Module } from 'node:module';
import type {
  FunctionCallback,
  FunctionMetadata,
  HookCallback,
  HookName,
  LogLevel,
  ProgrammingModel,
  RegisteredFunction,
} from './core-types.ts';
import type { HostLog } from './host-log.ts';

const HOOK_NAMES: readonly string[] = ['appStart', 'appTerminate', 'preInvocation', 'postInvocation', 'log'];

/** What the bundle registered while it was loaded. */
export interface LoadedApp {
  readonly functions: readonly RegisteredFunction[];
  readonly model: ProgrammingModel;
  runHooks(name: HookName, context: Record<string, unknown>): Promise<void>;
}

class Disposable {
  readonly #dispose: () => void;
  constructor(dispose: () => void) {
    this.#dispose = dispose;
  }
  dispose(): void {
    this.#dispose();
  }
}

/**
 * The object that `require('@azure/functions-core')` gives inside the bundle. Like Microsoft's Node worker it takes
 * registrations during the start only: `isStarted` ends that phase.
 */
class CoreApi {
  readonly functions: RegisteredFunction[] = [];
  readonly hooks = new Map<string, HookCallback[]>();
  model: ProgrammingModel | undefined;
  isStarted = false;
  readonly log: HostLog;

  constructor(log: HostLog) {
    this.log = log;
  }

  readonly surface = {
    version: 'tenantry-local',
    hostVersion: '4.1000.0',
    Disposable,
    registerFunction: (metadata: FunctionMetadata, callback: FunctionCallback): Disposable => {
      if (this.isStarted) throw new Error(`A function can only be registered while the app starts: ${metadata.name}`);
      const entry = { metadata, callback };
      this.functions.push(entry);
      return new Disposable(() => this.functions.splice(this.functions.indexOf(entry), 1));
    },
    registerHook: (name: string, callback: HookCallback): Disposable => {
      if (!HOOK_NAMES.includes(name)) throw new RangeError(`Unrecognized hook "${name}"`);
      const list = this.hooks.get(name) ?? [];
      list.push(callback);
      this.hooks.set(name, list);
      return new Disposable(() => list.splice(list.indexOf(callback), 1));
    },
    setProgrammingModel: (model: ProgrammingModel): void => {
      this.model = model;
    },
    getProgrammingModel: (): ProgrammingModel | undefined => this.model,
    log: (level: LogLevel, category: string, message: string): void => this.log(level, `Worker.${category}`, message),
  };

  async runHooks(name: HookName, context: Record<string, unknown>): Promise<void> {
    for (const hook of this.hooks.get(name) ?? []) await hook(context);
  }
}

/**
 * Loads a Functions bundle (CommonJS) as Microsoft's worker does: `@azure/functions-core` is answered by us, the
 * programming model is asked for its capabilities (which locks its setup), then the appStart hooks run.
 * @throws Error when the bundle throws, registers no function, or registers with another programming model than v4.
 */
export async function loadApp(bundlePath: string, log: HostLog): Promise<LoadedApp> {
  const core = new CoreApi(log);
  const original = Module.prototype.require;
  Module.prototype.require = Object.assign(function (this: Module, id: string): unknown {
    return id === '@azure/functions-core' ? core.surface : original.call(this, id);
  }, original);
  const load = Module.createRequire(bundlePath);
  load(bundlePath);
  if (core.model === undefined || core.functions.length === 0) {
    throw new Error(`${bundlePath} registered no function by @azure/functions (programming model v4)`);
  }
  const capabilities = await core.model.getCapabilities?.({});
  if (capabilities?.HttpUri !== undefined) {
    throw new Error('HTTP streaming is switched on (app.setup); this host answers with whole, buffered bodies only');
  }
  core.isStarted = true;
  await core.runHooks('appStart', { hookData: {} });
  return {
    functions: core.functions,
    model: core.model,
    runHooks: (name, context) => core.runHooks(name, context),
  };
}
