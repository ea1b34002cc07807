import { badRequest, errorBody, type GraphAnswer } from './graph-answer.ts';
import { type GraphHeaders, graphHeaders } from './graph-headers.ts';

/** Most requests in one $batch (learn.microsoft.com/graph/json-batching). */
const maxBatchRequests = 20;

export interface BatchItem extends GraphHeaders {
  id: string;
  method: string;
  url: string;
  body: unknown;
  dependsOn: string[];
}

function field(value: object, name: string): unknown {
  return Reflect.get(value, name);
}

/** Headers such as ConsistencyLevel belong into the item, not into the batch. */
function headersOf(item: object): GraphHeaders {
  const headers = field(item, 'headers');
  const said = Object.entries(typeof headers === 'object' && headers !== null ? headers : {});
  return graphHeaders((wanted) => {
    const found = said.find(([name]) => name.toLowerCase() === wanted);
    return found ? String(found[1]) : null;
  });
}

function parseItem(value: unknown): BatchItem {
  if (typeof value !== 'object' || value === null) throw badRequest('Invalid batch payload format.');
  const id = field(value, 'id');
  const method = field(value, 'method');
  const url = field(value, 'url');
  const dependsOn = field(value, 'dependsOn') ?? [];
  if (typeof id !== 'string' || typeof method !== 'string' || typeof url !== 'string' || !Array.isArray(dependsOn)) {
    throw badRequest('Invalid batch payload format.');
  }
  return {
    id,
    method: method.toUpperCase(),
    url,
    body: field(value, 'body'),
    ...headersOf(value),
    dependsOn: dependsOn.map(String),
  };
}

/** The requests of a $batch body; a malformed or too long one is a 400 for the whole. */
export function parseBatch(body: unknown): BatchItem[] {
  const requests = typeof body === 'object' && body !== null ? field(body, 'requests') : undefined;
  if (!Array.isArray(requests) || requests.length === 0) throw badRequest('Invalid batch payload format.');
  if (requests.length > maxBatchRequests) {
    throw badRequest(`Number of batch request steps exceeds the maximum value of ${maxBatchRequests}.`);
  }
  const items = requests.map(parseItem);
  if (new Set(items.map((item) => item.id)).size !== items.length)
    throw badRequest('Request Id duplicated in the batch.');
  return items;
}

function responseItem(id: string, answer: GraphAnswer): object {
  const text = typeof answer.body === 'string';
  const contentType = text
    ? 'text/plain'
    : 'application/json;odata.metadata=minimal;odata.streaming=true;charset=utf-8';
  return {
    id,
    status: answer.status,
    headers: { 'Cache-Control': 'no-cache', 'Content-Type': contentType, ...answer.headers },
    body: answer.body ?? null,
  };
}

/**
 * Answers each item on its own, so that one 429 leaves the others standing; an item whose `dependsOn` failed is 424.
 * `answer` gets the item with its url split into path and parameters.
 */
export async function answerBatch(
  items: BatchItem[],
  answer: (item: BatchItem, path: string, params: URLSearchParams) => Promise<GraphAnswer>,
  now: Date,
): Promise<GraphAnswer> {
  const responses: object[] = [];
  const failed = new Set<string>();
  for (const item of items) {
    const [path = '', search = ''] = item.url.split('?', 2);
    const result: GraphAnswer = item.dependsOn.some((id) => failed.has(id))
      ? { status: 424, body: errorBody('FailedDependency', 'A request that this one depends on failed.', item.id, now) }
      : await answer(item, `/v1.0${path.startsWith('/') ? '' : '/'}${path}`, new URLSearchParams(search));
    if (result.status >= 400) failed.add(item.id);
    responses.push(responseItem(item.id, result));
  }
  return { status: 200, body: { responses } };
}
