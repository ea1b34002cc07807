import type { SimulatedCloud } from '../simulated-cloud.ts';

const graphOrigin = 'https://graph.microsoft.com';

export interface GraphReply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; null where it is not a JSON object. */
  body: Record<string, unknown> | null;
}

/** A signed-in caller of one tenant of the cloud: for tests and for trying things out. */
export interface GraphSession {
  token: string;
  /** `path` below /v1.0 (`/users?$top=5`), or a whole nextLink. */
  get(path: string, headers?: Record<string, string>): Promise<GraphReply>;
  post(path: string, body: unknown): Promise<GraphReply>;
  /** Follows nextLink to the end, one page at a time. Throws where a page is not a 200. */
  pages(path: string): AsyncGenerator<Record<string, unknown>[]>;
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

async function readReply(response: Response): Promise<GraphReply> {
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, text, body: json ? asObject(JSON.parse(text)) : null };
}

/** Asks the cloud's token endpoint; the reply is Entra's, good or bad. */
export async function requestToken(
  cloud: SimulatedCloud,
  tenant: string,
  overrides: Record<string, string> = {},
): Promise<GraphReply> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '11111111-2222-4333-8444-555555555555',
    client_secret: 'demo',
    scope: `${graphOrigin}/.default`,
    ...overrides,
  });
  const url = `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`;
  return readReply(await cloud.handle(new Request(url, { method: 'POST', body })));
}

/** Items of a list answer. */
export function listOf(reply: Pick<GraphReply, 'body'>): Record<string, unknown>[] {
  const value = reply.body?.value;
  if (!Array.isArray(value)) throw new TypeError('the reply is not a list');
  return value.map((item) => asObject(item) ?? {});
}

export async function openGraphSession(cloud: SimulatedCloud, tenantId: string): Promise<GraphSession> {
  return graphSession(cloud, String((await requestToken(cloud, tenantId)).body?.access_token));
}

/** The session of whoever has this token. */
export function graphSession(cloud: SimulatedCloud, token: string): GraphSession {
  const urlOf = (path: string) => (path.startsWith('https://') ? path : `${graphOrigin}/v1.0${path}`);
  const authorization = `Bearer ${token}`;
  const session: GraphSession = {
    token,
    async get(path, headers = {}) {
      return readReply(await cloud.handle(new Request(urlOf(path), { headers: { authorization, ...headers } })));
    },
    async post(path, body) {
      const init = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) };
      return readReply(await cloud.handle(new Request(urlOf(path), init)));
    },
    async *pages(path) {
      let next: string | null = path;
      while (next !== null) {
        const reply: GraphReply = await session.get(next);
        if (reply.status !== 200) throw new Error(`GET ${next} answered ${reply.status}`);
        yield listOf(reply);
        const link: unknown = reply.body?.['@odata.nextLink'];
        next = typeof link === 'string' ? link : null;
      }
    },
  };
  return session;
}
