import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../ports/dns.ts';

export type MailRecordType = DnsRecordType | 'DS' | 'PTR' | 'TLSA';

/** One TLSA record (RFC 6698, 2.1); `data` in lower-case hexadecimal digits. */
export type TlsaRecord = {
  readonly certUsage: number;
  readonly selector: number;
  readonly match: number;
  readonly data: string;
};

/** DS and PTR: one text for each record. */
export type MailValue<T extends MailRecordType> = T extends 'TLSA'
  ? TlsaRecord
  : T extends DnsRecordType
    ? DnsValue<T>
    : string;

/** `authentic`: the resolver validated the answer with DNSSEC (AD bit); absent where it does not say. */
export type MailAnswer<V> = DnsAnswer<V> & { authentic?: boolean };

/** What the mail checks ask of the public DNS: `DnsResolver` with three more types and the AD bit. */
export interface MailDns {
  resolve<T extends MailRecordType>(name: string, type: T): Promise<MailAnswer<MailValue<T>>>;
}

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

export type Unknown = 'timeout' | 'servfail';

/** The resolver could not find out: neither present nor absent. */
export function isUnknown(status: string): status is Unknown {
  return status === 'timeout' || status === 'servfail';
}

/** The values of an answer; none where there is no such record. */
export function valuesOf<V>(answer: MailAnswer<V>): readonly V[] {
  return answer.status === 'ok' ? answer.values : [];
}

/** TXT records as texts: the strings of one record belong together without a space (RFC 7208, 3.3). */
export function textsOf(answer: MailAnswer<readonly string[]>): string[] {
  return valuesOf(answer).map((strings) => strings.join(''));
}
