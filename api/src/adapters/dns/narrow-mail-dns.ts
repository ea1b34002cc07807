import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';
import type { MailAnswer, MailDns, MailRecordType, MailValue } from '../../ports/mail-dns.ts';

const narrowTypes: ReadonlySet<string> = new Set<DnsRecordType>(['TXT', 'MX', 'CNAME', 'A', 'AAAA', 'NS']);

/** A narrower resolver as a wide one: what it cannot ask is answered with servfail, which means: not known. */
export function mailDnsOver(resolver: DnsResolver): MailDns {
  return {
    async resolve<T extends MailRecordType>(name: string, type: T): Promise<MailAnswer<MailValue<T>>> {
      if (!narrowTypes.has(type)) return { status: 'servfail' };
      // The set above holds exactly the types of the narrow port, for which both value types are the same.
      return (await resolver.resolve(name, type as DnsRecordType)) as MailAnswer<MailValue<T>>;
    },
  };
}

/** A wide resolver where the narrow port is asked for. */
export function narrowDns(dns: MailDns): DnsResolver {
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      // For the types of the narrow port both value types are the same, which a conditional type cannot show.
      return (await dns.resolve(name, type)) as DnsAnswer<DnsValue<T>>;
    },
  };
}
