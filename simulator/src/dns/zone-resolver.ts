import type { MxRecord, RecordType, Zone } from './zone.ts';

export type DnsStatus = 'ok' | 'nxdomain' | 'nodata' | 'timeout' | 'servfail';

export interface DnsAnswer {
  status: DnsStatus;
  /** TXT: records as lists of strings; MX: priority and exchange; else names or addresses. */
  values: string[][] | MxRecord[] | string[];
}

export interface SimulatedDns {
  resolve(name: string, type: RecordType): Promise<DnsAnswer>;
}

export const recordTypes: readonly RecordType[] = ['TXT', 'MX', 'CNAME', 'A', 'AAAA', 'NS'];

const maxAliases = 8;

/** A name exists when it has records or when a name below it does (an empty non-terminal, RFC 8020). */
function exists(zone: Zone, name: string): boolean {
  return zone[name] !== undefined || Object.keys(zone).some((other) => other.endsWith(`.${name}`));
}

/** Answers one question over the zone as a recursive resolver does: CNAMEs are followed, loops end in servfail. */
export function resolveInZone(zone: Zone, name: string, type: RecordType): DnsAnswer {
  let current = name.toLowerCase().replace(/\.$/, '');
  for (let hops = 0; hops <= maxAliases; hops++) {
    const records = zone[current];
    if (!records) return { status: exists(zone, current) ? 'nodata' : 'nxdomain', values: [] };
    const values = records[type];
    if (values && values.length > 0) return { status: 'ok', values };
    if (records.TIMEOUT) return { status: 'timeout', values: [] };
    const alias = records.CNAME?.[0];
    if (alias === undefined) return { status: 'nodata', values: [] };
    current = alias.toLowerCase().replace(/\.$/, '');
  }
  return { status: 'servfail', values: [] };
}
