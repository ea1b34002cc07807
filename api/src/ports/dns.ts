/** One TLSA record (RFC 6698, 2.1); `data` in lower-case hexadecimal digits. */
export type TlsaRecord = {
  readonly certUsage: number;
  readonly selector: number;
  readonly match: number;
  readonly data: string;
};

type MxRecord = { readonly priority: number; readonly exchange: string };

export type DnsRecordType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS' | 'DS' | 'PTR' | 'TLSA';

/**
 * TXT: the strings of one record, to be joined without a space (RFC 7208, 3.3). Names come without the final dot. DS and
 * PTR: one text for each record.
 */
export type DnsValue<T extends DnsRecordType> = T extends 'TXT'
  ? readonly string[]
  : T extends 'MX'
    ? MxRecord
    : T extends 'TLSA'
      ? TlsaRecord
      : string;

/**
 * `timeout`, `servfail`: the resolver could not find out. `notAsked`: nobody asked it. `overLimit`: more would have to be
 * read than is read. All of them mean: not known.
 */
export type Unknown = 'timeout' | 'servfail' | 'notAsked' | 'overLimit';

/**
 * `nodata`: the name exists without such a record. `authentic`: the resolver validated the answer with DNSSEC (AD bit);
 * absent where it does not say.
 */
export type DnsAnswer<V> = ({ status: 'ok'; values: readonly V[] } | { status: 'nxdomain' | 'nodata' | Unknown }) & {
  authentic?: boolean;
};

/** Most of one answer: a DNS message has a 16-bit length (RFC 1035, 4.2.2). What is beyond is not carried and not read. */
export const dnsAnswerLimits = { octets: 65_535, records: 500 } as const;

/** Public DNS. CNAMEs are followed, except where CNAME is asked for. Never throws for what the DNS itself can answer. */
export interface DnsResolver {
  resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>>;
}

/** Neither present nor absent. */
export function isUnknown(status: string): status is Unknown {
  return status === 'timeout' || status === 'servfail' || status === 'notAsked' || status === 'overLimit';
}
