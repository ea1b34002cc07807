import { type DnsAnswer, type DnsRecordType, type DnsResolver, type DnsValue, isUnknown } from '../../ports/dns.ts';
import { type DohResolver, dohResolver } from './doh-resolver.ts';
import { systemResolver } from './system-resolver.ts';

/** Public resolvers that validate DNSSEC and speak RFC 8484. */
const publicResolverUrls = [
  'https://cloudflare-dns.com/dns-query',
  'https://dns.google/dns-query',
  'https://dns.quad9.net/dns-query',
] as const;

/**
 * Asks one resolver after the other until one knows, first the one that answered last time. `fallback` is asked only
 * where none of them could be reached: it does not validate, and would turn a forged answer that they refused into a
 * good one.
 */
export function firstKnowing(resolvers: readonly DohResolver[], fallback: DnsResolver): DnsResolver {
  let preferred = 0;
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      let refused: DnsAnswer<DnsValue<T>> | null = null;
      for (let offset = 0; offset < resolvers.length; offset++) {
        const index = (preferred + offset) % resolvers.length;
        const answer = await resolvers[index]?.resolve(name, type);
        if (answer === undefined || answer.unreachable === true) continue;
        if (offset > 0) preferred = index;
        if (!isUnknown(answer.status)) return answer;
        refused = answer;
      }
      return refused ?? fallback.resolve(name, type);
    },
  };
}

const askAgainMs = 30_000;

/**
 * A resolver, believed only where it knows the name servers of com. One of a closed network answers that no name of the
 * Internet exists, which would read as a domain without any mail records.
 */
export function ifPublic(dns: DnsResolver, nowMs: () => number = () => performance.now()): DnsResolver {
  let knowsCom: Promise<boolean> | null = null;
  let asksAgainAtMs = 0;
  const isPublic = async (): Promise<boolean> => {
    if (knowsCom === null || nowMs() >= asksAgainAtMs) {
      asksAgainAtMs = Number.POSITIVE_INFINITY;
      knowsCom = dns.resolve('com', 'NS').then(({ status }) => status === 'ok');
    }
    const isKnown = await knowsCom;
    // A network that is away for a moment must not count as a closed one for the rest of the process.
    if (!isKnown && asksAgainAtMs === Number.POSITIVE_INFINITY) asksAgainAtMs = nowMs() + askAgainMs;
    return isKnown;
  };
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      return (await isPublic()) ? dns.resolve(name, type) : { status: 'servfail' };
    },
  };
}

export type PublicDnsOptions = { urls?: readonly string[]; timeoutMs?: number };

/**
 * The public DNS: DNS over HTTPS by several resolvers, and that of the machine where none of them can be reached. It
 * keeps nothing but which resolver answered last, so that one serves the whole process.
 */
export function publicResolver({ urls = publicResolverUrls, timeoutMs = 3000 }: PublicDnsOptions = {}): DnsResolver {
  const resolvers = urls.map((url) => dohResolver({ url, timeoutMs }));
  return firstKnowing(resolvers, ifPublic(systemResolver(timeoutMs)));
}
