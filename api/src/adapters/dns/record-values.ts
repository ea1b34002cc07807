import type { DnsAnswer, DnsRecordType, TlsaRecord } from '../../ports/dns.ts';
import { readName, recordTypeNumbers, type WireMessage, type WireRecord } from './dns-message.ts';

const aliasLimit = 16;
const noError = 0;
const nameError = 3;

/** What an answer says to the question for `name` and `type`; aliases in it are followed. */
export function answerOf(message: WireMessage, name: string, type: DnsRecordType): DnsAnswer<unknown> {
  if (message.responseCode !== noError && message.responseCode !== nameError) return { status: 'servfail' };
  if (message.truncated) return { status: 'servfail' };
  const authentic = message.authentic;
  const found = message.answers.filter((record) => record.type === recordTypeNumbers[type]);
  const names = type === 'CNAME' ? [name.toLowerCase()] : chainOf(message, name.toLowerCase());
  const values: unknown[] = [];
  for (const record of found.filter((entry) => names.includes(entry.name))) {
    const value = recordValue(message, record, type);
    // A record that cannot be read is not the same as no record.
    if (value === null) return { status: 'servfail' };
    values.push(value);
  }
  if (values.length > 0) return { status: 'ok', values, authentic };
  return { status: message.responseCode === nameError ? 'nxdomain' : 'nodata', authentic };
}

function chainOf(message: WireMessage, name: string): string[] {
  const names = [name];
  for (let hop = 0; hop < aliasLimit; hop++) {
    const current = names.at(-1) ?? '';
    const alias = message.answers.find((record) => record.type === recordTypeNumbers.CNAME && record.name === current);
    const target = alias === undefined ? null : readName(message.bytes, alias.start);
    if (target === null || names.includes(target.name)) break;
    names.push(target.name);
  }
  return names;
}

function recordValue(message: WireMessage, record: WireRecord, type: DnsRecordType): unknown {
  const { data, start } = record;
  if (type === 'TXT') return textOf(data);
  if (type === 'A') return data.length === 4 ? data.join('.') : null;
  if (type === 'AAAA') return data.length === 16 ? ip6Of(data) : null;
  if (type === 'MX') {
    const exchange = data.length > 2 ? readName(message.bytes, start + 2) : null;
    return exchange === null ? null : { priority: ((data[0] ?? 0) << 8) | (data[1] ?? 0), exchange: exchange.name };
  }
  if (type === 'TLSA') return tlsaOf(data);
  if (type === 'DS') return data.length > 4 ? hexOf(data) : null;
  return readName(message.bytes, start)?.name ?? null;
}

function textOf(data: Uint8Array): string[] | null {
  const strings: string[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + (data[at] ?? 0);
    if (end > data.length) return null;
    // One character for each octet, so that lengths are those of the DNS.
    strings.push(String.fromCharCode(...data.subarray(at + 1, end)));
    at = end;
  }
  return strings;
}

function ip6Of(data: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((data[index * 2] ?? 0) << 8) | (data[index * 2 + 1] ?? 0));
  return groups.map((group) => group.toString(16)).join(':');
}

function tlsaOf(data: Uint8Array): TlsaRecord | null {
  const [certUsage, selector, match] = data;
  if (certUsage === undefined || selector === undefined || match === undefined) return null;
  return { certUsage, selector, match, data: hexOf(data.subarray(3)) };
}

function hexOf(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
