import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../ports/dns.ts';
import { withinMessage } from './dns-limits.ts';
import { canBeAsked, normalName } from './domain-name.ts';

/** Names and their records as JSON: `{name: {TXT: [[...]], MX: [{priority, exchange}], A: [...], TIMEOUT: ["*"]}}`. */
export type Zone = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export class ZoneError extends Error {}

const aliasLimit = 8;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

const isValueOf: Readonly<Record<string, (value: unknown) => boolean>> = {
  TXT: (value) => Array.isArray(value) && value.every(isText),
  MX: (value) => isObject(value) && isCount(value.priority) && isText(value.exchange),
  TLSA: (value) =>
    isObject(value) &&
    isCount(value.certUsage) &&
    isCount(value.selector) &&
    isCount(value.match) &&
    isText(value.data),
};

const readTypes: ReadonlySet<string> = new Set([
  'TXT',
  'MX',
  'A',
  'AAAA',
  'CNAME',
  'NS',
  'PTR',
  'DS',
  'TLSA',
  'TIMEOUT',
  'SERVFAIL',
]);

/** Reads a zone; ZoneError says where it is not in the form. Keys compare without regard to case. */
export function readZone(json: unknown): Zone {
  if (!isObject(json)) throw new ZoneError('the zone is not an object of names');
  const zone = new Map<string, Record<string, unknown>>();
  for (const [name, types] of Object.entries(json)) {
    if (!isObject(types)) throw new ZoneError(`zone: ${name} is not an object of record types`);
    const records: Record<string, unknown> = {};
    for (const [type, values] of Object.entries(types)) records[type.toUpperCase()] = readValues(name, type, values);
    addRecords(zone, normalName(name), records);
  }
  return zone;
}

/** Keys may differ in case or the final dot and be one name, whose records are those of all. */
function addRecords(zone: Map<string, Record<string, unknown>>, name: string, records: Record<string, unknown>): void {
  const known = zone.get(name) ?? {};
  for (const [type, values] of Object.entries(records)) {
    const before = known[type];
    known[type] = Array.isArray(before) && Array.isArray(values) ? [...before, ...values] : values;
  }
  zone.set(name, known);
}

function readValues(name: string, type: string, values: unknown): unknown {
  // Zones hold more than is asked for here (SOA, CAA, SRV, the old SPF type), in forms of their own.
  if (typeof values === 'boolean' || !readTypes.has(type.toUpperCase())) return values;
  const isRight = isValueOf[type.toUpperCase()] ?? isText;
  if (!Array.isArray(values) || !values.every(isRight))
    throw new ZoneError(`zone: ${name} ${type} is not a list of ${type} values`);
  return type.toUpperCase() === 'MX' ? values.map((mx) => ({ ...mx, exchange: normalName(mx.exchange) })) : values;
}

/**
 * A resolver over a zone. A name without records of its own exists where one below it does (RFC 8020), else what a
 * wildcard makes of it counts (RFC 4592), else it does not exist. An alias is followed; `TIMEOUT: ["*"]` lets every type
 * that is not listed time out, `TIMEOUT: ["MX"]` that type, SERVFAIL likewise. `AD: true` at a name marks its answers as
 * validated by DNSSEC, `AD: false` as not; without it the zone does not say.
 */
export function zoneResolver(zone: Zone): DnsResolver {
  const existing = existingNames(zone);
  return {
    resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      return Promise.resolve(withinMessage(answerFrom(zone, existing, name, type)) as DnsAnswer<DnsValue<T>>);
    },
  };
}

const parentOf = (name: string): string => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : '');

/** Every name that is listed, and every name above one: that a name has no records does not make it absent (RFC 8020). */
function existingNames(zone: Zone): ReadonlySet<string> {
  const names = new Set<string>(['']);
  for (const listed of zone.keys()) {
    if (!canBeAsked(listed)) continue;
    for (let name = listed; !names.has(name); name = parentOf(name)) names.add(name);
  }
  return names;
}

const noRecords: Readonly<Record<string, unknown>> = {};

/**
 * The records of a name; null where it does not exist. A wildcard stands for names that do not exist, directly below the
 * nearest name above them that does, with or without records (RFC 4592, 3.3.1).
 */
function recordsOf(zone: Zone, existing: ReadonlySet<string>, name: string): Readonly<Record<string, unknown>> | null {
  if (existing.has(name)) return zone.get(name) ?? noRecords;
  if (!canBeAsked(name)) return null;
  let encloser = parentOf(name);
  while (!existing.has(encloser)) encloser = parentOf(encloser);
  const wildcard = encloser === '' ? '*' : `*.${encloser}`;
  return existing.has(wildcard) ? (zone.get(wildcard) ?? noRecords) : null;
}

function answerFrom(zone: Zone, existing: ReadonlySet<string>, name: string, type: DnsRecordType): DnsAnswer<unknown> {
  let current = normalName(name);
  for (let hops = 0; hops <= aliasLimit; hops++) {
    const records = recordsOf(zone, existing, current);
    if (records === null) return { status: 'nxdomain' };
    const said = typeof records.AD === 'boolean' ? { authentic: records.AD } : {};
    const values = records[type];
    if (Array.isArray(values) && values.length > 0) return { status: 'ok', values, ...said };
    if (fails(records.TIMEOUT, type)) return { status: 'timeout' };
    if (fails(records.SERVFAIL, type)) return { status: 'servfail' };
    const alias = Array.isArray(records.CNAME) ? records.CNAME[0] : undefined;
    if (!isText(alias) || type === 'CNAME') return { status: 'nodata', ...said };
    current = normalName(alias);
  }
  return { status: 'servfail' };
}

function fails(types: unknown, type: DnsRecordType): boolean {
  return Array.isArray(types) && (types.includes('*') || types.includes(type));
}
