export type DnsRecordType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS';

/** TXT: the strings of one record, to be joined without a space (RFC 7208 3.3); names come without the final dot. */
export type DnsValue<T extends DnsRecordType> = T extends 'TXT'
  ? readonly string[]
  : T extends 'MX'
    ? { readonly priority: number; readonly exchange: string }
    : string;

/** `nodata`: the name exists without such a record. `timeout` and `servfail` mean: not known. */
export type DnsAnswer<V> =
  | { status: 'ok'; values: readonly V[] }
  | { status: 'nxdomain' | 'nodata' | 'timeout' | 'servfail' };

/** Public DNS. CNAMEs are followed, except where CNAME is asked for. Never throws for what the DNS itself can answer. */
export interface DnsResolver {
  resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>>;
}
