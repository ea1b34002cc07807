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

function relative(link: string): string {
  return link.replace(/^https?:\/\/[^/]+/i, '');
}

/**
 * The whole list that begins with a batch answer: further pages are followed, unless the first alone is wanted. An object
 * with an id in place of `value` is a list of one.
 */
export async function wholeList(
  graph: GraphClient,
  what: string,
  answer: BatchAnswer,
  firstPageOnly = false,
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
  try {
    for await (const page of graph.pages(relative(next))) items.push(...page.filter(isObject));
    return { ok: true, items };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** Feeds every page into a reducer; memory stays at one page. @throws GraphError */
export async function reduced<T>(
  graph: GraphClient,
  path: string,
  reducer: { add(page: readonly unknown[]): void; finish(): T },
  signal: AbortSignal | undefined,
): Promise<T> {
  for await (const page of graph.pages(path)) {
    signal?.throwIfAborted();
    reducer.add(page);
  }
  return reducer.finish();
}
