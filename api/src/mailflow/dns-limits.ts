import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../ports/dns.ts';

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
