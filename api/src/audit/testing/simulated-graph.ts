import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';
import { type BatchAnswer, type GraphClient, GraphError, type GraphFailure } from '../../ports/graph.ts';
import { numberAt, objectsAt, textAt, valueAt } from '../facts/json-reader.ts';

async function accessToken(cloud: SimulatedCloud, tenantId: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '11111111-1111-1111-1111-111111111111',
    client_secret: 'secret',
    scope: 'https://graph.microsoft.com/.default',
  });
  const request = new Request(`https://login.microsoftonline.com/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body,
  });
  const answer: unknown = await (await cloud.handle(request)).json();
  const token = textAt(answer, 'access_token');
  if (token === null) throw new Error(`the simulator gave no token: ${JSON.stringify(answer)}`);
  return token;
}

function failureFrom(status: number, body: unknown): GraphFailure {
  const error = valueAt(body, 'error');
  return { status, code: textAt(error, 'code') ?? 'Unknown', message: textAt(error, 'message') ?? '' };
}

/** A Graph client over the simulator's handler, without retries: for tests of the collector. */
export async function simulatedGraph(
  cloud: SimulatedCloud,
  tenantId: string,
): Promise<GraphClient & { paths: string[] }> {
  const token = await accessToken(cloud, tenantId);
  const paths: string[] = [];
  let calls = 0;
  const send = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
    calls += 1;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await cloud.handle(new Request(`https://graph.microsoft.com${path}`, { ...init, headers }));
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
        const requests = some.map(({ path, ...item }) => ({
          ...item,
          method: 'GET',
          url: path.replace(/^\/v1\.0/, ''),
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
  return status < 400 ? { ok: true, body } : { ok: false, failure: failureFrom(status, body) };
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
