import { record, type SpfRecordDraft, tightSpf } from './random-spf.ts';
import type { ZoneDraft } from './zone-draft.ts';

type Plant = (draft: ZoneDraft, spf: SpfRecordDraft) => void;

/** A network of IPv4 of a prefix up to 8, in which outsiders have addresses. */
function openNetwork({ random }: ZoneDraft): { first: number; prefix: number } {
  const prefix = random.from(0, 8);
  const octet = random.pick([random.from(11, 126), random.from(128, 223)]);
  return { first: octet - (octet % 2 ** (8 - prefix)), prefix };
}

function openNetwork6({ random }: ZoneDraft): string {
  const prefix = random.from(0, 8);
  const octet = random.from(0x20, 0x3f);
  return `${(octet - (octet % 2 ** (8 - prefix))).toString(16)}00::/${prefix}`.replace(/^000::/, '::');
}

const ip4 = ({ first, prefix }: { first: number; prefix: number }): string => `ip4:${first}.0.0.0/${prefix}`;

/** Parts that make up much of IPv4 together, in any order, some of them left out. */
function parts({ random }: ZoneDraft): string[] {
  const prefix = random.from(1, 2);
  const firsts = prefix === 1 ? [0, 128] : [0, 64, 128].slice(random.below(2));
  const terms: string[] = [];
  for (const first of firsts) random.insert(terms, ip4({ first, prefix }));
  return terms;
}

/** A record that lets many pass, for an include or a redirect to lead to. */
function openRecord(draft: ZoneDraft): string {
  const { random } = draft;
  const terms = random.pick<() => string[]>([
    () => ['+all'],
    () => [`ip4:${draft.ownNetwork()}`, ip4(openNetwork(draft)), '-all'],
    () => [...parts(draft), '~all'],
    () => [`ip6:${openNetwork6(draft)}`, ip4(openNetwork(draft)), '?all'],
  ])();
  const name = draft.fresh('_open');
  draft.text(name, record(terms));
  return name;
}

/** A name that answers for every address, or for those of an octet. */
function answeringName(draft: ZoneDraft): string {
  const zone = draft.fresh('_any');
  return draft.random.pick<() => string>([
    () => {
      draft.add(zone, 'A', '127.0.0.2');
      return zone;
    },
    () => {
      draft.add(`*.${zone}`, 'A', '127.0.0.2');
      return draft.random.pick(['%{i}', '%{ir}.%{v}', '%{d}', '%{h}', '%{l}', '%{o}.%{i}', '%{p}']).concat(`.${zone}`);
    },
    () => {
      // One octet of the reversed address, the last of it: the first of the address.
      draft.add(`${draft.random.from(11, 126)}.${zone}`, 'A', '127.0.0.2');
      return `%{i1r}.${zone}`;
    },
    () => {
      draft.add(`mailer.${zone}`, 'A', '127.0.0.2');
      return `%{l}.${zone}`;
    },
  ])();
}

const insert =
  (terms: (draft: ZoneDraft) => string[]): Plant =>
  (draft, spf) => {
    for (const term of terms(draft)) draft.random.insert(spf.terms, term);
  };

/** Holes in the record of the domain by what they are. Each lets some outsiders pass SPF, unless a flaw comes on top. */
export const spfHoles: Readonly<Record<string, Plant>> = {
  'a large network of IPv4': insert((draft) => [ip4(openNetwork(draft))]),
  'a large network of IPv6': insert((draft) => [`ip6:${openNetwork6(draft)}`]),
  'parts of IPv4': insert(parts),
  'a large network without one part': (draft, spf) => {
    const { first, prefix } = draft.random.pick([
      { first: 0, prefix: 0 },
      { first: 128, prefix: 1 },
      { first: 64, prefix: 2 },
    ]);
    spf.terms.unshift(`${draft.random.pick(['-', '~', '?'])}ip4:${first}.0.0.0/${prefix + 1}`, ip4({ first, prefix }));
  },
  'all passes': (_draft, spf) => {
    spf.end = ['+all'];
  },
  'a host with a short prefix': insert((draft) => [
    `a:${draft.host(draft.fresh('host'))}${draft.random.pick([`/${draft.random.from(0, 8)}`, `/32//${draft.random.from(0, 3)}`])}`,
  ]),
  'an exchange with a short prefix': insert((draft) => {
    const name = draft.fresh('exchange');
    draft.add(name, 'MX', { priority: 10, exchange: draft.host(draft.fresh('in')) });
    return [`mx:${name}/${draft.random.from(0, 8)}`];
  }),
  'a name that exists': insert((draft) => [`exists:${answeringName(draft)}`]),
  'an open include': insert((draft) => [`include:${openRecord(draft)}`]),
  'an open include of an include': insert((draft) => {
    const name = draft.fresh('_spf');
    draft.text(name, record([`ip4:${draft.ownNetwork()}`, `include:${openRecord(draft)}`, '-all']));
    return [`include:${name}`];
  }),
  'an open redirect': (draft, spf) => {
    spf.end = [`redirect=${openRecord(draft)}`];
  },
};

/** Open records of other names, whose envelopes align with the domain or the name itself. */
export const subdomainHoles: Readonly<Record<string, (draft: ZoneDraft) => void>> = {
  'an open subdomain': (draft) => draft.text(draft.fresh('campaign'), record([ip4(openNetwork(draft)), '-all'])),
  'an open wildcard': (draft) => draft.text(`*.${draft.domain}`, record(['+all'])),
  'a subdomain that includes an open record': (draft) =>
    draft.text(draft.fresh('shop'), record([`include:${openRecord(draft)}`, '-all'])),
};

const missing = (draft: ZoneDraft, count: number): string[] =>
  Array.from({ length: count }, () => `a:${draft.fresh('gone')}`);

/** What is wrong with the record and lets nobody pass. */
export const spfFlaws: Readonly<Record<string, Plant>> = {
  'a syntax error': insert(({ random }) => [
    random.pick([
      'ipv4:203.0.113.7',
      'ip4:203.0.113',
      'ip4:203.0.113.0/33',
      'include',
      'a:host',
      'mx/08',
      'all:x',
      'exists:%{x}.a.example',
    ]),
  ]),
  'a second record': (draft) => draft.text(draft.domain, record([`ip4:${draft.ownNetwork()}`, '-all'])),
  'hosts that do not exist': insert((draft) => missing(draft, draft.random.from(3, 5))),
  'too many lookups': insert((draft) =>
    Array.from({ length: draft.random.from(11, 13) }, () => `a:${draft.host(draft.fresh('host'))}`),
  ),
  'an include of nothing': insert((draft) => [`include:${draft.fresh('_gone')}`]),
  'a redirect to nothing': (draft, spf) => {
    spf.end = [`redirect=${draft.fresh('_gone')}`];
  },
  'an include of itself': insert(({ domain }) => [`include:${domain}`]),
  'a neutral end': (_draft, spf) => {
    spf.end = ['?all'];
  },
  'no end': (_draft, spf) => {
    spf.end = [];
  },
};

/** Publishes the record of the domain. */
export function publishSpf(draft: ZoneDraft, owner: string, { terms, end }: SpfRecordDraft): void {
  draft.text(owner, record([...terms, ...end]));
}

/** A subdomain that sends, with a tight record of its own. */
export function addSendingSubdomain(draft: ZoneDraft): void {
  const name = draft.fresh('news');
  draft.host(name);
  publishSpf(draft, name, tightSpf(draft, name));
}
