import { badRequest, type GraphAnswer } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import { nextLink, pagePosition, pageToken, selectFields } from './graph-query.ts';
import { type ODataFilter, parseODataFilter } from './odata-filter.ts';

/** A list whose items are made one by one when their page is asked for. */
export interface ItemSource {
  /** Name in @odata.context. */
  context: string;
  /** Number of positions; an item may be missing at a position unless `dense`. */
  size: number;
  dense?: boolean;
  defaultPage: number;
  maxPage: number;
  /** What happens to a larger $top: the directory refuses it, other services cut it. */
  overMax: 'refuse' | 'cut';
  /** Properties to send; null: all. */
  fields: string[] | null;
  /** Whether the items have such a property: a filter on another one is refused, never answered with nothing. */
  knows(field: string): boolean;
  /** The item, or null where the list has none here. `fields` null: all of them. */
  at(position: number, fields: string[] | null): object | null;
}

/**
 * Positions looked at for one page. A filter that fits few of 100,000 users would hold the process for long; Graph
 * too answers such calls with short or empty pages and a nextLink.
 */
const maxPositionsPerPage = 25_000;

function pageSize(call: GraphCall, source: Pick<ItemSource, 'defaultPage' | 'maxPage' | 'overMax'>): number {
  const top = call.query.top ?? source.defaultPage;
  if (top <= source.maxPage) return top;
  if (source.overMax === 'cut') return source.maxPage;
  throw badRequest(`Invalid page size specified: '${top}'. Must be between 1 and ${source.maxPage} inclusive.`);
}

function parseFilter(call: GraphCall, source: ItemSource): ODataFilter | null {
  if (call.query.search !== null) throw badRequest('$search is not supported by the simulator.');
  if (call.query.filter === null) return null;
  const filter = parseODataFilter(call.query.filter);
  const unknown = filter.fields.find((field) => !source.knows(field));
  if (unknown) throw badRequest(`Could not find a property named '${unknown}' to filter by.`);
  return filter;
}

/** How many items the list holds under the call's filter. */
export function countItems(call: GraphCall, source: ItemSource): number {
  const filter = parseFilter(call, source);
  if (!filter && source.dense) return source.size;
  let count = 0;
  for (let position = 0; position < source.size; position++) {
    const item = source.at(position, filter?.fields ?? ['id']);
    if (item && (!filter || filter.matches(item))) count++;
  }
  return count;
}

/** One page, with @odata.nextLink where more may follow. */
export function answerPage(call: GraphCall, source: ItemSource): GraphAnswer {
  const { query, directory, path } = call;
  const filter = parseFilter(call, source);
  if (query.orderby !== null) throw badRequest('$orderby is not supported by the simulator here.');
  const size = pageSize(call, source);
  const start = query.skipToken === null ? 0 : pagePosition(directory.key, path, query.skipToken);
  const sent = source.fields;
  const fields = sent && filter ? [...new Set([...sent, ...filter.fields])] : sent;
  const value: object[] = [];
  let position = start;
  const end = Math.min(source.size, start + maxPositionsPerPage);
  for (; position < end && value.length < size; position++) {
    const item = source.at(position, fields);
    if (item === null || (filter && !filter.matches(item))) continue;
    value.push(filter ? selectFields(item, sent) : item);
  }
  const body: Record<string, unknown> = { '@odata.context': `${call.baseUrl}/v1.0/$metadata#${source.context}` };
  if (query.count && query.skipToken === null) body['@odata.count'] = countItems(call, source);
  if (position < source.size) {
    body['@odata.nextLink'] = nextLink(call.baseUrl, path, call.params, pageToken(directory.key, path, position));
  }
  body.value = value;
  return { status: 200, body };
}

type Paging = Partial<Pick<ItemSource, 'defaultPage' | 'maxPage' | 'overMax'>>;

function ordered(items: object[], orderby: string): object[] {
  const [field = '', direction = 'asc'] = orderby.trim().split(/\s+/);
  const sign = direction === 'desc' ? -1 : 1;
  const text = (item: object) => String(Reflect.get(item, field) ?? '');
  return [...items].sort((a, b) => sign * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

/** One page of a short list that exists as a whole; these may be ordered by one property. */
export function answerList(call: GraphCall, context: string, items: object[], paging: Paging = {}): GraphAnswer {
  const { orderby } = call.query;
  const list = orderby === null ? items : ordered(items, orderby);
  return answerPage(orderby === null ? call : { ...call, query: { ...call.query, orderby: null } }, {
    context,
    size: list.length,
    defaultPage: paging.defaultPage ?? 100,
    maxPage: paging.maxPage ?? 999,
    overMax: paging.overMax ?? 'cut',
    dense: true,
    fields: call.query.select,
    knows: (field) => list.length === 0 || list.some((item) => field in item),
    at: (position, fields) => selectFields(list[position] ?? {}, fields),
  });
}

/** A single object. */
export function answerObject(call: GraphCall, context: string, item: object): GraphAnswer {
  const body = {
    '@odata.context': `${call.baseUrl}/v1.0/$metadata#${context}`,
    ...selectFields(item, call.query.select),
  };
  return { status: 200, body };
}
