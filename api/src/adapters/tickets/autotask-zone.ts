import * as z from 'zod/mini';
import type { TicketAnswer, TicketSystemAccess } from '../../ports/ticket-system.ts';
import { andThen, askTickets, ok, type TicketHttp, unreadable, urlOf } from './ticket-http.ts';

const Zone = z.object({ url: z.string(), webUrl: z.optional(z.nullable(z.string())) });

export type Ask = <T>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  schema: z.ZodMiniType<T>,
  body?: unknown,
) => Promise<TicketAnswer<T>>;

/** Whether a zone is Autotask's, or on the host that was asked: no secret goes to another. */
function isOwnZone(zone: string, address: string): boolean {
  const url = URL.parse(zone);
  if (url?.protocol !== 'https:') return false;
  return url.hostname === URL.parse(address)?.hostname || url.hostname.endsWith('.autotask.net');
}

export type Zoned = { rest: string; web: string };

/** The zone of the user, asked for once, and calls within it. */
export function zoned(
  http: TicketHttp,
  { address, account, secrets }: TicketSystemAccess,
): { ask: Ask; zone(): Promise<TicketAnswer<Zoned>> } {
  let known: Zoned | null = null;
  const userName = account.userName ?? '';
  async function zone(): Promise<TicketAnswer<Zoned>> {
    if (known !== null) return ok(known);
    const url = urlOf(address, '/ATServicesRest/V1.0/zoneInformation', { user: userName });
    const answer = await askTickets(http, { method: 'GET', url, headers: { accept: 'application/json' } }, Zone);
    if (answer.kind !== 'ok') return { ...answer, concerns: 'system' };
    const { url: rest, webUrl } = answer.value;
    if (!isOwnZone(rest, address)) return unreadable(http.name);
    known = {
      rest: rest.replace(/\/+$/, ''),
      web: (webUrl && isOwnZone(webUrl, address) ? webUrl : address).replace(/\/+$/, ''),
    };
    return ok(known);
  }
  const headers = {
    ApiIntegrationCode: secrets.integrationCode ?? '',
    UserName: userName,
    Secret: secrets.secret ?? '',
    accept: 'application/json',
  };
  const ask: Ask = async (method, path, schema, body) =>
    andThen(await zone(), ({ rest }) =>
      askTickets(
        http,
        {
          method,
          url: urlOf(rest, `/V1.0${path}`),
          headers: { ...headers, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        schema,
      ),
    );
  return { ask, zone };
}
