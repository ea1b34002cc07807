import { isUnknown, type Unknown } from '../../ports/dns.ts';
import { ask, type DnsReading } from '../dns-reading.ts';
import { canBeAsked } from '../domain-name.ts';
import { type Network, networkAt } from './address-ranges.ts';
import { type AddressFamily, addressBits, addressNumber, isIp4, isIp6 } from './ip-address.ts';
import { addProblem, countVoid, hostQuestions, notFollowed, type SpfWalk } from './spf-count.ts';
import { expandFor, isByAddress, type MacroDomains, type MacroString } from './spf-macros.ts';
import type { Matched } from './spf-reach.ts';
import type { SpfMechanism } from './spf-record.ts';
import { mxNameLimit, type SpfTerm } from './spf-result.ts';

type Prefixes = SpfMechanism['prefixes'];

const whyUnknown = {
  timeout: 'no answer in time',
  servfail: 'the name server failed',
  overLimit: 'beyond the limit for one domain',
  notAsked: notFollowed,
} as const satisfies Record<Unknown, string>;

function noteUnknown(walk: SpfWalk, term: SpfTerm, status: Unknown, name: string): void {
  term.note = whyUnknown[status];
  walk.unknown.push({ status, name });
}

const nobody: Matched = { kind: 'nobody' };

/**
 * `a` and `exists` (RFC 7208, 5.3 and 5.7). A name is void where it has neither A nor AAAA; `exists` asks for A whoever sends.
 * @param prefixes of `a`; null: `exists`, which matches everybody or nobody
 */
export function* matchedByAddress(
  walk: SpfWalk,
  term: SpfTerm,
  name: string,
  prefixes: Prefixes | null,
): DnsReading<Matched> {
  const answer = yield* ask(name, 'A');
  if (isUnknown(answer.status)) {
    noteUnknown(walk, term, answer.status, name);
    return prefixes === null ? { kind: 'unknown', why: 'unread' } : somewhere(1, prefixes);
  }
  if (answer.status === 'ok' && prefixes === null) return { kind: 'everybody' };
  const four = answer.status === 'ok' ? answer.values : [];
  // What is asked for next is bounded: one more question a term.
  const asksSix = prefixes !== null && (answer.status === 'nodata' || (four.length > 0 && isShort(prefixes).six));
  const six = asksSix ? yield* ask(name, 'AAAA') : null;
  if (six !== null && isUnknown(six.status)) {
    noteUnknown(walk, term, six.status, name);
    return somewhere(1, prefixes ?? wholeAddress);
  }
  const sixes = six?.status === 'ok' ? six.values : [];
  if (four.length > 0 || sixes.length > 0) return { ...networksOf(four, sixes, prefixes ?? wholeAddress), loose: null };
  term.note = 'has no address';
  countVoid(walk, name);
  return nobody;
}

const wholeAddress: Prefixes = { four: 32, six: 128 };

/** From here on it matters where the hosts of a term are: with longer prefixes they are a few addresses each. */
const isShort = ({ four, six }: Prefixes) => ({ four: four < 24, six: six < addressBits.six });

function networksOf(four: readonly string[], six: readonly string[], prefixes: Prefixes) {
  const networks: Network[] = [];
  for (const address of four)
    if (isIp4(address)) networks.push(networkAt('four', addressNumber('four', address), prefixes.four));
  for (const address of six)
    if (isIp6(address)) networks.push(networkAt('six', addressNumber('six', address), prefixes.six));
  return { kind: 'networks' as const, networks };
}

/** Hosts whose addresses were not asked for: networks of that size, wherever they lie. */
export function somewhere(hosts: number, prefixes: Prefixes): Matched {
  const networks: Network[] = [];
  const loose: Record<AddressFamily, number> = { four: 0, six: 0 };
  for (const family of ['four', 'six'] as const) {
    if (prefixes[family] === 0) networks.push(networkAt(family, 0, 0));
    else loose[family] = hosts * 2 ** Math.max(0, addressBits[family] - prefixes[family]);
  }
  return { kind: 'networks', networks, loose };
}

/** RFC 7208, 5.4 and 4.6.4: more than ten names are a permerror. */
export function* matchedByMx(walk: SpfWalk, term: SpfTerm, name: string, prefixes: Prefixes): DnsReading<Matched> {
  const answer = yield* ask(name, 'MX');
  if (isUnknown(answer.status)) {
    noteUnknown(walk, term, answer.status, name);
    return somewhere(1, prefixes);
  }
  if (answer.status !== 'ok') {
    term.note = 'has no MX record';
    countVoid(walk, name);
    return nobody;
  }
  if (answer.values.length > mxNameLimit) {
    const text = `${name} has ${answer.values.length} MX records, the limit is ${mxNameLimit}`;
    addProblem(walk, 'too_many_mx', name, text);
    return { kind: 'error' };
  }
  const hosts = answer.values.map(({ exchange }) => exchange).filter(canBeAsked);
  const { four, six } = isShort(prefixes);
  const isAsked = (four || six) && walk.hostQuestions + 2 * hosts.length <= hostQuestions;
  return isAsked ? yield* matchedByHosts(walk, hosts, prefixes) : somewhere(hosts.length, prefixes);
}

function* matchedByHosts(walk: SpfWalk, hosts: readonly string[], prefixes: Prefixes): DnsReading<Matched> {
  const found: Record<AddressFamily, string[]> = { four: [], six: [] };
  let unread = 0;
  for (const host of hosts) {
    walk.hostQuestions += 2;
    for (const [family, type] of [
      ['four', 'A'],
      ['six', 'AAAA'],
    ] as const) {
      const answer = yield* ask(host, type);
      if (answer.status === 'ok') found[family].push(...answer.values);
      else if (isUnknown(answer.status)) unread += 1;
    }
  }
  if (unread > 0) return somewhere(hosts.length, prefixes);
  return { ...networksOf(found.four, found.six, prefixes), loose: null };
}

/** Strangers: addresses that are kept for documentation, from which nobody sends (RFC 5737; RFC 3849, RFC 9637). */
const strangers = {
  four: ['192.0.2.193', '203.0.113.77'],
  six: ['2001:0db8:0000:0000:0000:0000:0000:00c1', '3fff:0051:0000:0000:0000:0000:0000:004d'].map((address) =>
    [...address.replaceAll(':', '')].join('.'),
  ),
} as const satisfies Record<AddressFamily, readonly string[]>;

/**
 * `exists` with macros of the sender (RFC 7208, 5.7): asked for strangers. Of a family of which both are let in, everybody is; where
 * none is, there is a list of somebody's, which cannot be read.
 */
export function* matchedByExists(walk: SpfWalk, spec: MacroString, domains: MacroDomains): DnsReading<Matched> {
  const open: AddressFamily[] = [];
  let letIn = 0;
  for (const family of ['four', 'six'] as const) {
    if (family === 'six' && walk.hostQuestions + 2 > hostQuestions) return { kind: 'unknown', why: 'sender' };
    if (family === 'six') walk.hostQuestions += 2;
    let ofFamily = 0;
    for (const address of strangers[family]) {
      const name = expandFor(spec, domains, address);
      if (!canBeAsked(name)) continue;
      const answer = yield* ask(name, 'A');
      if (isUnknown(answer.status)) return { kind: 'unknown', why: 'sender' };
      if (answer.status === 'ok') ofFamily += 1;
    }
    if (ofFamily === strangers[family].length) open.push(family);
    letIn += ofFamily;
  }
  if (open.length > 0)
    return { kind: 'networks', networks: open.map((family) => networkAt(family, 0, 0)), loose: null };
  return { kind: 'unknown', why: letIn === 0 && isByAddress(spec) ? 'listed' : 'sender' };
}
