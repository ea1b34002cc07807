import { isUnknown, type MailAnswer, type MailDns, type MailRecordType, type MailValue } from '../../ports/mail-dns.ts';
import { type DohMailDns, dohMailDns } from './doh-mail-dns.ts';
import { systemMailDns } from './system-mail-dns.ts';

/** Public resolvers that validate DNSSEC and speak RFC 8484. */
export const publicResolverUrls = [
  'https://cloudflare-dns.com/dns-query',
  'https://dns.google/dns-query',
  'https://dns.quad9.net/dns-query',
] as const;

/**
 * Asks one resolver after the other until one knows, first the one that answered last time. `fallback` is asked only
 * where none of them could be reached: it does not validate, and would turn a forged answer that they refused into a
 * good one.
 */
export function firstKnowing(resolvers: readonly DohMailDns[], fallback: MailDns): MailDns {
  let preferred = 0;
  return {
    async resolve<T extends MailRecordType>(name: string, type: T): Promise<MailAnswer<MailValue<T>>> {
      let refused: MailAnswer<MailValue<T>> | null = null;
      for (let turn = 0; turn < resolvers.length; turn++) {
        const index = (preferred + turn) % resolvers.length;
        const answer = await resolvers[index]?.resolve(name, type);
        if (answer === undefined || answer.unreachable === true) continue;
        if (turn > 0) preferred = index;
        if (!isUnknown(answer.status)) return answer;
        refused = answer;
      }
      return refused ?? fallback.resolve(name, type);
    },
  };
}

/**
 * A resolver, believed only where it knows the name servers of com. One of a closed network answers that no name of the
 * Internet exists, which would read as a domain without any mail records.
 */
export function ifPublic(dns: MailDns): MailDns {
  let knowsCom: Promise<boolean> | null = null;
  return {
    async resolve<T extends MailRecordType>(name: string, type: T): Promise<MailAnswer<MailValue<T>>> {
      knowsCom ??= dns.resolve('com', 'NS').then(({ status }) => status === 'ok');
      return (await knowsCom) ? dns.resolve(name, type) : { status: 'servfail' };
    },
  };
}

/** After `totalMs` every question times out at once, so that a check ends before its caller gives up. */
export function withDeadline(dns: MailDns, totalMs: number, nowMs: () => number): MailDns {
  const endMs = nowMs() + totalMs;
  return {
    async resolve<T extends MailRecordType>(name: string, type: T): Promise<MailAnswer<MailValue<T>>> {
      return nowMs() >= endMs ? { status: 'timeout' } : dns.resolve(name, type);
    },
  };
}

export type PublicDnsOptions = { urls?: readonly string[]; timeoutMs?: number; totalMs?: number };

/**
 * The public DNS for one check of one domain: DNS over HTTPS by several resolvers, and that of the machine where none
 * of them can be reached. An API call ends after 45 seconds, hence `totalMs`.
 */
export function publicMailDns({
  urls = publicResolverUrls,
  timeoutMs = 3000,
  totalMs = 30_000,
}: PublicDnsOptions = {}): MailDns {
  const resolvers = urls.map((url) => dohMailDns({ url, timeoutMs }));
  return withDeadline(firstKnowing(resolvers, ifPublic(systemMailDns(timeoutMs))), totalMs, () => performance.now());
}
