import type { ZoneDraft } from './zone-draft.ts';

/** How many terms that ask the DNS a record may still hold, with all that it includes (RFC 7208, 4.6.4). */
type Budget = { lookups: number; exists: number };
type MakeTerm = (draft: ZoneDraft, owner: string, budget: Budget) => string[];

const outlook = 'spf.protection.outlook.com';
const qualified = (qualifier: string, terms: readonly string[]): string[] => terms.map((term) => qualifier + term);

/** A term that asks the DNS, or a network where that would be too many. */
function asking(budget: Budget, draft: ZoneDraft, make: () => string[]): string[] {
  if (budget.lookups < 1) return [`ip4:${draft.ownNetwork()}`];
  budget.lookups--;
  return make();
}

/** Prefix lengths of hosts that stay with a few addresses. */
const smallPrefix = ({ random }: ZoneDraft): string =>
  random.pick(['', '', '', `/${random.from(24, 32)}`, `//${random.from(64, 128)}`, `/${random.from(28, 32)}//64`]);

const ipv6Network = ({ random }: ZoneDraft): string =>
  random.pick([`2a01:4f8:${random.below(9999)}::1`, `2a02:${random.below(9999)}:7::/${random.from(48, 64)}`]);

const makeA: MakeTerm = (draft, owner, budget) =>
  asking(budget, draft, () => {
    if (draft.random.chance(0.4) && draft.records[owner]?.A) return [`a${smallPrefix(draft)}`];
    return [`a:${draft.host(draft.fresh('host'))}${smallPrefix(draft)}`];
  });

const makeMx: MakeTerm = (draft, owner, budget) =>
  asking(budget, draft, () => {
    const own = draft.records[owner]?.MX;
    if (own && draft.random.chance(0.6)) return [`mx${smallPrefix(draft)}`];
    const name = draft.fresh('exchange');
    const hosts = draft.random.from(1, 3);
    for (let at = 0; at < hosts; at++) draft.add(name, 'MX', { priority: at, exchange: draft.host(draft.fresh('in')) });
    return [`mx:${name}${smallPrefix(draft)}`];
  });

const makeInclude: MakeTerm = (draft, _owner, budget) =>
  asking(budget, draft, () => {
    const { random } = draft;
    const name = random.chance(0.4)
      ? draft.fresh('_spf')
      : draft.fresh('spf', random.pick(['vendor.example', 'esp.example.net']));
    const terms = tightTerms(draft, name, budget, random.from(1, 3));
    draft.text(name, record([...terms, ...random.pick([['-all'], ['~all'], ['?all'], []])]));
    return [`include:${name}`];
  });

/** `exists` over names for single addresses, which no outsider has. */
const makeExists: MakeTerm = (draft, _owner, budget) => {
  // For everybody else it asks in vain, which may happen twice (RFC 7208, 4.6.4).
  if (budget.exists-- < 1) return [`ip4:${draft.ownNetwork()}`];
  return asking(budget, draft, () => {
    const zone = draft.fresh('_ip');
    draft.add(`203.100.7.${draft.random.from(1, 254)}.${zone}`, 'A', '127.0.0.2');
    return [`exists:${draft.random.pick(['%{i}', '%{i4}', '%{I}'])}.${zone}`];
  });
};

/** Terms whose qualifier keeps anybody from passing by them, however many they match. */
const makeRefusal: MakeTerm = (draft, _owner, budget) => {
  const { random } = draft;
  const qualifier = random.pick(['-', '~', '?']);
  if (random.chance(0.7)) return [`${qualifier}ip4:${random.from(1, 223)}.0.0.0/${random.from(8, 16)}`];
  return asking(budget, draft, () => {
    const name = draft.fresh('_block');
    draft.text(name, record([`ip4:${random.from(1, 223)}.0.0.0/${random.from(8, 12)}`]));
    return qualified(qualifier, [`include:${name}`]);
  });
};

const makeTerm: readonly [MakeTerm, ...MakeTerm[]] = [
  (draft) => [`ip4:${draft.ownNetwork()}`],
  (draft) => [`ip4:${draft.ownNetwork()}`],
  (draft) => [`ip4:${draft.ownNetwork()}`, `ip4:${draft.ownNetwork()}`],
  (draft) => [`ip6:${ipv6Network(draft)}`],
  makeA,
  makeA,
  makeMx,
  makeInclude,
  makeInclude,
  makeInclude,
  makeExists,
  makeRefusal,
  (draft, _owner, budget) =>
    draft.random.chance(0.2) ? asking(budget, draft, () => ['ptr']) : makeA(draft, _owner, budget),
];

function tightTerms(draft: ZoneDraft, owner: string, budget: Budget, count: number): string[] {
  const terms: string[] = [];
  for (let at = 0; at < count; at++) draft.random.insert(terms, ...draft.random.pick(makeTerm)(draft, owner, budget));
  return terms;
}

/** A record of terms, in one of the spellings that mean the same (RFC 7208, 4.5 and 4.6.1). */
export const record = (terms: readonly string[]): string => ['v=spf1', ...terms].join(' ');

/** Networks that a term before them has already refused, each with the refusal (RFC 7208, 4.6.2: the first match counts). */
function shadowed({ random, fresh, text }: ZoneDraft): { before: string; after: string[] } {
  const octet = random.pick([0, 64, 128]);
  const everyone = fresh('_all');
  return random.pick<() => { before: string; after: string[] }>([
    () => ({ before: '-ip4:0.0.0.0/0', after: [`ip4:${octet}.0.0.0/2`] }),
    () => ({ before: `~ip4:${octet}.0.0.0/2`, after: [`ip4:${octet}.0.0.0/3`, `ip4:${octet + 32}.0.0.0/3`] }),
    () => ({ before: '?ip6:::/0', after: ['ip6:2000::/3'] }),
    () => {
      text(everyone, record(['+all']));
      return { before: `-include:${everyone}`, after: ['ip4:0.0.0.0/1', 'ip4:128.0.0.0/1'] };
    },
    () => ({ before: '-all', after: ['+all'] }),
  ])();
}

export type SpfRecordDraft = { terms: string[]; end: string[] };

/** A record that passes few addresses: terms, and how it ends, which may be in another record (RFC 7208, 6.1). */
export function tightSpf(draft: ZoneDraft, owner: string): SpfRecordDraft {
  const { random } = draft;
  const budget = { lookups: random.from(2, 6), exists: 1 };
  const terms = random.chance(0.1) ? [] : tightTerms(draft, owner, budget, random.from(1, 5));
  if (owner === draft.domain && random.chance(0.75)) random.insert(terms, `include:${outlook}`);
  if (random.chance(0.1)) random.insert(terms, random.pick(['exp=explain.contoso.example', 'x-note=%{d}']));
  return {
    terms,
    end: random.chance(0.15) ? [redirectTo(draft, budget)] : [random.pick(['-all', '-all', '~all'])],
  };
}

/** A redirect, by way of up to two others, to a record that refuses the rest. */
function redirectTo(draft: ZoneDraft, budget: Budget): string {
  const name = draft.fresh('_more');
  const goesOn = budget.lookups > 3 && draft.random.chance(0.5);
  budget.lookups -= goesOn ? 1 : 0;
  const terms = tightTerms(draft, name, budget, draft.random.from(0, 2));
  draft.text(name, record([...terms, goesOn ? redirectTo(draft, budget) : draft.random.pick(['-all', '~all'])]));
  return `redirect=${name}`;
}

/** Adds networks that look open and are not, because of what stands before them. */
export function addShadowed(draft: ZoneDraft, { terms }: SpfRecordDraft): void {
  const { before, after } = shadowed(draft);
  const at = draft.random.below(terms.length + 1);
  terms.splice(at, 0, before);
  terms.splice(draft.random.from(at + 1, terms.length), 0, ...after);
}

/** Microsoft's record, smaller than it is. */
export function addOutlook(draft: ZoneDraft): void {
  draft.text(outlook, record(['ip4:40.92.0.0/15', 'ip4:40.107.0.0/16', 'ip6:2a01:111:f400::/48', '-all']));
}
