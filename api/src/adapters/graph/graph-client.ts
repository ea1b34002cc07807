import { setTimeout as wait } from 'node:timers/promises';
import {
  Client,
  type Context,
  type GraphRequest,
  type Middleware,
  GraphError as SdkError,
} from '@microsoft/microsoft-graph-client';
import {
  type BatchAnswer,
  type BatchItem,
  type GraphClient,
  GraphError,
  type GraphFailure,
} from '../../ports/graph.ts';
import type { AppTokens } from './app-tokens.ts';
import type { FarEnd } from './far-end.ts';
import { defaultRetry, isTransient, type RetrySettings, retryDelayMs } from './retry.ts';

const graphOrigin = 'https://graph.microsoft.com';
/** JSON batching, Microsoft Graph: at most 20 requests. */
const maxBatch = 20;
const requestTimeoutMs = 60_000;

/** `link`: the path of the next page, where there is one. */
type Page = { items: unknown[]; link: string | undefined };

type Options = { tokens: AppTokens; farEnd: FarEnd; retry?: RetrySettings };

function seconds(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const value = Number(header);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

function failureOf(error: unknown): GraphFailure {
  if (error instanceof GraphError) return error.failure;
  // The SDK also wraps a body that broke off, under the status 200 that it began with: that is no answer.
  if (error instanceof SdkError && error.statusCode >= 400) {
    const retryAfterSeconds = seconds(error.headers?.get('retry-after'));
    return {
      status: error.statusCode,
      code: error.code ?? 'Unknown',
      message: error.message,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
  if (error instanceof Error) {
    const cause = error.cause instanceof Error ? error.cause : error;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    return { status: 0, code, message: cause.message };
  }
  return { status: 0, code: 'Unknown', message: String(error) };
}

/** MSAL's refusals are final for this run: trying again with the same secret changes nothing. */
function tokenFailure(error: unknown): GraphError {
  const isRefusal = error instanceof Error && 'errorCode' in error && typeof error.errorCode === 'string';
  if (!isRefusal) return new GraphError(failureOf(error));
  return new GraphError({ status: 401, code: String(error.errorCode), message: error.message });
}

/** A link that Graph gave out, as a path; another host is never called with our token. @throws GraphError */
function pathOfLink(link: string): string {
  const url = new URL(link, graphOrigin);
  if (url.origin !== graphOrigin) {
    throw new GraphError({ status: 502, code: 'ForeignNextLink', message: `Graph gave out a link to ${url.host}` });
  }
  return `${url.pathname}${url.search}`;
}

function bodyObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new GraphError({
    status: 0,
    code: 'UnexpectedBody',
    message: 'Graph answered with something that is no object',
  });
}

function batchAnswer(response: Record<string, unknown>): BatchAnswer {
  const status = Number(response.status);
  if (status >= 200 && status < 300) return { ok: true, body: response.body };
  const body = (response.body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  const headers = (response.headers ?? {}) as Record<string, unknown>;
  const retryAfter = Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const retryAfterSeconds = seconds(typeof retryAfter === 'string' ? retryAfter : undefined);
  return {
    ok: false,
    failure: {
      status,
      code: typeof body.error?.code === 'string' ? body.error.code : 'Unknown',
      message: typeof body.error?.message === 'string' ? body.error.message : `Status ${status} without a message`,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  };
}

/** Microsoft Graph for one tenant over Microsoft's SDK, with app-only tokens. */
export function createGraphClient({ tokens, farEnd, retry = defaultRetry }: Options): GraphClient {
  let calls = 0;

  const transport: Middleware = {
    async execute(context: Context) {
      calls += 1;
      const request = new Request(context.request, {
        ...(context.options as RequestInit),
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      context.response = await farEnd.fetch(request);
    },
  };
  const sdk = Client.initWithMiddleware({ middleware: transport, defaultVersion: '', baseUrl: graphOrigin });

  /** Runs until it succeeds, fails for good, or was tried often enough. */
  async function persistently(path: string, send: (request: GraphRequest) => Promise<unknown>): Promise<unknown> {
    let skipCache = false;
    let refreshed = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const token = await tokens.get({ skipCache }).catch((error: unknown) => {
          throw tokenFailure(error);
        });
        skipCache = false;
        const request = sdk.api(`${graphOrigin}${path}`).header('authorization', `Bearer ${token}`);
        // Background work gives way to people (Microsoft Graph, throttling: request priority).
        return await send(request.header('x-ms-throttle-priority', 'low'));
      } catch (error) {
        const failure = failureOf(error);
        if (failure.status === 401 && failure.code === 'InvalidAuthenticationToken' && !refreshed) {
          refreshed = true;
          skipCache = true;
          continue;
        }
        if (!isTransient(failure) || attempt >= retry.maxAttempts) throw new GraphError(failure);
        await wait(retryDelayMs(failure, attempt, retry, Math.random()));
      }
    }
  }

  const get = (path: string): Promise<unknown> => persistently(path, (request) => request.get());

  async function readPage(path: string): Promise<Page> {
    const page = bodyObject(await get(path));
    if (!Array.isArray(page.value)) {
      throw new GraphError({ status: 0, code: 'UnexpectedBody', message: 'Graph answered with a page without values' });
    }
    const link = page['@odata.nextLink'];
    return { items: page.value, link: typeof link === 'string' ? pathOfLink(link) : undefined };
  }

  async function sendBatch(items: readonly BatchItem[]): Promise<Map<string, BatchAnswer>> {
    const version = items[0]?.path.startsWith('/beta/') ? '/beta' : '/v1.0';
    const requests = items.map(({ id, path, headers }) => ({
      id,
      method: 'GET',
      url: path.slice(version.length),
      ...(headers ? { headers } : {}),
    }));
    const body = bodyObject(await persistently(`${version}/$batch`, (request) => request.post({ requests })));
    const responses = Array.isArray(body.responses) ? body.responses : [];
    const answers = new Map<string, BatchAnswer>();
    for (const response of responses.map(bodyObject)) answers.set(String(response.id), batchAnswer(response));
    for (const { id } of items) {
      const missing = {
        status: 0,
        code: 'NoAnswerInBatch',
        message: 'Graph left this request of the batch unanswered',
      };
      if (!answers.has(id)) answers.set(id, { ok: false, failure: missing });
    }
    return answers;
  }

  /** Each item is throttled and answered on its own, so the transient ones alone are sent again. */
  async function batchPart(items: readonly BatchItem[]): Promise<Map<string, BatchAnswer>> {
    const answers = new Map<string, BatchAnswer>();
    let left = items;
    for (let attempt = 1; left.length > 0; attempt += 1) {
      for (const [id, answer] of await sendBatch(left)) answers.set(id, answer);
      const failures = left.flatMap((item) => {
        const answer = answers.get(item.id);
        return answer && !answer.ok && isTransient(answer.failure) ? [{ item, failure: answer.failure }] : [];
      });
      if (failures.length === 0 || attempt >= retry.maxAttempts) break;
      left = failures.map(({ item }) => item);
      await wait(Math.max(...failures.map(({ failure }) => retryDelayMs(failure, attempt, retry, Math.random()))));
    }
    return answers;
  }

  return {
    get,
    async *pages(path) {
      let next: Promise<Page> | undefined = readPage(path);
      while (next) {
        const page: Page = await next;
        // The next page is on its way while this one is worked on: requests still come one after another.
        next = page.link === undefined ? undefined : readPage(page.link);
        // Whether it failed is found out when it is awaited, or nobody wants to know any more.
        next?.catch(() => undefined);
        yield page.items;
        // This generator holds the page until the next one comes; emptied, its objects die young (see docs/benchmarks.md).
        page.items.length = 0;
      }
    },
    async batch(items) {
      const answers = new Map<string, BatchAnswer>();
      for (let from = 0; from < items.length; from += maxBatch) {
        const part = items.slice(from, from + maxBatch);
        try {
          for (const [id, answer] of await batchPart(part)) answers.set(id, answer);
        } catch (error) {
          const failure = failureOf(error);
          for (const { id } of part) answers.set(id, { ok: false, failure });
        }
      }
      return answers;
    },
    get calls() {
      return calls;
    },
  };
}
