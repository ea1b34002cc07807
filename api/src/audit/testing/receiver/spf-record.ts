import { type Address, parseIpv4, parseIpv6 } from './addresses.ts';
import { type DomainSpec, parseDomainSpec, parseMacroString } from './spf-macros.ts';

export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** What a mechanism compares a client with. */
type Mechanism =
  | { kind: 'all' }
  | { kind: 'include' | 'exists'; domain: DomainSpec }
  | { kind: 'ptr'; domain: DomainSpec | null }
  | { kind: 'a' | 'mx'; domain: DomainSpec | null; prefix4: number; prefix6: number }
  | { kind: 'ip4' | 'ip6'; network: Address; prefix: number };

export type Directive = Readonly<Mechanism & { result: SpfResult; text: string }>;
export type SpfRecord = Readonly<{ directives: readonly Directive[]; redirect: DomainSpec | null }>;

const results: Readonly<Record<string, SpfResult>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

/** `v=spf1` and then a space or the end, whatever the case (RFC 7208, 4.5). */
export const isSpfRecord = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** Reads a record as a whole: one syntax error anywhere makes all of it a permerror, null here (RFC 7208, 4.6). */
export function parseSpfRecord(text: string): SpfRecord | null {
  const directives: Directive[] = [];
  const modifiers = new Map<string, DomainSpec>();
  for (const term of text.split(' ').slice(1)) {
    if (term === '') continue;
    const modifier = /^([a-z][a-z\d\-_.]*)=(.*)$/is.exec(term);
    if (modifier) {
      if (!addModifier(modifiers, modifier[1]?.toLowerCase() ?? '', modifier[2] ?? '')) return null;
      continue;
    }
    const [, qualifier = '', name = '', rest = ''] = /^([+\-~?]?)([a-z\d]+)((?:[:/].*)?)$/is.exec(term) ?? [];
    const mechanism = parseMechanism(name.toLowerCase(), rest);
    if (!mechanism) return null;
    directives.push({ ...mechanism, result: results[qualifier || '+'] ?? 'pass', text: term });
  }
  return { directives, redirect: modifiers.get('redirect') ?? null };
}

/** `redirect` and `exp` stand once at most and name a domain (6); others are of any macro-string and ignored (4.6.1). */
function addModifier(modifiers: Map<string, DomainSpec>, name: string, value: string): boolean {
  if (name !== 'redirect' && name !== 'exp') return parseMacroString(value, 'slodiphcrtv') !== null;
  const domain = parseDomainSpec(value);
  if (!domain || modifiers.has(name)) return false;
  modifiers.set(name, domain);
  return true;
}

/** What follows the name of a mechanism: `:` and a domain, or nothing where the domain may be left out. */
function domainAfter(rest: string, mayBeMissing: boolean): DomainSpec | null | undefined {
  if (rest === '') return mayBeMissing ? null : undefined;
  return rest.startsWith(':') ? (parseDomainSpec(rest.slice(1)) ?? undefined) : undefined;
}

/** A prefix length without leading zeros, up to the width of the family (RFC 7208, 5.6 and 12). */
function prefixOf(text: string | undefined, width: number): number | null {
  if (text === undefined) return width;
  const isRight = /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= width;
  return isRight ? Number(text) : null;
}

function parseMechanism(kind: string, rest: string): Mechanism | null {
  switch (kind) {
    case 'all':
      return rest === '' ? { kind } : null;
    case 'include':
    case 'exists': {
      const domain = domainAfter(rest, false);
      return domain ? { kind, domain } : null;
    }
    case 'ptr': {
      const domain = domainAfter(rest, true);
      return domain === undefined ? null : { kind, domain };
    }
    case 'a':
    case 'mx':
      return parseHosts(kind, rest);
    case 'ip4':
    case 'ip6':
      return parseNetwork(kind, rest);
    default:
      return null;
  }
}

/** `a` and `mx`: an optional domain, then `/` and `//` with a prefix for each family (RFC 7208, 5.3 and 5.6). */
function parseHosts(kind: 'a' | 'mx', rest: string): Mechanism | null {
  const [, name = '', four, six] = /^(.*?)(?:\/(\d+))?(?:\/\/(\d+))?$/s.exec(rest) ?? [];
  const domain = domainAfter(name, true);
  const prefix4 = prefixOf(four, 32);
  const prefix6 = prefixOf(six, 128);
  return domain === undefined || prefix4 === null || prefix6 === null ? null : { kind, domain, prefix4, prefix6 };
}

function parseNetwork(kind: 'ip4' | 'ip6', rest: string): Mechanism | null {
  const [, address = '', length] = /^:([^/]*)(?:\/(.*))?$/s.exec(rest) ?? [];
  const network = kind === 'ip4' ? parseIpv4(address) : parseIpv6(address);
  const prefix = prefixOf(length, kind === 'ip4' ? 32 : 128);
  return network && prefix !== null ? { kind, network, prefix } : null;
}
