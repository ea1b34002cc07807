import { type RequestOptions, request } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { truncate } from '@tenantry/contract/text';
import { type DnsResolver, isUnknown } from '../../ports/dns.ts';
import type { GuardedAnswer, GuardedFetch, GuardedRequest } from '../../ports/guarded-fetch.ts';
import { goesByProxy, type NetworkProxy, openTunnel } from './proxy-tunnel.ts';
import { isPublicAddress } from './public-address.ts';

export type GuardedFetchOptions = {
  timeoutMs?: number;
  maxBytes?: number;
  /** By which hosts are reached; null: without one. */
  proxy?: NetworkProxy | null;
  /**
   * For tests on one machine: the certificate authority, as PEM, of services at `localhost` and below it, which may then be reached
   * at 127.0.0.1 on any port. Null: loopback is refused like every other address that is not public.
   */
  loopbackCa?: string | null;
};

type Target = { url: URL; host: string; port: number; address: string; ca: string | null; signal: AbortSignal };

const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Why an address may not be asked for at all; null where it may. */
function problemOf(url: URL | null, isLoopback: boolean): string | null {
  if (url === null || url.protocol !== 'https:') return 'the address has to begin with https://';
  if (url.username !== '' || url.password !== '') return 'the address must not hold a name or a password';
  if (!isLoopback && url.port !== '' && url.port !== '443') return 'the address must not name a port other than 443';
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return 'the address has to name a host, not a number';
  return null;
}

/** None means that there is none: an answer that is missing is an exception. */
async function addressesOf(dns: DnsResolver, host: string): Promise<string[]> {
  const [four, six] = await Promise.all([dns.resolve(host, 'A'), dns.resolve(host, 'AAAA')]);
  const addresses = [four, six].flatMap((answer) => (answer.status === 'ok' ? [...answer.values] : []));
  if (addresses.length === 0 && [four, six].some(({ status }) => isUnknown(status)))
    throw new Error(`the addresses of ${host} are not known`);
  return addresses;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

function failed(error: unknown): GuardedAnswer {
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', reason: isLate ? 'it did not answer in time' : truncate(message, 200) };
}

/** TLS with the host in a tunnel to the address that was checked. */
async function tlsByProxy(proxy: NetworkProxy, { host, address, port, signal }: Target): Promise<TLSSocket> {
  return connectTls({ socket: await openTunnel(proxy, address, port, signal), servername: host });
}

const wholeBody = (body: string | undefined, headers: GuardedRequest['headers']) => ({
  'user-agent': 'Tenantry',
  ...headers,
  ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
});

function send(
  { method, headers, body }: GuardedRequest,
  { url, host, port, address, ca, signal }: Target,
  tunnel: TLSSocket | null,
  maxBytes: number,
): Promise<GuardedAnswer> {
  const options: RequestOptions = {
    host,
    servername: host,
    port,
    method,
    path: `${url.pathname}${url.search}`,
    headers: wholeBody(body, headers),
    // An agent would open a connection of its own.
    ...(tunnel === null ? { agent: false } : { createConnection: () => tunnel }),
    signal,
    ...(ca === null ? {} : { ca }),
    // The address that was checked, and no other that a second look-up might give.
    lookup: (_name, wanted, done) =>
      typeof wanted === 'object' && wanted.all === true
        ? done(null, [{ address, family: isIP(address) }])
        : done(null, address, isIP(address)),
  };
  return new Promise((resolve, reject) => {
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxBytes) response.destroy(new Error(`the answer is longer than ${maxBytes} bytes`));
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: found } = response;
        const flat = Object.entries(found).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ kind: 'answered', status: statusCode, headers: Object.fromEntries(flat), text });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/**
 * Sends requests to addresses that administrators type (settlement 13; OWASP, Server-Side Request Forgery Prevention): https alone,
 * a host by name, its addresses looked up in `dns`, each of them public, the connection made to the one that was checked with a
 * valid certificate for the name, redirects not followed, the answer bounded in size and time. A proxy is asked for the address that
 * was checked.
 */
export function createGuardedFetch(dns: DnsResolver, options: GuardedFetchOptions = {}): GuardedFetch {
  const { timeoutMs = 15_000, maxBytes = 4_000_000, proxy = null, loopbackCa = null } = options;
  return async (asked) => {
    const url = URL.parse(asked.url);
    const host = url?.hostname.toLowerCase() ?? '';
    const isLoopback = loopbackCa !== null && isLoopbackName(host);
    const problem = problemOf(url, isLoopback);
    if (problem !== null || url === null) return { kind: 'refused', reason: problem ?? 'it is no address' };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const addresses = isLoopback ? ['127.0.0.1'] : await Promise.race([addressesOf(dns, host), aborted(signal)]);
      const [address] = addresses;
      if (address === undefined) return { kind: 'failed', reason: `${host} has no address` };
      const forbidden = isLoopback ? undefined : addresses.find((entry) => !isPublicAddress(entry));
      if (forbidden !== undefined)
        return { kind: 'refused', reason: `${host} has the address ${forbidden}, which is not public` };
      const target = { url, host, port: Number(url.port || 443), address, ca: isLoopback ? loopbackCa : null, signal };
      const byProxy = !isLoopback && proxy !== null && goesByProxy(proxy, host);
      return await send(asked, target, byProxy ? await tlsByProxy(proxy, target) : null, maxBytes);
    } catch (error) {
      return failed(error);
    }
  };
}
