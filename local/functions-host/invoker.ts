import { randomUUID } from 'node:crypto';
import type { LoadedApp } from './core-api.ts';
import type { CoreInvocationContext, InvocationResponse, RegisteredFunction, RpcTypedData } from './core-types.ts';
import type { HostLog } from './host-log.ts';
import { triggerOf } from './triggers.ts';

export interface InvokerOptions {
  app: LoadedApp;
  log: HostLog;
  functionTimeoutMs: number;
  /** Called when a function runs over functionTimeout. The real host then ends the worker process. */
  onTimeout: (functionName: string) => void;
}

/** What a listener needs of the invoker. */
export interface RunsFunctions {
  invoke: Invoker['invoke'];
}

/** Runs functions and knows how many are running, so that a shutdown can wait for them. */
export class Invoker {
  readonly #options: InvokerOptions;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: InvokerOptions) {
    this.#options = options;
  }

  /**
   * Runs one function on one input of its trigger.
   * @returns what the programming model hands back to the host
   * @throws what the function threw; it has been logged.
   */
  invoke(
    fn: RegisteredFunction,
    data: RpcTypedData,
    triggerMetadata: Record<string, RpcTypedData> = {},
  ): Promise<InvocationResponse> {
    const run = this.#guarded(fn, data, triggerMetadata);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(settled);
    settled.then(() => this.#running.delete(settled));
    return run;
  }

  /** Waits until nothing runs, at most `limitMs`. True when everything ended. */
  async drain(limitMs: number): Promise<boolean> {
    const deadline = new Promise<'late'>((resolve) => setTimeout(resolve, limitMs, 'late').unref());
    while (this.#running.size > 0) {
      if ((await Promise.race([Promise.all(this.#running), deadline])) === 'late') return false;
    }
    return true;
  }

  async #guarded(
    fn: RegisteredFunction,
    data: RpcTypedData,
    triggerMetadata: Record<string, RpcTypedData>,
  ): Promise<InvocationResponse> {
    const { log, functionTimeoutMs, onTimeout } = this.#options;
    const { name } = fn.metadata;
    const invocationId = randomUUID();
    const overdue = setTimeout(() => onTimeout(name), functionTimeoutMs);
    const begun = performance.now();
    try {
      const response = await this.#run(fn, invocationId, data, triggerMetadata);
      log('debug', `Function.${name}`, `Succeeded (Id=${invocationId}, ${Math.round(performance.now() - begun)} ms)`);
      return response;
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log('error', `Function.${name}`, `Failed (Id=${invocationId}): ${text}`);
      throw error;
    } finally {
      clearTimeout(overdue);
    }
  }

  async #run(
    fn: RegisteredFunction,
    invocationId: string,
    data: RpcTypedData,
    triggerMetadata: Record<string, RpcTypedData>,
  ): Promise<InvocationResponse> {
    const { app, log } = this.#options;
    const context: CoreInvocationContext = {
      invocationId,
      metadata: fn.metadata,
      request: { invocationId, inputData: [{ name: triggerOf(fn).name, data }], triggerMetadata },
      log: (level, category, message) => log(level, `Function.${fn.metadata.name}.${category}`, message),
    };
    const model = app.model.getInvocationModel(context);
    const args = await model.getArguments();
    const before = {
      hookData: {},
      invocationContext: args.context,
      functionCallback: fn.callback,
      inputs: args.inputs,
    };
    context.state = 'preInvocationHooks';
    await app.runHooks('preInvocation', before);
    context.state = 'invocation';
    const after: Record<string, unknown> = { ...before, result: null, error: null };
    try {
      after.result = await model.invokeFunction(args.context, before.inputs, before.functionCallback);
    } catch (error) {
      after.error = error;
    }
    context.state = 'postInvocationHooks';
    await app.runHooks('postInvocation', after);
    if (after.error !== null && after.error !== undefined) throw after.error;
    return await model.getResponse(args.context, after.result);
  }
}
