import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';
import { readZone, zoneResolver } from '../zone-resolver.ts';

/** A resolver over a zone that keeps what it was asked. */
export function askedDns(zone: unknown): DnsResolver & { asked: string[] } {
  const dns = zoneResolver(readZone(zone));
  const asked: string[] = [];
  return {
    asked,
    resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      asked.push(`${name} ${type}`);
      return dns.resolve(name, type);
    },
  };
}

/** A zone of TXT records alone. */
export function texts(records: Readonly<Record<string, string | readonly string[]>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(records).map(([name, record]) => [
      name,
      { TXT: (typeof record === 'string' ? [record] : record).map((text) => [text]) },
    ]),
  );
}
