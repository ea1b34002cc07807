import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Diagnostic {
  source: string;
  range: { start: { line: number; char: number } };
  level: string;
  code: string;
  message: string;
}

interface Compilation {
  success: boolean;
  diagnostics: Diagnostic[];
}

/** What the compiler answers where it cannot do what it is asked for; its process goes on. */
export class BicepRefusal extends Error {}

/** The subscription and directory that a foretold deployment is made in: ids of nobody. */
const NOBODY = {
  subscriptionId: '00000000-0000-0000-0000-00000000000a',
  tenantId: '00000000-0000-0000-0000-00000000000b',
};

/**
 * The compiler as a process that compiles many files: starting it takes longer than compiling.
 * The protocol: https://github.com/Azure/bicep/blob/main/src/Bicep.Cli/Rpc/ICliJsonRpcProtocol.cs
 */
export class BicepServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #received = Buffer.alloc(0);
  #errors = '';
  #last = 0;

  constructor(command: string, environment: NodeJS.ProcessEnv) {
    this.#child = spawn(command, ['jsonrpc', '--stdio'], { env: environment });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    // What is written after its end is told by the calls that wait.
    this.#child.stdin.on('error', (error) => this.#fail(error));
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('close', (code) => this.#fail(new Error(`it ended with ${code}: ${this.#errors.trim()}`)));
  }

  /** Compiles a .bicep file, with what its linter says. */
  compile(path: string): Promise<Compilation & { contents: string | null }> {
    return this.#call('bicep/compile', { path });
  }

  /** Compiles a .bicepparam file. */
  compileParams(path: string): Promise<Compilation & { parameters: string | null }> {
    return this.#call('bicep/compileParams', { path, parameterOverrides: {} });
  }

  /** What the deployment of a .bicepparam file would make, its expressions evaluated. */
  async snapshot(path: string): Promise<string> {
    const metadata = { ...NOBODY, location: 'northeurope' };
    const found: { snapshot: string } = await this.#call('bicep/getSnapshot', { path, metadata, externalInputs: null });
    return found.snapshot;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.pid === undefined) return;
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }

  async #call<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return (await answer.promise) as T;
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, head))?.[1]);
      const end = head + 4 + length;
      if (head < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', head + 4, end));
      this.#received = this.#received.subarray(end);
      const answer = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === undefined) answer?.resolve(message.result);
      else answer?.reject(new BicepRefusal(message.error.message));
    }
  }

  #fail(error: Error): void {
    for (const answer of this.#waiting.values()) answer.reject(new Error(`bicep: ${error.message}`));
    this.#waiting.clear();
  }
}
