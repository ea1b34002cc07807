import { Client, type Context, type GraphRequest, type Middleware } from '@microsoft/microsoft-graph-client';
import {
  type BatchAnswer,
  type BatchItem,
  GraphError,
  type GraphPage,
  type ResumableGraph,
} from '../../ports/graph.ts';
import type { AppTokens } from './app-tokens.ts';
import { batchAnswer, failureOf } from './graph-failures.ts';
import { type GraphRateLimiter, pause, unlimited } from './graph-rate-limiter.ts';
import { defaultRetry, isTransient, type RetrySettings, retryDelayMs } from './retry.ts';
import { tokenFailure } from './token-failures.ts';
import type { Upstream } from './upstream.ts';

const graphOrigin = 'https://graph.microsoft.com';
/** JSON batching, Microsoft Graph: at most 20 requests. */
const maxBatch = 20;
const requestTimeoutMs = 60_000;
const defaultMaxWaitMs = 60_000;

/** `link`: the path of the next page, where there is one. */
type Page = { items: unknown[]; link: string | undefined };

type Options = {
  tokens: AppTokens;
  upstream: Upstream;
  retry?: RetrySettings;
  rateLimiter?: GraphRateLimiter;
  /** How long a request may wait for its turn. */
  maxWaitMs?: number;
  signal?: AbortSignal | undefined;
};

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

/** Microsoft Graph for one tenant over Microsoft's SDK, with app-only tokens. */
export function createGraphClient(options: Options): ResumableGraph {
  const {
    tokens,
    upstream,
    retry = defaultRetry,
    rateLimiter = unlimited,
    maxWaitMs = defaultMaxWaitMs,
    signal,
  } = options;
  let calls = 0;

  const transport: Middleware = {
    async execute(context: Context) {
      calls += 1;
      const request = new Request(context.request, {
        ...(context.options as RequestInit),
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      context.response = await upstream.fetch(request);
    },
  };
  const sdk = Client.initWithMiddleware({ middleware: transport, defaultVersion: '', baseUrl: graphOrigin });

  /**
   * Runs until it succeeds, fails for good, or was tried often enough.
   * @param limited the paths whose limits count: the path itself, or those in a $batch
   */
  async function persistently(
    path: string,
    limited: readonly string[],
    send: (request: GraphRequest) => Promise<unknown>,
  ): Promise<unknown> {
    let skipCache = false;
    let refreshed = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const token = await tokens.get({ skipCache }).catch((error: unknown) => {
          throw tokenFailure(error);
        });
        skipCache = false;
        await rateLimiter.wait(limited, { maxWaitMs, signal });
        const request = sdk.api(`${graphOrigin}${path}`).header('authorization', `Bearer ${token}`);
        // Background work gives way to people (Microsoft Graph, throttling: request priority).
        return await send(request.header('x-ms-throttle-priority', 'low'));
      } catch (error) {
        signal?.throwIfAborted();
        const failure = failureOf(error);
        if (failure.status === 401 && failure.code === 'InvalidAuthenticationToken' && !refreshed) {
          refreshed = true;
          skipCache = true;
          continue;
        }
        if (!isTransient(failure) || attempt >= retry.maxAttempts) throw new GraphError(failure);
        await pause(retryDelayMs(failure, attempt, retry, Math.random()), signal);
      }
    }
  }

  const get = (path: string): Promise<unknown> => persistently(path, [path], (request) => request.get());

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
    const limited = items.map(({ path }) => path);
    const body = bodyObject(await persistently(`${version}/$batch`, limited, (request) => request.post({ requests })));
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
      await pause(
        Math.max(...failures.map(({ failure }) => retryDelayMs(failure, attempt, retry, Math.random()))),
        signal,
      );
    }
    return answers;
  }

  /** In parts of 20 at most, in which no two share a limit of one at a time. */
  function partsOf(items: readonly BatchItem[]): BatchItem[][] {
    const parts: BatchItem[][] = [];
    for (const item of items) {
      const fits = (part: BatchItem[]) =>
        part.length < maxBatch && part.every(({ path }) => rateLimiter.mayShare(path, item.path));
      const part = parts.find(fits);
      if (part) part.push(item);
      else parts.push([item]);
    }
    return parts;
  }

  return {
    get,
    async page(path): Promise<GraphPage> {
      const { items, link } = await readPage(path);
      return { items, next: link ?? null };
    },
    freeRequests: (path) => rateLimiter.free(path),
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
      for (const part of partsOf(items)) {
        try {
          for (const [id, answer] of await batchPart(part)) answers.set(id, answer);
        } catch (error) {
          signal?.throwIfAborted();
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
