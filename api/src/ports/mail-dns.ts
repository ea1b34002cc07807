import type { DnsAnswer, DnsRecordType, DnsValue } from './dns.ts';

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

export type Unknown = 'timeout' | 'servfail';

/** The resolver could not find out: neither present nor absent. */
export function isUnknown(status: string): status is Unknown {
  return status === 'timeout' || status === 'servfail';
}
