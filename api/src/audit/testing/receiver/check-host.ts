import { type Address, isWithin, parseIpv4, parseIpv6, reverseName } from './addresses.ts';
import { canonical, isBelow, isDnsName, type Lookup, type Names } from './names.ts';
import { type DomainSpec, expandDomain, type MacroValues } from './spf-macros.ts';
import { type Directive, isSpfRecord, parseSpfRecord, type SpfRecord, type SpfResult } from './spf-record.ts';

type Sender = Readonly<{ ip: Address; localPart: string; domain: string; helo: string }>;
/** `by` is the term that decided, in the record of the domain that was asked for. */
export type SpfVerdict = Readonly<{ result: SpfResult; by: string }>;
export type CheckHost = (sender: Sender) => SpfVerdict;

const lookupLimit = 10;
const voidLimit = 2;
const hostLimit = 10;

type Evaluation = { readonly sender: Sender; lookups: number; voids: number };
class SpfError extends Error {
  readonly result: SpfResult;
  constructor(result: SpfResult) {
    super(result);
    this.result = result;
  }
}

// Made once: they carry no more than what they are, and a stack for each would cost more than the rest.
const permError = new SpfError('permerror');
const tempError = new SpfError('temperror');

/**
 * SPF over a zone (RFC 7208, 4): ten terms that ask the DNS, two of them in vain, ten hosts of an `mx`; more is a
 * permerror (4.6.4). In vain is the term's own question, not that for the address of each host of an `mx`.
 */
export function checkHostOver(names: Names): CheckHost {
  const records = new Map<string, SpfRecord | SpfResult>();
  const addresses = new Map<string, Address | null>();

  const recordOf = (domain: string): SpfRecord | SpfResult => {
    const known = records.get(domain) ?? readRecord(names, domain);
    records.set(domain, known);
    return known;
  };
  const parsed = (value: unknown): Address | null => {
    const text = String(value);
    const known = addresses.get(text);
    if (known !== undefined) return known;
    const address = parseIpv4(text) ?? parseIpv6(text);
    addresses.set(text, address);
    return address;
  };

  const addressesOf = (ip: Address, host: string): Lookup => names.lookUp(host, ip.family === 4 ? 'A' : 'AAAA');
  const hasAddress = (ip: Address, { values }: Lookup, prefix: number): boolean =>
    values.some((value) => {
      const address = parsed(value);
      return address !== null && isWithin(ip, address, prefix);
    });

  const pointersOf = (ip: Address): Lookup => names.lookUp(reverseName(ip), 'PTR');
  /** Names of the client that lead back to it, of the first ten (RFC 7208, 5.5). */
  const validatedNames = (ip: Address): string[] =>
    pointersOf(ip)
      .values.slice(0, hostLimit)
      .map((name) => canonical(String(name)))
      .filter((name) => hasAddress(ip, addressesOf(ip, name), ip.family === 4 ? 32 : 128));

  const macroValues = ({ sender }: Evaluation, domain: string): MacroValues => ({
    localPart: sender.localPart,
    senderDomain: sender.domain,
    domain,
    ip: sender.ip,
    helo: sender.helo,
    validatedName: () => {
      const all = validatedNames(sender.ip);
      return all.find((name) => name === domain) ?? all.find((name) => isBelow(name, domain)) ?? all[0] ?? 'unknown';
    },
  });
  const target = (spec: DomainSpec | null, run: Evaluation, domain: string): string =>
    spec === null ? domain : (spec.name ?? expandDomain(spec, macroValues(run, domain)));

  const matchesMx = (run: Evaluation, host: string, prefix: number): boolean => {
    const hosts = answered(run, names.lookUp(host, 'MX')).values;
    if (hosts.length > hostLimit) throw permError;
    return hosts.some((mx) => {
      const found = addressesOf(run.sender.ip, (mx as { exchange: string }).exchange);
      if (found.status === 'failed') throw tempError;
      return hasAddress(run.sender.ip, found, prefix);
    });
  };

  const matches = (directive: Directive, run: Evaluation, domain: string): boolean => {
    const { ip } = run.sender;
    switch (directive.kind) {
      case 'all':
        return true;
      case 'ip4':
      case 'ip6':
        return isWithin(ip, directive.network, directive.prefix);
      case 'include':
        countLookup(run);
        return included(check(run, target(directive.domain, run, domain)).result);
      case 'exists':
        countLookup(run);
        return answered(run, names.lookUp(target(directive.domain, run, domain), 'A')).status === 'found';
      case 'ptr': {
        countLookup(run);
        // No answer is as no name here (5.5).
        if (pointersOf(ip).status === 'failed') return false;
        answered(run, pointersOf(ip));
        const within = target(directive.domain, run, domain);
        return validatedNames(ip).some((name) => name === within || isBelow(name, within));
      }
      case 'a':
      case 'mx': {
        countLookup(run);
        const prefix = ip.family === 4 ? directive.prefix4 : directive.prefix6;
        const host = target(directive.domain, run, domain);
        if (directive.kind === 'mx') return matchesMx(run, host, prefix);
        return hasAddress(ip, answered(run, addressesOf(ip, host)), prefix);
      }
    }
  };

  const check = (run: Evaluation, domain: string): SpfVerdict => {
    const record = recordOf(domain);
    if (typeof record === 'string') return { result: record, by: 'the record' };
    for (const directive of record.directives)
      if (matches(directive, run, domain)) return { result: directive.result, by: directive.text };
    if (!record.redirect) return { result: 'neutral', by: 'the end of the record' };
    countLookup(run);
    const { result, by } = check(run, target(record.redirect, run, domain));
    return result === 'none' ? { result: 'permerror', by: 'redirect' } : { result, by: `redirect, ${by}` };
  };

  return (sender) => {
    try {
      return check({ sender, lookups: 0, voids: 0 }, canonical(sender.domain));
    } catch (error) {
      if (error instanceof SpfError) return { result: error.result, by: 'the evaluation' };
      throw error;
    }
  };
}

/** The one record of a domain, or what its absence is (RFC 7208, 4.3 to 4.6). */
function readRecord(names: Names, domain: string): SpfRecord | SpfResult {
  if (!isDnsName(domain) || !domain.includes('.')) return 'none';
  const { failed, values } = names.texts(domain);
  if (failed) return 'temperror';
  const [text, second] = values.filter(isSpfRecord);
  if (text === undefined) return 'none';
  return second === undefined ? (parseSpfRecord(text) ?? 'permerror') : 'permerror';
}

function countLookup(run: Evaluation): void {
  run.lookups++;
  if (run.lookups > lookupLimit) throw permError;
}

function answered(run: Evaluation, lookup: Lookup): Lookup {
  if (lookup.status === 'failed') throw tempError;
  if (lookup.status !== 'found') run.voids++;
  if (run.voids > voidLimit) throw permError;
  return lookup;
}

/** What becomes of an include by the result of what it includes (RFC 7208, 5.2). */
function included(result: SpfResult): boolean {
  if (result === 'temperror') throw tempError;
  if (result === 'permerror' || result === 'none') throw permError;
  return result === 'pass';
}
