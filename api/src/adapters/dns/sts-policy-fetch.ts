import { type RequestOptions, request } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { truncate } from '@tenantry/contract/text';
import { type DnsResolver, isUnknown } from '../../ports/dns.ts';
import { type FetchPolicy, type PolicyAnswer, policyLimitBytes } from '../../ports/sts-policy.ts';
import { goesByProxy, type NetworkProxy, openTunnel } from './proxy-tunnel.ts';
import { isPublicAddress } from './public-address.ts';

export type PolicyFetchOptions = {
  timeoutMs?: number;
  /** Whether a connection to the address is allowed. */
  isAllowed?: (address: string) => boolean;
  port?: number;
  /** Certificate authorities beside those of Node. */
  ca?: string;
  /** By which the policy hosts are reached; null: without one. */
  proxy?: NetworkProxy | null;
};

/**
 * Fetches the MTA-STS policy of a domain (RFC 8461, 3.3), its addresses looked up in `dns`. The domain's owner chooses the
 * host, so the request goes to an address that was checked before, which `fetch` cannot do, with a valid certificate for the
 * name, without redirects, small and brief. A proxy is asked for that address too, so that the check holds behind it.
 */
export function fetchMtaStsPolicy(dns: DnsResolver, options: PolicyFetchOptions = {}): FetchPolicy {
  const { timeoutMs = 5000, isAllowed = isPublicAddress, port = 443, ca, proxy = null } = options;
  return async (domain) => {
    const host = `mta-sts.${domain}`;
    const deadline = AbortSignal.timeout(timeoutMs);
    const addresses = await Promise.race([addressesOf(dns, host), aborted(deadline)]).catch(failed);
    if (!Array.isArray(addresses)) return addresses;
    const [address] = addresses;
    if (address === undefined) return { status: 'notFound', reason: `${host} has no address` };
    const forbidden = addresses.find((entry) => !isAllowed(entry));
    if (forbidden !== undefined)
      return { status: 'refused', reason: `${host} has the address ${forbidden}, which is not public` };
    const target = { host, address, port, ca, signal: deadline };
    const tunnel = proxy !== null && goesByProxy(proxy, host) ? tlsByProxy(proxy, target) : null;
    return Promise.resolve(tunnel)
      .then((socket) => requestPolicy(target, socket))
      .catch(failed);
  };
}

/** None means that there is none: an answer that is missing is an exception. */
async function addressesOf(dns: DnsResolver, host: string): Promise<string[]> {
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

function failed(error: unknown): PolicyAnswer {
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const reason = isLate ? 'the policy host did not answer in time' : `the policy host failed: ${messageOf(error)}`;
  return { status: 'failed', reason };
}

const messageOf = (error: unknown): string => truncate(error instanceof Error ? error.message : String(error), 200);

type Target = { host: string; address: string; port: number; ca: string | undefined; signal: AbortSignal };

/** TLS with the policy host in a tunnel to the address that was checked. */
async function tlsByProxy(proxy: NetworkProxy, { host, address, port, ca, signal }: Target): Promise<TLSSocket> {
  const socket = await openTunnel(proxy, address, port, signal);
  return connectTls({ socket, servername: host, ...(ca === undefined ? {} : { ca }) });
}

function requestPolicy({ host, address, port, ca, signal }: Target, tunnel: TLSSocket | null): Promise<PolicyAnswer> {
  const options: RequestOptions = {
    host,
    servername: host,
    port,
    path: '/.well-known/mta-sts.txt',
    headers: { accept: 'text/plain', 'user-agent': 'Tenantry MTA-STS check' },
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
  return new Promise((resolve, reject) => {
    const call = request(options, (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode !== 200) {
        response.destroy();
        const isAbsent = statusCode === 404 || statusCode === 410;
        return resolve({ status: isAbsent ? 'notFound' : 'failed', reason: `the policy host answered ${statusCode}` });
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > policyLimitBytes) response.destroy(new Error(`the policy is longer than ${policyLimitBytes} bytes`));
      });
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: 'ok', text, contentType: headers['content-type'] ?? null });
      });
    });
    call.on('error', reject);
    call.end();
  });
}
