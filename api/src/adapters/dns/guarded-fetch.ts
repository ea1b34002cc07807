import type { DnsResolver } from '../../ports/dns.ts';
import type { GuardedAnswer, GuardedFetch, GuardedRequest } from '../../ports/guarded-fetch.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type GuardedOptions, guardedRequest } from './guarded-request.ts';

export type GuardedFetchOptions = GuardedOptions & {
  /** Of an answer; a longer one is a failure. */
  maxBytes?: number;
  /**
   * For one machine: the certificate authority, as PEM, of services at `localhost` and below it, which may then be reached at
   * 127.0.0.1. Null: loopback is refused like every other address that is not public.
   */
  loopbackCa?: string | null;
};

/** The address in its parts, or why it may not be asked at all. */
function partsOf(text: string): { host: string; port: number; path: string } | { problem: string } {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return { problem: 'the address has to begin with https://' };
  if (url.username !== '' || url.password !== '') return { problem: 'the address must not hold a name or a password' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(url.port || 443), path: `${url.pathname}${url.search}` };
}

const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** How a service on this machine is reached. */
const onThisMachine = (host: string, ca: string): GuardedOptions => ({
  known: { [host]: '127.0.0.1' },
  isAllowed: () => true,
  ca,
  proxy: null,
});

const headersOf = ({ headers, body }: GuardedRequest) => ({
  'user-agent': 'Tenantry',
  ...headers,
  ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
});

/**
 * Sends requests to addresses that people type, of ticket systems and of those who are notified (settlement 13; OWASP, Server-Side
 * Request Forgery Prevention): https alone, each address of the host public and the connection made to the one that was checked
 * (`guardedRequest`), with a valid certificate, redirects not followed, the answer bounded in size and time.
 * @param dns the public one: no hosts file, no search list
 */
export function createGuardedFetch(dns: DnsResolver, options: GuardedFetchOptions = {}): GuardedFetch {
  const { maxBytes = 4_000_000, loopbackCa = null, timeoutMs = 15_000, ...guarded } = options;
  return async (asked): Promise<GuardedAnswer> => {
    const parts = partsOf(asked.url);
    if ('problem' in parts) return { kind: 'refused', reason: parts.problem };
    const { host } = parts;
    const way = loopbackCa !== null && isLoopbackName(host) ? onThisMachine(host, loopbackCa) : guarded;
    const { method, body } = asked;
    const call = { method, ...parts, headers: headersOf(asked), body, limitBytes: maxBytes };
    const words = { host, answer: `the answer of ${host}` };
    const answer = await guardedRequest(dns, { ...call, words }, { ...way, timeoutMs }, () => true);
    if (answer.kind === 'answered') {
      const wait = retryAfterSeconds(answer.headers['retry-after'], new Date());
      return { ...answer, ...(wait === undefined ? {} : { retryAfterSeconds: wait }) };
    }
    return { kind: answer.kind === 'refused' ? 'refused' : 'failed', reason: answer.reason };
  };
}
