import type { DnsResolver } from '../../ports/dns.ts';
import type { GuardedPost, PostAnswer } from '../../ports/guarded-post.ts';
import { type GuardedOptions, guardedRequest } from './guarded-request.ts';
import { isPublicAddress } from './public-address.ts';

export type GuardedPostOptions = GuardedOptions & {
  /** Lets 127.0.0.1 and localhost through: tests and the local stack alone, which the settings see to. */
  allowsLoopback?: boolean;
};

const answerLimitBytes = 16 * 1024;
const postTimeoutMs = 10_000;
const longestPauseSeconds = 24 * 3600;
const loopback = '127.0.0.1';

/** Seconds to wait, as `Retry-After` says (RFC 9110, 10.2.3); null where it says nothing that can be read. */
export function retryAfterOf(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  const seconds = /^\d{1,9}$/.test(value.trim())
    ? Number(value)
    : (Date.parse(/ GMT$/.test(value) ? value : '') - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(Math.ceil(seconds), 0), longestPauseSeconds);
}

/** The address in its parts; null where it is none that may be posted to. */
function partsOf(url: string): { host: string; port: number; path: string } | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return null;
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  return { host, port: parsed.port === '' ? 443 : Number(parsed.port), path: `${parsed.pathname}${parsed.search}` };
}

/** Posts to addresses that people typed. The names are looked up in `dns`, which is the public one: no hosts file, no search list. */
export function guardedPost(dns: DnsResolver, options: GuardedPostOptions = {}): GuardedPost {
  const { allowsLoopback = false, isAllowed = isPublicAddress, ...rest } = options;
  const guarded = {
    timeoutMs: postTimeoutMs,
    ...(allowsLoopback ? { known: { localhost: loopback } } : {}),
    ...rest,
    isAllowed: (address: string) => isAllowed(address) || (allowsLoopback && address === loopback),
  };
  return async (url, { headers, body }): Promise<PostAnswer> => {
    const parts = partsOf(url);
    if (parts === null)
      return { kind: 'refused', reason: 'Only an https address without a name and a password is called' };
    const length = Buffer.byteLength(body);
    const call = {
      method: 'POST',
      ...parts,
      headers: { 'user-agent': 'Tenantry notifications', ...headers, 'content-length': String(length) },
      body,
      limitBytes: answerLimitBytes,
      words: { host: parts.host, answer: 'its answer' },
    } as const;
    const answer = await guardedRequest(dns, call, guarded, () => true);
    if (answer.kind === 'answered') {
      const retryAfterSeconds = retryAfterOf(answer.headers['retry-after'], new Date());
      return { kind: 'answered', status: answer.status, retryAfterSeconds, text: answer.text };
    }
    return { kind: answer.kind === 'refused' ? 'refused' : 'failed', reason: answer.reason };
  };
}
