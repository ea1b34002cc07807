/**
 * The part of `@azure/functions-core` that the library `@azure/functions` 4.x really touches. Microsoft publishes no
 * such package: its Node worker provides it at run time, and so do we.
 */
export interface RpcTypedData {
  string?: string;
  json?: string;
  bytes?: Uint8Array;
  int?: number;
  double?: number;
  http?: RpcHttpData;
}

export interface RpcNullable<T> {
  value: T;
}

export interface RpcHttpCookie {
  name: string;
  value: string;
  domain?: RpcNullable<string>;
  path?: RpcNullable<string>;
  expires?: RpcNullable<{ seconds: number }>;
  secure?: RpcNullable<boolean>;
  httpOnly?: RpcNullable<boolean>;
  sameSite?: 'none' | 'lax' | 'strict' | 'explicitNone';
  maxAge?: RpcNullable<number>;
}

export interface RpcHttpData {
  method?: string;
  url?: string;
  statusCode?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  params?: Record<string, string>;
  nullableHeaders?: Record<string, RpcNullable<string>>;
  nullableQuery?: Record<string, RpcNullable<string>>;
  nullableParams?: Record<string, RpcNullable<string>>;
  body?: RpcTypedData | null;
  cookies?: RpcHttpCookie[];
}

export interface Binding {
  type: string;
  direction?: 'in' | 'out';
  name?: string;
  authLevel?: string;
  methods?: string[];
  route?: string;
  schedule?: string;
  runOnStartup?: boolean;
  useMonitor?: boolean;
  queueName?: string;
  connection?: string;
}

export interface FunctionMetadata {
  name: string;
  bindings: Record<string, Binding>;
  retryOptions?: unknown;
}

interface InvocationRequest {
  invocationId: string;
  inputData: { name: string; data: RpcTypedData }[];
  triggerMetadata: Record<string, RpcTypedData>;
  traceContext?: { traceParent?: string; traceState?: string };
}

export interface InvocationResponse {
  invocationId: string;
  returnValue?: RpcTypedData | null;
  outputData?: { name: string; data: RpcTypedData | null }[];
}

export type LogLevel = 'trace' | 'debug' | 'information' | 'warning' | 'error' | 'critical' | 'none';
export type FunctionCallback = (...args: unknown[]) => unknown;
export type HookName = 'appStart' | 'appTerminate' | 'preInvocation' | 'postInvocation' | 'log';
export type HookCallback = (context: Record<string, unknown>) => unknown;

export interface CoreInvocationContext {
  invocationId: string;
  metadata: FunctionMetadata;
  request: InvocationRequest;
  state?: 'preInvocationHooks' | 'invocation' | 'postInvocationHooks';
  log(level: LogLevel, category: string, message: string): void;
}

interface InvocationModel {
  getArguments(): Promise<{ context: unknown; inputs: unknown[] }>;
  invokeFunction(context: unknown, inputs: unknown[], handler: FunctionCallback): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<InvocationResponse>;
}

export interface ProgrammingModel {
  name: string;
  version: string;
  getInvocationModel(context: CoreInvocationContext): InvocationModel;
  getCapabilities?(capabilities: Record<string, string>): Promise<Record<string, string>>;
}

export interface RegisteredFunction {
  metadata: FunctionMetadata;
  callback: FunctionCallback;
}
