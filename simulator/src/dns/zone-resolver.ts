import type { RecordType, Zone, ZoneRecords } from './zone.ts';

type DnsStatus = 'ok' | 'nxdomain' | 'nodata' | 'timeout' | 'servfail';

export interface DnsAnswer {
  status: DnsStatus;
  /** TXT: records as lists of strings; MX and TLSA: objects; else names or addresses. */
  values: NonNullable<ZoneRecords[RecordType]>;
  /** The AD bit: the resolver validated the answer with DNSSEC. */
  authentic: boolean;
}

export interface SimulatedDns {
  resolve(name: string, type: RecordType): Promise<DnsAnswer>;
  /** The MTA-STS policy file of a domain; null where its host has none. */
  mtaStsPolicy(domain: string): Promise<string | null>;
}

export const recordTypes: readonly RecordType[] = ['TXT', 'MX', 'CNAME', 'A', 'AAAA', 'NS', 'DS', 'PTR', 'TLSA'];

const maxAliases = 8;

/** Every name that exists: it has records, or a name below it does (an empty non-terminal, RFC 8020). */
function namesOf(zone: Zone): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of Object.keys(zone)) {
    let rest = name;
    while (rest !== '' && !names.has(rest)) {
      names.add(rest);
      rest = rest.split('.').slice(1).join('.');
    }
  }
  return names;
}

/** Answers over the zone as a recursive resolver does: CNAMEs are followed, loops end in servfail. */
export function zoneResolver(zone: Zone): (name: string, type: RecordType) => DnsAnswer {
  const names = namesOf(zone);
  return (name, type) => {
    let current = name.toLowerCase().replace(/\.$/, '');
    let authentic = true;
    const without = (status: DnsStatus): DnsAnswer => ({ status, values: [], authentic });
    for (let hops = 0; hops <= maxAliases; hops++) {
      const records = zone[current];
      // An answer by way of an alias is validated where every part of it is.
      authentic &&= records?.AD === true;
      if (!records) return without(names.has(current) ? 'nodata' : 'nxdomain');
      const values = records[type];
      if (values && values.length > 0) return { status: 'ok', values, authentic };
      if (records.TIMEOUT) return without('timeout');
      const alias = records.CNAME?.[0];
      if (alias === undefined) return without('nodata');
      current = alias.toLowerCase().replace(/\.$/, '');
    }
    authentic = false;
    return without('servfail');
  };
}
