export interface MxRecord {
  priority: number;
  exchange: string;
}

export type RecordType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS';

/** The records of one name. TXT is a list of records, each a list of character strings (RFC 1035, 3.3.14). */
export interface ZoneRecords {
  TXT?: string[][];
  MX?: MxRecord[];
  CNAME?: string[];
  A?: string[];
  AAAA?: string[];
  NS?: string[];
  /** `['*']`: every type that is not listed times out. */
  TIMEOUT?: string[];
}

/** name (lower case, no trailing dot) -> records. A name that is absent does not exist. */
export type Zone = Record<string, ZoneRecords>;
