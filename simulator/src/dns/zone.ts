interface MxRecord {
  priority: number;
  exchange: string;
}

/** RFC 6698, 2.1; `data` in hexadecimal digits. */
interface TlsaRecord {
  certUsage: number;
  selector: number;
  match: number;
  data: string;
}

export type RecordType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS' | 'DS' | 'PTR' | 'TLSA';

/** The records of one name. TXT is a list of records, each a list of character strings (RFC 1035, 3.3.14). */
export interface ZoneRecords {
  TXT?: string[][];
  MX?: MxRecord[];
  CNAME?: string[];
  A?: string[];
  AAAA?: string[];
  NS?: string[];
  DS?: string[];
  PTR?: string[];
  TLSA?: TlsaRecord[];
  /** `['*']`: every type that is not listed times out. */
  TIMEOUT?: string[];
  /** The text at https://NAME/.well-known/mta-sts.txt (RFC 8461, 3.2): no DNS record, kept with those of its name. */
  MTA_STS_POLICY?: string;
  /** Answers of this name are signed, and the resolver says so. */
  AD?: boolean;
}

/** name (lower case, no trailing dot) -> records. A name that is absent does not exist, unless one below it does. */
export type Zone = Record<string, ZoneRecords>;
