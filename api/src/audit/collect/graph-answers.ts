import { type BatchAnswer, type GraphClient, GraphError, type GraphFailure } from '../../ports/graph.ts';
import { isObject, type JsonObject, textAt, valueAt } from '../facts/json-reader.ts';

export type ListAnswer = { ok: true; items: JsonObject[] } | { ok: false; failure: GraphFailure };

/** What an exception says in the terms of Graph. Faults of our own program go on as exceptions. */
export function failureOf(error: unknown): GraphFailure {
  if (error instanceof GraphError) return error.failure;
  throw error;
}

export const noAnswer: BatchAnswer = {
  ok: false,
  failure: { status: 0, code: 'NoAnswer', message: 'The batch held no answer for this request.' },
};

export function badForm(what: string): GraphFailure {
  return { status: 200, code: 'UnexpectedAnswer', message: `The answer for ${what} did not have the documented form.` };
}

/**
 * Reads a list, and where Graph forgets in the middle where it was (400 `Directory_ExpiredPageToken`, seen on long lists:
 * msgraph-sdk-dotnet issue 2254), once more from its beginning. `read` starts with nothing each time.
 */
export async function readAnewWhereExpired<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GraphError && error.failure.code === 'Directory_ExpiredPageToken') return read();
    throw error;
  }
}

async function pagesFrom(graph: GraphClient, path: string): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  for await (const page of graph.pages(path)) items.push(...page.filter(isObject));
  return items;
}

/** Every object of a list. @throws GraphError */
export const allItems = (graph: GraphClient, path: string): Promise<JsonObject[]> =>
  readAnewWhereExpired(() => pagesFrom(graph, path));

/**
 * The whole list that begins with a batch answer to `path`: further pages are followed, unless the first alone is wanted. An
 * object with an id in place of `value` is a list of one.
 */
export async function wholeList(
  graph: GraphClient,
  what: string,
  answer: BatchAnswer,
  { path, firstPageOnly = false }: { path: string; firstPageOnly?: boolean },
): Promise<ListAnswer> {
  if (!answer.ok) return answer;
  const first = valueAt(answer.body, 'value');
  if (!Array.isArray(first))
    return isObject(answer.body) && 'id' in answer.body
      ? { ok: true, items: [answer.body] }
      : { ok: false, failure: badForm(what) };
  const items = first.filter(isObject);
  const next = textAt(answer.body, '@odata.nextLink');
  if (next === null || firstPageOnly) return { ok: true, items };
  let rest = async () => [...items, ...(await pagesFrom(graph, next))];
  try {
    const whole = await readAnewWhereExpired(() => {
      const read = rest();
      rest = () => pagesFrom(graph, path);
      return read;
    });
    return { ok: true, items: whole };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

type Reducer<T> = { add(page: readonly unknown[]): void; finish(): T };

/** Feeds every page into a new reducer; memory stays at one page. @throws GraphError */
export async function reduced<T>(
  graph: GraphClient,
  path: string,
  reducerOf: () => Reducer<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return readAnewWhereExpired(async () => {
    const reducer = reducerOf();
    for await (const page of graph.pages(path)) {
      signal?.throwIfAborted();
      reducer.add(page);
    }
    return reducer.finish();
  });
}
