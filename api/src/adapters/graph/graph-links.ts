import { GraphError } from '../../ports/graph.ts';
import type { GraphConnection } from './graph-connection.ts';

/** An address that Graph gave out, as a path; another host is never called with our token. @throws GraphError */
export function pathOfLink(link: string, { cloud: { graphOrigin } }: Pick<GraphConnection, 'cloud'>): string {
  const url = URL.parse(link, graphOrigin);
  if (url === null) {
    throw new GraphError({ status: 502, code: 'BadLink', message: 'Graph gave out a link that is no address.' });
  }
  if (url.origin !== graphOrigin) {
    throw new GraphError({ status: 502, code: 'ForeignNextLink', message: `Graph gave out a link to ${url.host}` });
  }
  return `${url.pathname}${url.search}`;
}
