import { type DnsAnswer, type DnsRecordType, type DnsResolver, type DnsValue, dnsAnswerLimits } from '../ports/dns.ts';

/** What may be asked about, and read of, one domain. */
export type DnsBudget = { questions: number; octets: number };

/** A record's name (compressed), type, class, time to live and length (RFC 1035, 4.1.3). */
const recordHeadOctets = 12;
const stringOctets = 255;

/** How much of a DNS message the records of an answer take, about. */
export function octetsOf(answer: DnsAnswer<unknown>): number {
  if (answer.status !== 'ok') return 0;
  return answer.values.reduce<number>((sum, value) => sum + recordHeadOctets + valueOctets(value), 0);
}

function valueOctets(value: unknown): number {
  if (typeof value === 'string') return value.length + Math.max(1, Math.ceil(value.length / stringOctets));
  if (typeof value !== 'object' || value === null) return 2;
  return Object.values(value).reduce<number>((sum, part) => sum + valueOctets(part), 0);
}

/** What the DNS cannot carry was not answered: nothing is read of it, least of all that it is good. */
export function withinMessage<V>(answer: DnsAnswer<V>): DnsAnswer<V> {
  const isTooLong =
    answer.status === 'ok' &&
    (answer.values.length > dnsAnswerLimits.records || octetsOf(answer) > dnsAnswerLimits.octets);
  return isTooLong ? { status: 'overLimit' } : answer;
}

/**
 * After `totalMs` every question times out at once, so that a check ends before its caller gives up. A question that is
 * on its way then is waited for.
 */
export function withDeadline(dns: DnsResolver, totalMs: number, nowMs: () => number): DnsResolver {
  const endMs = nowMs() + totalMs;
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      return nowMs() >= endMs ? { status: 'timeout' } : dns.resolve(name, type);
    },
  };
}
