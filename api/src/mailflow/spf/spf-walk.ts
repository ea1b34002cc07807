import { isUnknown, type Unknown } from '../../ports/dns.ts';
import { textsOf } from '../dns-answers.ts';
import { ask, type DnsReading } from '../dns-reading.ts';
import { canBeAsked } from '../domain-name.ts';
import { expandName, type MacroString } from './spf-macros.ts';
import { isSpfRecord, parseSpfRecord, type SpfMechanism, type SpfRecord } from './spf-record.ts';
import {
  lookupLimit,
  mxNameLimit,
  type SpfAll,
  type SpfNode,
  type SpfProblem,
  type SpfTerm,
  type SpfWarning,
  voidLimit,
} from './spf-result.ts';

/** Terms are followed this far beyond the limit, so that the cost of a broken tree can still be shown. */
export const followedTerms = 50;
/** Most questions that one walk asks: the record, and two (A, AAAA) for each term that is followed. */
export const spfQuestionBudget = 1 + 2 * followedTerms;

export type SpfWalk = {
  initial: string;
  lookups: number;
  voids: number;
  /** `domain`: whose record holds the fault. */
  problems: { problem: SpfProblem; domain: string; text: string }[];
  unknown: { status: Unknown; name: string }[];
  warnings: SpfWarning[];
  included: Set<string>;
  all: SpfAll | null;
};

export function startWalk(initial: string): SpfWalk {
  return {
    initial,
    lookups: 0,
    voids: 0,
    problems: [],
    unknown: [],
    warnings: [],
    included: new Set(),
    all: null,
  };
}

type Lead = { via: 'record' | 'include' | 'redirect'; path: readonly string[] };

function add(walk: SpfWalk, problem: SpfProblem, domain: string, text: string): void {
  walk.problems.push({ problem, domain, text });
}

/** Reads the record of a domain and everything it leads to (RFC 7208, 4.4 to 4.6 and 5). */
export function* walkDomain(walk: SpfWalk, domain: string, lead: Lead): DnsReading<SpfNode> {
  const node: SpfNode = { domain, record: null, lookups: 0, voids: 0, problem: null, terms: [] };
  const before = { lookups: walk.lookups, voids: walk.voids };
  const problemsBefore = walk.problems.length;
  const answer = yield* ask(domain, 'TXT');
  if (isUnknown(answer.status)) {
    walk.unknown.push({ status: answer.status, name: domain });
    return node;
  }
  const records = textsOf(answer).filter(isSpfRecord);
  node.record = records[0] ?? null;
  if (records.length > 1) add(walk, 'multiple_records', domain, `${domain} has ${records.length} SPF records`);
  else if (node.record !== null) yield* walkRecord(walk, node, lead);
  else if (lead.via !== 'record' && answer.status !== 'ok') countVoid(walk, domain);
  node.lookups = walk.lookups - before.lookups;
  node.voids = walk.voids - before.voids;
  node.problem = walk.problems[problemsBefore]?.problem ?? (node.record === null ? 'no_record' : null);
  return node;
}

function* walkRecord(walk: SpfWalk, node: SpfNode, lead: Lead): DnsReading<void> {
  const record = parseSpfRecord(node.record ?? '');
  for (const { term, why } of record.errors) add(walk, 'syntax', node.domain, `${node.domain}: "${term}": ${why}`);
  if (record.errors.length > 0) return;
  warnOfRecord(walk, node.domain, record, lead);
  const path = [...lead.path, node.domain];
  for (const mechanism of record.mechanisms) {
    if (mechanism.name === 'all') return endWithAll(walk, mechanism, lead);
    if (mechanism.name === 'ip4' || mechanism.name === 'ip6') continue;
    node.terms.push(yield* walkMechanism(walk, node.domain, mechanism, path));
  }
  if (record.redirect !== null)
    node.terms.push(yield* walkRedirect(walk, node.domain, record.redirect, { ...lead, path }));
}

function endWithAll(walk: SpfWalk, mechanism: SpfMechanism, lead: Lead): void {
  if (lead.via !== 'include') walk.all = mechanism.qualifier;
}

function warnOfRecord(walk: SpfWalk, domain: string, record: SpfRecord, lead: Lead): void {
  const warn = (code: SpfWarning['code'], text: string) => walk.warnings.push({ code, text: `${domain}: ${text}` });
  const at = record.mechanisms.findIndex(({ name }) => name === 'all');
  const after = at < 0 ? [] : record.mechanisms.slice(at + 1);
  if (after.length > 0)
    warn('spf_terms_after_all', `what stands after "all" is ignored: ${after.map(({ text }) => text).join(' ')}`);
  if (at >= 0 && record.redirect !== null)
    warn('spf_redirect_ignored', `"${record.redirect.text}" is ignored, because the record has an "all"`);
  for (const text of record.unknownModifiers) warn('spf_unknown_modifier', `"${text}" is unknown and ignored`);
  if (record.mechanisms.some(({ name }) => name === 'ptr')) warn('spf_ptr', '"ptr" is slow and is not to be used');
  // Whoever passes an included record passes: its +all opens the whole tree.
  if (lead.via === 'include' && record.mechanisms[at]?.qualifier === '+')
    warn('spf_all_pass', 'it is included and lets every sender pass (+all)');
}

function countLookup(walk: SpfWalk): void {
  walk.lookups++;
  if (walk.lookups === lookupLimit + 1)
    add(walk, 'too_many_lookups', walk.initial, `more than ${lookupLimit} DNS look-ups are needed`);
}

function countVoid(walk: SpfWalk, name: string): void {
  walk.voids++;
  if (walk.voids === voidLimit + 1)
    add(
      walk,
      'too_many_void_lookups',
      name,
      `more than ${voidLimit} names without an answer, ${name} the last of them`,
    );
  else if (walk.voids <= voidLimit) walk.warnings.push({ code: 'spf_void_lookups', text: `${name} has no answer` });
}

function* counted(walk: SpfWalk, term: SpfTerm, work: (target: string) => DnsReading<void>): DnsReading<SpfTerm> {
  const before = { lookups: walk.lookups, voids: walk.voids };
  countLookup(walk);
  if (term.target === null) term.note = 'depends on the sender: counted, not followed';
  else if (!canBeAsked(term.target)) term.note = 'no DNS name: never matches';
  else if (walk.lookups > followedTerms) {
    term.note = 'not followed';
    walk.warnings.push({ code: 'spf_walk_cut', text: `not followed beyond ${followedTerms} look-ups: ${term.term}` });
  } else yield* work(term.target);
  term.lookups = walk.lookups - before.lookups;
  term.voids = walk.voids - before.voids;
  return term;
}

function walkMechanism(
  walk: SpfWalk,
  domain: string,
  mechanism: SpfMechanism,
  path: readonly string[],
): DnsReading<SpfTerm> {
  const target =
    mechanism.target === null ? domain : expandName(mechanism.target, { current: domain, initial: walk.initial });
  const term: SpfTerm = { term: mechanism.text, target, lookups: 0, voids: 0, note: null, child: null };
  return counted(walk, term, function* (name) {
    if (mechanism.name === 'include') yield* followInclude(walk, term, name, path);
    else if (mechanism.name === 'mx') yield* askMx(walk, term, name);
    else if (mechanism.name !== 'ptr') yield* askAddress(walk, term, name, mechanism.name === 'a');
  });
}

function walkRedirect(
  walk: SpfWalk,
  domain: string,
  redirect: { text: string; target: MacroString | null },
  lead: Lead,
): DnsReading<SpfTerm> {
  const target = redirect.target && expandName(redirect.target, { current: domain, initial: walk.initial });
  const term: SpfTerm = { term: redirect.text, target, lookups: 0, voids: 0, note: null, child: null };
  return counted(walk, term, function* (name) {
    if (isLoop(walk, term, name, lead.path)) return;
    const via = lead.via === 'include' ? 'include' : 'redirect';
    const child = yield* walkDomain(walk, name, { via, path: lead.path });
    term.child = child;
    if (child.problem === 'no_record')
      add(walk, 'redirect_none', domain, `${domain} redirects to ${name}, which has no SPF record`);
    else if (isBroken(child))
      add(walk, 'redirect_permerror', domain, `${domain} redirects to ${name}, whose SPF record is broken`);
  });
}

function* followInclude(walk: SpfWalk, term: SpfTerm, name: string, path: readonly string[]): DnsReading<void> {
  const domain = path.at(-1) ?? '';
  if (isLoop(walk, term, name, path)) return;
  if (walk.included.has(name))
    walk.warnings.push({ code: 'spf_duplicate_include', text: `${name} is included more than once` });
  walk.included.add(name);
  const child = yield* walkDomain(walk, name, { via: 'include', path });
  term.child = child;
  if (child.problem === 'no_record')
    add(walk, 'include_none', domain, `${domain} includes ${name}, which has no SPF record`);
  else if (isBroken(child))
    add(walk, 'include_permerror', domain, `${domain} includes ${name}, whose SPF record is broken`);
}

/** Broken by itself; a limit of the whole tree is not the fault of the record that reached it. */
function isBroken(node: SpfNode): boolean {
  return node.problem !== null && !node.problem.startsWith('too_many');
}

/** A record that leads back to itself costs look-ups without end, so that the limit is exceeded whatever else is there. */
function isLoop(walk: SpfWalk, term: SpfTerm, name: string, path: readonly string[]): boolean {
  if (!path.includes(name)) return false;
  const way = [...path.slice(path.indexOf(name)), name].join(' -> ');
  term.note = `loop: ${way}`;
  walk.warnings.push({ code: 'spf_include_loop', text: `the records lead in a circle: ${way}` });
  add(walk, 'too_many_lookups', walk.initial, `the records lead in a circle: ${way}`);
  return true;
}

const whyUnknown = {
  timeout: 'no answer in time',
  servfail: 'the name server failed',
  notAsked: 'not followed',
} as const satisfies Record<Unknown, string>;

function noteUnknown(walk: SpfWalk, term: SpfTerm, status: Unknown, name: string): void {
  term.note = whyUnknown[status];
  walk.unknown.push({ status, name });
}

/** RFC 7208, 5.3 and 5.7. A name is void where it has neither A nor AAAA; `exists` asks for A whoever sends. */
function* askAddress(walk: SpfWalk, term: SpfTerm, name: string, alsoIp6: boolean): DnsReading<void> {
  const answer = yield* ask(name, 'A');
  if (isUnknown(answer.status)) return noteUnknown(walk, term, answer.status, name);
  if (answer.status === 'ok') return;
  if (alsoIp6 && answer.status === 'nodata') {
    const six = yield* ask(name, 'AAAA');
    if (isUnknown(six.status)) return noteUnknown(walk, term, six.status, name);
    if (six.status === 'ok') return;
  }
  term.note = 'has no address';
  countVoid(walk, name);
}

/** RFC 7208, 5.4 and 4.6.4: more than ten names are a permerror. */
function* askMx(walk: SpfWalk, term: SpfTerm, name: string): DnsReading<void> {
  const answer = yield* ask(name, 'MX');
  if (isUnknown(answer.status)) return noteUnknown(walk, term, answer.status, name);
  if (answer.status !== 'ok') {
    term.note = 'has no MX record';
    return countVoid(walk, name);
  }
  if (answer.values.length > mxNameLimit)
    add(
      walk,
      'too_many_mx',
      name,
      `${name} has ${answer.values.length} MX records, ${mxNameLimit} at most are allowed`,
    );
}
