import { type RequestOptions, request } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { truncate } from '@tenantry/contract/text';
import { type DnsResolver, isUnknown } from '../../ports/dns.ts';
import { goesByProxy, type NetworkProxy, openTunnel } from './proxy-tunnel.ts';
import { isPublicAddress } from './public-address.ts';

export type GuardedOptions = {
  timeoutMs?: number;
  /** Whether a connection to the address is allowed. */
  isAllowed?: (address: string) => boolean;
  /** Certificate authorities beside those of Node. */
  ca?: string;
  /** Addresses of names that are not looked up. */
  known?: Readonly<Record<string, string>>;
  /** By which hosts are reached; null: without one. */
  proxy?: NetworkProxy | null;
};

/** What is asked of a host whose name somebody else chose. */
export type GuardedCall = {
  method: string;
  host: string;
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** Of the answer; a longer one is an error. */
  limitBytes: number;
  /** How the host and its answer are called in what is told of them. */
  words: { host: string; answer: string };
};

/** Headers by their names in lower case, and the body as it came; of a status that is not read, the body is empty. */
export type GuardedAnswer =
  | {
      kind: 'answered';
      status: number;
      headers: Readonly<Record<string, string | undefined>>;
      text: string;
      bytes: Uint8Array;
    }
  /** `noAddress`: the name has none. `refused`: it has one that may not be called. `failed`: no answer. */
  | { kind: 'noAddress' | 'refused' | 'failed'; reason: string };

/**
 * Asks a host whose name its owner, or whoever typed it, chose. The request goes to an address that was looked up and checked before,
 * which `fetch` cannot do: what the name leads to at a second look-up counts for nothing. With a valid certificate for the name, without
 * redirects, small and brief. A proxy is asked for that address too, so that the check holds behind it.
 * @param isRead whether the body of an answer of this status is wanted
 */
export async function guardedRequest(
  dns: DnsResolver,
  call: GuardedCall,
  { timeoutMs = 5000, isAllowed = isPublicAddress, ca, proxy = null, known = {} }: GuardedOptions,
  isRead: (status: number) => boolean,
): Promise<GuardedAnswer> {
  const { host, port, words } = call;
  const failed = (error: unknown): GuardedAnswer => ({ kind: 'failed', reason: whyFailed(error, words.host) });
  const deadline = AbortSignal.timeout(timeoutMs);
  const addresses = await Promise.race([addressesOf(dns, host, known), aborted(deadline)]).catch(failed);
  if (!Array.isArray(addresses)) return addresses;
  const [address] = addresses;
  if (address === undefined) return { kind: 'noAddress', reason: `${host} has no address` };
  const forbidden = addresses.find((entry) => !isAllowed(entry));
  if (forbidden !== undefined)
    return { kind: 'refused', reason: `${host} has the address ${forbidden}, which is not public` };
  const target = { host, address, port, ca, signal: deadline };
  const tunnel = proxy !== null && goesByProxy(proxy, host) ? tlsByProxy(proxy, target) : null;
  return Promise.resolve(tunnel)
    .then((socket) => send(call, target, socket, isRead))
    .catch(failed);
}

/** None means that there is none: an answer that is missing is an exception. */
async function addressesOf(
  dns: DnsResolver,
  host: string,
  known: NonNullable<GuardedOptions['known']>,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const address = known[host];
  if (address !== undefined) return [address];
  const [four, six] = await Promise.all([dns.resolve(host, 'A'), dns.resolve(host, 'AAAA')]);
  const addresses = [four, six].flatMap((answer) => (answer.status === 'ok' ? [...answer.values] : []));
  const unknown = [four, six].find(({ status }) => isUnknown(status));
  if (addresses.length === 0 && unknown !== undefined) throw new Error(`the addresses of ${host} are not known`);
  return addresses;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

function whyFailed(error: unknown, hostWord: string): string {
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return isLate ? `${hostWord} did not answer in time` : `${hostWord} failed: ${messageOf(error)}`;
}

const messageOf = (error: unknown): string => truncate(error instanceof Error ? error.message : String(error), 200);

type Target = { host: string; address: string; port: number; ca: string | undefined; signal: AbortSignal };

/** A name for TLS; an address is none (RFC 6066, 3). */
const serverName = (host: string) => (isIP(host) === 0 ? { servername: host } : {});

/** TLS with the host in a tunnel to the address that was checked. */
async function tlsByProxy(proxy: NetworkProxy, { host, address, port, ca, signal }: Target): Promise<TLSSocket> {
  const socket = await openTunnel(proxy, address, port, signal);
  return connectTls({ socket, host, ...serverName(host), ...(ca === undefined ? {} : { ca }) });
}

function optionsOf(call: GuardedCall, { host, address, port, ca, signal }: Target, tunnel: TLSSocket | null) {
  const options: RequestOptions = {
    host,
    ...serverName(host),
    port,
    method: call.method,
    path: call.path,
    headers: call.headers,
    // An agent would open a connection of its own.
    ...(tunnel === null ? { agent: false } : { createConnection: () => tunnel }),
    signal,
    ...(ca === undefined ? {} : { ca }),
    // The address that was checked, and no other that a second look-up might give.
    lookup: (_name, wanted, done) =>
      typeof wanted === 'object' && wanted.all === true
        ? done(null, [{ address, family: isIP(address) }])
        : done(null, address, isIP(address)),
  };
  return options;
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function send(
  call: GuardedCall,
  target: Target,
  tunnel: TLSSocket | null,
  isRead: (status: number) => boolean,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(optionsOf(call, target, tunnel), (response) => {
      const { statusCode: status = 0 } = response;
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, single(value)]),
      );
      if (!isRead(status)) {
        response.destroy();
        return resolve({ kind: 'answered', status, headers, text: '', bytes: Buffer.alloc(0) });
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > call.limitBytes)
          response.destroy(new Error(`${call.words.answer} is longer than ${call.limitBytes} bytes`));
      });
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ kind: 'answered', status, headers, text: bytes.toString('utf8'), bytes });
      });
    });
    asked.on('error', reject);
    asked.end(call.body);
  });
}
