import type { RegisteredFunction } from './core-types.ts';
import { matchTemplate, parseTemplate, precedence, type Segment } from './route-template.ts';
import { triggerOf } from './triggers.ts';

export interface HttpRoute {
  fn: RegisteredFunction;
  methods: string[];
  segments: Segment[];
  anonymous: boolean;
}

export interface RouteMatch {
  route: HttpRoute;
  params: Record<string, string>;
}

/** The route of an HTTP function: its own, or its name when it has none. Without the prefix, without outer slashes. */
export function routeOf(fn: RegisteredFunction): string {
  const route = triggerOf(fn).binding.route ?? '';
  return (route.trim() === '' ? fn.metadata.name : route).replace(/^\/+|\/+$/g, '');
}

/** The HTTP functions as a table in the order in which they are tried. */
export function buildRoutes(functions: readonly RegisteredFunction[], routePrefix: string): HttpRoute[] {
  return functions
    .filter((fn) => triggerOf(fn).kind === 'http')
    .map((fn) => {
      const { binding } = triggerOf(fn);
      return {
        fn,
        methods: (binding.methods ?? []).map((method) => method.toUpperCase()),
        segments: parseTemplate(`${routePrefix}/${routeOf(fn)}`),
        anonymous: (binding.authLevel ?? 'function').toLowerCase() === 'anonymous',
      };
    })
    .sort((a, b) => precedence(a.segments).localeCompare(precedence(b.segments)));
}

/**
 * Finds the function for a request. A route that fits the path but not the method does not end the search: where no
 * route takes both, the answer is undefined (404), never 405, as on Azure.
 * @param path the path of the URL, still percent-encoded
 * @throws URIError when the path is not valid percent-encoding
 */
export function findRoute(routes: readonly HttpRoute[], method: string, path: string): RouteMatch | undefined {
  const parts = splitPath(path);
  for (const route of routes) {
    if (!route.methods.includes(method.toUpperCase())) continue;
    const params = matchTemplate(route.segments, parts);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

/** One trailing slash does not count; an encoded slash stays encoded, as Kestrel leaves it. */
function splitPath(path: string): string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  if (trimmed === '') return [];
  return trimmed.split('/').map((part) => decoded(part.replace(/%2f/gi, '%252F')));
}

/** Bytes that are no UTF-8 become U+FFFD, which no parameter takes: the function says what is wrong with it. */
function decoded(part: string): string {
  if (/%(?![0-9a-f]{2})/i.test(part)) throw new URIError('The path is no percent-encoding');
  return part.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));
}
