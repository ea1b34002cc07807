import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { clouds, type MicrosoftCloud } from '../../adapters/graph/clouds.ts';
import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';
import { type BatchAnswer, type GraphClient, GraphError, type GraphFailure } from '../../ports/graph.ts';
import { numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from '../facts/json-reader.ts';

type Hosts = Pick<MicrosoftCloud, 'loginOrigin' | 'graphOrigin'>;

async function accessToken(cloud: SimulatedCloud, tenantId: string, hosts: Hosts): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '11111111-1111-1111-1111-111111111111',
    client_secret: 'secret',
    scope: `${hosts.graphOrigin}/.default`,
  });
  const request = new Request(`${hosts.loginOrigin}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body,
  });
  const answer: unknown = await (await cloud.handle(request)).json();
  const token = textAt(answer, 'access_token');
  if (token === null) throw new Error(`the simulator gave no token: ${JSON.stringify(answer)}`);
  return token;
}

/** As the adapter asks (adapters/graph/graph-connection.ts). */
const preferred = { prefer: 'include-unknown-enum-members' };

function failureFrom(status: number, body: unknown): GraphFailure {
  const error = valueAt(body, 'error');
  return { status, code: textAt(error, 'code') ?? 'Unknown', message: textAt(error, 'message') ?? '' };
}

/** A Graph client over the simulator's handler, without retries: for tests of the collector. `hosts`: of Microsoft's cloud that is asked. */
export async function simulatedGraph(
  cloud: SimulatedCloud,
  tenantId: string,
  hosts: Hosts = clouds.commercial,
): Promise<GraphClient & { paths: string[] }> {
  const token = await accessToken(cloud, tenantId, hosts);
  const paths: string[] = [];
  let calls = 0;
  const send = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
    calls += 1;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...preferred };
    const answer = await cloud.handle(new Request(`${hosts.graphOrigin}${path}`, { ...init, headers }));
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  const get = async (path: string): Promise<unknown> => {
    paths.push(path);
    const { status, body } = await send(path);
    if (status >= 400) throw new GraphError(failureFrom(status, body));
    return body;
  };
  return {
    paths,
    get calls() {
      return calls;
    },
    get,
    async permissions() {
      const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
      return new Set(textsAt(claims, 'roles'));
    },
    async *pages(path) {
      let next: string | null = path;
      while (next !== null) {
        const body: unknown = await get(next);
        const items = valueAt(body, 'value');
        if (!Array.isArray(items)) throw new GraphError({ status: 200, code: 'NoList', message: path });
        yield items;
        next = textAt(body, '@odata.nextLink')?.replace(/^https:\/\/[^/]+/, '') ?? null;
      }
    },
    async hunt(query) {
      paths.push('/v1.0/security/runHuntingQuery');
      const post = { method: 'POST', body: JSON.stringify({ Query: query }) };
      const { status, body } = await send('/v1.0/security/runHuntingQuery', post);
      if (status >= 400) throw new GraphError(failureFrom(status, body));
      return objectsAt(body, 'results');
    },
    async batch(items) {
      const answers = new Map<string, BatchAnswer>();
      for (let start = 0; start < items.length; start += 20) {
        const some = items.slice(start, start + 20);
        const requests = some.map(({ path, headers, ...item }) => ({
          ...item,
          method: 'GET',
          url: path.replace(/^\/v1\.0/, ''),
          headers: { ...preferred, ...headers },
        }));
        paths.push(...some.map(({ path }) => path));
        const { status, body } = await send('/v1.0/$batch', { method: 'POST', body: JSON.stringify({ requests }) });
        if (status >= 400) throw new GraphError(failureFrom(status, body));
        for (const response of objectsAt(body, 'responses'))
          answers.set(textAt(response, 'id') ?? '', batchAnswer(response));
      }
      return answers;
    },
  };
}

function batchAnswer(response: unknown): BatchAnswer {
  const status = numberAt(response, 'status') ?? 0;
  const body = valueAt(response, 'body');
  if (status >= 400) return { ok: false, failure: failureFrom(status, body) };
  const next = textAt(body, '@odata.nextLink')?.replace(/^https:\/\/[^/]+/, '');
  return { ok: true, body: next === undefined ? body : { ...objectAt(body), '@odata.nextLink': next } };
}

/** The simulator's zones as a resolver. */
export function simulatedDns(cloud: SimulatedCloud): DnsResolver {
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      const { status, values } = await cloud.dns.resolve(name, type);
      return status === 'ok' ? { status, values: values as unknown as DnsValue<T>[] } : { status };
    },
  };
}
