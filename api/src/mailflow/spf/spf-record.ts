import { type Network, networkAt } from './address-ranges.ts';
import { type AddressFamily, addressNumber, isIp4, isIp6, isPrefixLength } from './ip-address.ts';
import { literalName, type MacroString, parseDomainSpec, parseMacroString } from './spf-macros.ts';

type SpfQualifier = '+' | '-' | '~' | '?';
type SpfMechanismName = 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists';

export type SpfMechanism = {
  text: string;
  qualifier: SpfQualifier;
  name: SpfMechanismName;
  /** The name after the colon; null where the current domain is meant or an address stands there. */
  target: MacroString | null;
  /** Of `ip4` and `ip6`. */
  network: Network | null;
  /** How many bits of the addresses of `a` and `mx` count. */
  prefixes: Readonly<Record<AddressFamily, number>>;
};
type SpfModifier = { text: string; name: string; target: MacroString | null };
type SpfSyntaxError = { term: string; why: string };

export type SpfRecord = {
  mechanisms: readonly SpfMechanism[];
  redirect: SpfModifier | null;
  explanation: SpfModifier | null;
  /** Modifiers that RFC 7208 does not know and that are ignored (6). */
  unknownModifiers: readonly string[];
  errors: readonly SpfSyntaxError[];
};

/** Whether a TXT record is an SPF record: `v=spf1` and then a space or the end (RFC 7208, 4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

const modifierForm = /^([a-z][a-z0-9\-_.]*)=(.*)$/is;
const mechanismForm = /^([+\-?~]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?=$|[:/])(.*)$/is;

/** The mechanism that a term means which is written like a modifier (`include=x`); null where it is none. */
export function colonFor(term: string): string | null {
  const match = /^(include|a|mx|ptr|ip4|ip6|exists)=(.+)$/is.exec(term);
  if (match === null) return null;
  const meant = `${match[1]}:${match[2]}`;
  return parsed(`v=spf1 ${meant}`).errors.length === 0 ? meant : null;
}

type Reading = { mechanisms: SpfMechanism[]; modifiers: SpfModifier[]; errors: SpfSyntaxError[] };

/** The same record is asked about several times in a check, and may be 64 KB long: the last one is kept. */
let last: { text: string; record: SpfRecord } | null = null;
/** Those of the large services are included by most domains: the latest ones of usual length are kept too. */
const kept = new Map<string, SpfRecord>();
const keptRecords = 500;
const keptLength = 1000;

/** Parses a whole record (RFC 7208, 4.6.1 and 12). Every term is read, because one broken term breaks the record. */
export function parseSpfRecord(text: string): SpfRecord {
  if (last?.text === text) return last.record;
  const record = kept.get(text) ?? parsed(text);
  last = { text, record };
  if (text.length > keptLength) return record;
  if (!kept.has(text) && kept.size >= keptRecords) kept.delete(kept.keys().next().value ?? '');
  kept.set(text, record);
  return record;
}

function parsed(text: string): SpfRecord {
  const reading: Reading = { mechanisms: [], modifiers: [], errors: [] };
  for (const term of text.split(' ').slice(1)) {
    if (term !== '') readTerm(term, reading);
  }
  const { mechanisms, modifiers, errors } = reading;
  for (const name of ['redirect', 'exp']) {
    const repeated = modifiers.filter((modifier) => modifier.name === name)[1];
    if (repeated !== undefined) errors.push({ term: repeated.text, why: `${name}= is duplicated` });
  }
  return {
    mechanisms,
    redirect: modifiers.find(({ name }) => name === 'redirect') ?? null,
    explanation: modifiers.find(({ name }) => name === 'exp') ?? null,
    unknownModifiers: modifiers.filter(({ name }) => name !== 'redirect' && name !== 'exp').map((m) => m.text),
    errors,
  };
}

function readTerm(term: string, reading: Reading): void {
  const modifier = modifierForm.exec(term);
  const mechanism = mechanismForm.exec(term);
  if (modifier !== null) readModifier(term, modifier[1] ?? '', modifier[2] ?? '', reading);
  else if (mechanism !== null) readMechanism(term, mechanism, reading);
  else reading.errors.push({ term, why: 'this is not an SPF mechanism or modifier' });
}

function readMechanism(term: string, match: RegExpExecArray, reading: Reading): void {
  const [, qualifier, name = '', rest = ''] = match;
  const lower = name.toLowerCase() as SpfMechanismName;
  const read = readArgument(lower, rest);
  if ('why' in read) reading.errors.push({ term, why: read.why });
  else
    reading.mechanisms.push({
      text: term,
      qualifier: qualifier === '' ? '+' : (qualifier as SpfQualifier),
      name: lower,
      target: read.target,
      network: read.network ?? null,
      prefixes: read.prefixes ?? wholeAddress,
    });
}

function readModifier(term: string, name: string, value: string, reading: Reading): void {
  const lower = name.toLowerCase();
  const isNamed = lower === 'redirect' || lower === 'exp';
  const target = isNamed ? parseDomainSpec(value) : parseMacroString(value, false);
  if (target === null)
    reading.errors.push({
      term,
      why: isNamed ? 'the domain name is missing' : 'its value has a broken macro or character',
    });
  else if (lower === 'redirect' && hasBadLabel(target)) reading.errors.push({ term, why: badLabel });
  else reading.modifiers.push({ text: term, name: lower, target });
}

type Argument = (Pick<SpfMechanism, 'target'> & Partial<Pick<SpfMechanism, 'network' | 'prefixes'>>) | { why: string };

const wholeAddress = { four: 32, six: 128 } as const satisfies SpfMechanism['prefixes'];

function readArgument(name: SpfMechanismName, rest: string): Argument {
  if (name === 'all') return rest === '' ? { target: null } : { why: 'all takes no argument' };
  if (name === 'ip4' || name === 'ip6') return readNetwork(name, rest);
  if (name === 'a' || name === 'mx') return readHost(rest);
  if (rest === '') return name === 'ptr' ? { target: null } : { why: `${name} needs a domain name` };
  return readTarget(rest);
}

function readTarget(rest: string): Argument {
  const target = rest.startsWith(':') ? parseDomainSpec(rest.slice(1)) : null;
  if (target === null) return { why: 'this is not a domain name' };
  return hasBadLabel(target) ? { why: badLabel } : { target };
}

const badLabel = 'a label of the name is empty or longer than 63 characters';

/**
 * A name that cannot be asked for. RFC 7208, 4.8 leaves open what receivers do with it: some give up the whole record,
 * so that it counts as broken here. Names made by macros are not known before.
 */
function hasBadLabel(target: MacroString): boolean {
  const name = literalName(target);
  return name?.split('.').some((label) => label === '' || label.length > 63) ?? false;
}

/** `[":" domain-spec] [dual-cidr-length]` (RFC 7208, 5.3, 5.4 and 5.6). */
function readHost(rest: string): Argument {
  const match = /^(.*?)(?:\/(\d+))?(?:\/\/(\d+))?$/s.exec(rest);
  const [, host = '', prefix4, prefix6] = match ?? [];
  if (prefix4 !== undefined && !isPrefixLength(prefix4, 32)) return { why: 'the prefix length must be 0 to 32' };
  if (prefix6 !== undefined && !isPrefixLength(prefix6, 128)) return { why: 'the IPv6 prefix length must be 0 to 128' };
  const prefixes = { four: Number(prefix4 ?? wholeAddress.four), six: Number(prefix6 ?? wholeAddress.six) };
  return host === '' ? { target: null, prefixes } : { ...readTarget(host), prefixes };
}

function readNetwork(name: 'ip4' | 'ip6', rest: string): Argument {
  const [address = '', prefix, ...more] = rest.slice(1).split('/');
  const family = name === 'ip4' ? 'four' : 'six';
  const isRight = family === 'four' ? isIp4(address) : isIp6(address);
  if (!rest.startsWith(':') || !isRight)
    return { why: `the ${family === 'four' ? 'IPv4' : 'IPv6'} address is missing or invalid` };
  const most = wholeAddress[family];
  if (more.length > 0 || (prefix !== undefined && !isPrefixLength(prefix, most)))
    return { why: `the prefix length must be 0 to ${most}` };
  return { target: null, network: networkAt(family, addressNumber(family, address), Number(prefix ?? most)) };
}
