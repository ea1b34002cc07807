import { quoted } from '../bounded-text.ts';
import { providerOfInclude } from '../mail-providers.ts';
import {
  type AddressSet,
  copyOf,
  eachRange,
  everyAddress,
  type Network,
  networkAt,
  sizeOf,
  sizeWithin,
  takeOut,
  takeOutAll,
} from './address-ranges.ts';
import type { AddressFamily } from './ip-address.ts';
import { parseSpfRecord } from './spf-record.ts';
import type { SpfAll, SpfReach, SpfResult, WideTerm } from './spf-result.ts';

/**
 * What a term matches. `networks` lie at known places, `loose` ones at places that were not asked for. `unknown`: it depends on
 * who sends, or was not answered. `error`: receivers give up here (permerror), whoever sends.
 */
export type Matched =
  | { kind: 'networks'; networks: readonly Network[]; loose: Readonly<Record<AddressFamily, number>> | null }
  | { kind: 'record'; record: ReachRecord; isRedirect: boolean }
  | { kind: 'everybody' | 'nobody' | 'error' }
  | { kind: 'unknown'; why: SpfReach['unbounded'][number]['why'] };

type ReachStep = { term: string; qualifier: SpfAll; matched: Matched };

/** One record of the tree as receivers evaluate it, its terms in their order (RFC 7208, 4.6.2). */
export type ReachRecord = { domain: string; steps: ReachStep[] };

/** Who passes by what has been read, and what is not open to others: `null` where nothing is granted here. */
type Grant = { provider: string | null; gather: Gathered } | null;

type Gathered = {
  terms: Map<ReachStep, WideTerm>;
  unbounded: SpfReach['unbounded'];
  unexplained: Record<AddressFamily, number>;
};

/** So many terms and names are told; whoever publishes the record decides how many there are. */
const toldTerms = 5;

/** Special-purpose addresses from which no mail comes over the Internet (RFC 6890; IANA's registry): no gap, whoever lists them. */
const privateNetworks: readonly Network[] = [
  ...(
    [
      [0, 8],
      [10 * 2 ** 24, 8],
      [100 * 2 ** 24 + 64 * 2 ** 16, 10],
      [127 * 2 ** 24, 8],
      [169 * 2 ** 24 + 254 * 2 ** 16, 16],
      [172 * 2 ** 24 + 16 * 2 ** 16, 12],
      [192 * 2 ** 24 + 168 * 2 ** 16, 16],
    ] as const
  ).map(([address, prefix]) => networkAt('four', address, prefix)),
  // Unique local addresses, link-local ones (RFC 4193, RFC 4291).
  networkAt('six', 0xfc00 * 2 ** 32, 7),
  networkAt('six', 0xfe80 * 2 ** 32, 10),
];

const families = ['four', 'six'] as const satisfies readonly AddressFamily[];

/**
 * Whom a record lets pass, as one set over its whole tree: the terms in order, what an earlier one took no later one
 * gives (RFC 7208, 4.6.2), included records by what passes there (5.2), networks wherever they stand.
 * @returns how many addresses of IPv4 and networks (/48) of IPv6 pass, at most; what of them neither a provider's own
 * record nor a special purpose explains; the terms that give the most; and what cannot be bounded
 */
export function reachOf(record: ReachRecord): SpfReach {
  const gather: Gathered = { terms: new Map(), unbounded: [], unexplained: { four: 0, six: 0 } };
  const { passed, loose } = evaluate(record, everyAddress(), { provider: null, gather });
  const sizes = (family: AddressFamily) =>
    Math.min(sizeOf(passed[family]) + loose[family], sizeOf(everyAddress()[family]));
  const widest = [...gather.terms.values()].toSorted((a, b) => weight(b) - weight(a));
  return {
    ip4: sizes('four'),
    ip6: sizes('six'),
    unexplained: { ip4: gather.unexplained.four, ip6: gather.unexplained.six },
    terms: widest.slice(0, toldTerms),
    unbounded: gather.unbounded.slice(0, toldTerms),
  };
}

/**
 * Whether a valid record lets nobody send, by whatever other records it leads to. Terms that name hosts count as somebody, though
 * they may have no address today.
 */
export function namesNobody({ class: kind, all, record, reach }: SpfSeen): boolean {
  if (kind !== 'valid' || record === null || reach === undefined || (all !== '-' && all !== '~')) return false;
  const leads = parseSpfRecord(record).mechanisms.every(({ name }) => name === 'all' || name === 'include');
  return leads && reach.ip4 === 0 && reach.ip6 === 0 && reach.unbounded.length === 0;
}

type SpfSeen = Pick<SpfResult, 'class' | 'all' | 'record' | 'reach'>;

/** To compare terms of both families: each by its share of what there is. */
const weight = ({ ip4, ip6 }: WideTerm): number => ip4 / 2 ** 32 + ip6 / 2 ** 48;

type Passed = { passed: AddressSet; loose: Record<AddressFamily, number>; isError: boolean };

/**
 * @param left who reaches this record: changed
 * @param grant null where it does not lead to a pass of the whole
 */
function evaluate(record: ReachRecord, left: AddressSet, grant: Grant): Passed {
  const own = grant && { ...grant, provider: grant.provider ?? providerOfInclude(record.domain)?.id ?? null };
  const found: Passed = { passed: { four: [], six: [] }, loose: { four: 0, six: 0 }, isError: false };
  for (const step of record.steps) {
    const { matched, qualifier } = step;
    if (matched.kind === 'error') return { ...found, isError: true };
    if (matched.kind === 'nobody') continue;
    const granted = qualifier === '+' ? own : null;
    const by = { step, domain: record.domain, grant: granted };
    if (matched.kind === 'unknown') {
      if (granted !== null && granted.provider === null) tell(granted.gather, by, matched.why);
    } else if (matched.kind === 'record') {
      if (follow(matched, by, left, found)) return found;
    } else {
      const networks = matched.kind === 'networks' ? matched.networks : everyNetwork;
      for (const network of networks) take(network, by, left, found);
      if (matched.kind === 'networks' && matched.loose !== null) giveLoose(matched.loose, by, found);
      if (matched.kind === 'everybody') return found;
    }
  }
  return found;
}

const everyNetwork = families.map((family) => networkAt(family, 0, 0));

type By = { step: ReachStep; domain: string; grant: Grant };

function tell({ unbounded }: Gathered, { step, domain }: By, why: SpfReach['unbounded'][number]['why']): void {
  unbounded.push({ term: quoted(step.term), domain, why });
}

/** @returns whether the evaluation ends there for everybody who is left */
function follow(
  { record, isRedirect }: Extract<Matched, { kind: 'record' }>,
  { step, grant }: By,
  left: AddressSet,
  found: Passed,
): boolean {
  const inner = evaluate(record, copyOf(left), grant);
  takeOutAll(left, inner.passed);
  if (step.qualifier === '+') {
    for (const family of families) {
      eachRange(inner.passed[family], (from, to) => void found.passed[family].push(from, to));
      found.loose[family] += inner.loose[family];
    }
  }
  found.isError = inner.isError;
  return inner.isError || isRedirect;
}

function take(network: Network, { step, domain, grant }: By, left: AddressSet, found: Passed): void {
  const { family } = network;
  const taken = takeOut(left, network);
  if (step.qualifier !== '+' || taken.length === 0) return;
  eachRange(taken, (from, to) => void found.passed[family].push(from, to));
  if (grant === null) return;
  const own = privateNetworks.reduce(
    (sum, one) => (one.family === family ? sum - sizeWithin(taken, one) : sum),
    sizeOf(taken),
  );
  add({ step, domain, grant }, family, sizeOf(taken), own);
}

function giveLoose(loose: Readonly<Record<AddressFamily, number>>, by: By, found: Passed): void {
  if (by.step.qualifier !== '+') return;
  for (const family of families) {
    found.loose[family] += loose[family];
    if (by.grant !== null && loose[family] > 0) add({ ...by, grant: by.grant }, family, loose[family], loose[family]);
  }
}

function add(
  { step, domain, grant }: { step: ReachStep; domain: string; grant: NonNullable<Grant> },
  family: AddressFamily,
  size: number,
  unexplained: number,
): void {
  const { terms, unexplained: all } = grant.gather;
  const told = terms.get(step) ?? { term: quoted(step.term), domain, provider: grant.provider, ip4: 0, ip6: 0 };
  told[family === 'four' ? 'ip4' : 'ip6'] += size;
  terms.set(step, told);
  if (grant.provider === null) all[family] += unexplained;
}
