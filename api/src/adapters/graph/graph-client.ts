import type { GraphRequest } from '@microsoft/microsoft-graph-client';
import { GraphError, type GraphPage, type ResumableGraph } from '../../ports/graph.ts';
import { afterPage, listBegin } from '../../ports/list-course.ts';
import { readBatch } from './graph-batch.ts';
import {
  bodyObject,
  type ConnectionOptions,
  type GraphConnection,
  huntingPath,
  openGraphConnection,
  sendPersistently,
} from './graph-connection.ts';
import { pathOfLink } from './graph-links.ts';
import { tokenFailure } from './token-failures.ts';
import { permissionsOfToken } from './token-roles.ts';

/** `link`: the path of the next page, where there is one. */
type Page = { items: unknown[]; link: string | undefined };

const read = (connection: GraphConnection, path: string): Promise<unknown> =>
  sendPersistently(connection, path, [path], (request) => request.get());

/** Each try of a query costs a part of what Microsoft grants the tenant in a quarter of an hour. */
const huntingAttempts = 3;

/** To this path alone, whatever the query: nothing else is posted for those who only read. */
async function runHuntingQuery(connection: GraphConnection, query: string): Promise<readonly unknown[]> {
  const post = (request: GraphRequest) => request.post({ Query: query });
  const retry = { ...connection.retry, maxAttempts: Math.min(connection.retry.maxAttempts, huntingAttempts) };
  const { results } = bodyObject(await sendPersistently(connection, huntingPath, [huntingPath], post, retry));
  if (Array.isArray(results)) return results;
  throw new GraphError({ status: 0, code: 'UnexpectedBody', message: 'Graph answered a query without results' });
}

const evaluatePath = '/v1.0/identity/conditionalAccess/evaluate';

/** Tried once: whoever asks counts the calls, and goes on without an answer. */
async function evaluateSignIn(connection: GraphConnection, question: object): Promise<readonly unknown[]> {
  const post = (request: GraphRequest) => request.post(question);
  const retry = { ...connection.retry, maxAttempts: 1 };
  const { value } = bodyObject(await sendPersistently(connection, evaluatePath, [evaluatePath], post, retry));
  if (Array.isArray(value)) return value;
  throw new GraphError({ status: 0, code: 'UnexpectedBody', message: 'Graph answered a sign-in without policies' });
}

async function readPage(connection: GraphConnection, path: string): Promise<Page> {
  const page = bodyObject(await read(connection, path));
  if (!Array.isArray(page.value)) {
    throw new GraphError({ status: 0, code: 'UnexpectedBody', message: 'Graph answered with a page without values' });
  }
  connection.watch.page?.(path, page.value.length);
  const link = page['@odata.nextLink'];
  return { items: page.value, link: typeof link === 'string' ? pathOfLink(link, connection) : undefined };
}

async function* readPages(connection: GraphConnection, path: string): AsyncGenerator<readonly unknown[]> {
  let next: Promise<Page> | undefined = readPage(connection, path);
  let course = listBegin;
  while (next) {
    const page: Page = await next;
    course = afterPage(course, page.items, page.link ?? null);
    // The next page is on its way while this one is worked on: requests still come one after another.
    next = page.link === undefined ? undefined : readPage(connection, page.link);
    // Whether it failed is found out when it is awaited, or nobody wants to know any more.
    next?.catch(() => undefined);
    yield page.items;
    // This generator holds the page until the next one comes; emptied, its objects die young (see docs/benchmarks.md).
    page.items.length = 0;
  }
}

/** Microsoft Graph for one tenant over Microsoft's SDK. */
export function createGraphClient(options: ConnectionOptions): ResumableGraph {
  const connection = openGraphConnection(options);
  return {
    get: (path) => read(connection, path),
    async page(path): Promise<GraphPage> {
      const { items, link } = await readPage(connection, path);
      return { items, next: link ?? null };
    },
    pages: (path) => readPages(connection, path),
    batch: (items) => readBatch(connection, items),
    hunt: (query) => runHuntingQuery(connection, query),
    evaluateSignIn: (question) => evaluateSignIn(connection, question),
    async permissions() {
      const token = await connection.tokens.get({ skipCache: false }).catch((error: unknown) => {
        throw tokenFailure(error);
      });
      return permissionsOfToken(token);
    },
    freeRequests: (path) => connection.rateLimiter.free(path),
    get calls() {
      return connection.calls;
    },
  };
}
