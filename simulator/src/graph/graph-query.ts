import { hash32, keyOfText } from '../counter-hash.ts';
import { badRequest } from './graph-answer.ts';

/** The OData options of one call. */
export interface GraphQuery {
  top: number | null;
  select: string[] | null;
  filter: string | null;
  orderby: string | null;
  expand: string | null;
  count: boolean;
  skipToken: string | null;
  search: string | null;
}

export function parseGraphQuery(params: URLSearchParams): GraphQuery {
  const option = (name: string) => params.get(`$${name}`) ?? params.get(name);
  const top = option('top');
  if (top !== null && !/^[1-9]\d{0,8}$/.test(top))
    throw badRequest(`Invalid value '${top}' for $top query option found.`);
  return {
    top: top === null ? null : Number(top),
    select:
      option('select')
        ?.split(',')
        .map((field) => field.trim())
        .filter((field) => field !== '') ?? null,
    filter: option('filter'),
    orderby: option('orderby'),
    expand: option('expand'),
    count: option('count') === 'true',
    skipToken: option('skiptoken'),
    search: option('search'),
  };
}

/** An opaque page token: position with a check figure so that it holds for one tenant and path only. */
export function pageToken(key: number, path: string, position: number): string {
  return `${position.toString(36)}.${hash32(key ^ keyOfText(path), position, 91).toString(36)}`;
}

export function pagePosition(key: number, path: string, token: string): number {
  const position = Number.parseInt(token.split('.')[0] ?? '', 36);
  if (!Number.isSafeInteger(position) || position < 0 || pageToken(key, path, position) !== token) {
    throw badRequest('Skip token is not valid.');
  }
  return position;
}

/** The same call at another position; `$` stays readable as in Graph's own links. */
export function nextLink(baseUrl: string, path: string, params: URLSearchParams, token: string): string {
  const parts: string[] = [];
  for (const [name, value] of params) {
    if (name !== '$skiptoken' && name !== 'skiptoken') parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  parts.push(`$skiptoken=${token}`);
  return `${baseUrl}${path}?${parts.join('&')}`;
}

/** The selected properties of an object; @odata annotations stay. */
export function selectFields(item: object, fields: string[] | null): object {
  if (!fields) return item;
  const wanted = new Set(fields);
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name) || name.startsWith('@odata')));
}
