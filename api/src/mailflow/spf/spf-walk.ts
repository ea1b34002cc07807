import { isUnknown } from '../../ports/dns.ts';
import { firstFew, quoted, shownText } from '../bounded-text.ts';
import { textsOf, valuesOf } from '../dns-answers.ts';
import { ask, type DnsReading } from '../dns-reading.ts';
import { canBeAsked } from '../domain-name.ts';
import {
  addProblem,
  countLookup,
  countRest,
  countVoid,
  followedTerms,
  notFollowed,
  type SpfWalk,
  warnOfCut,
} from './spf-count.ts';
import { matchedByAddress, matchedByExists, matchedByMx } from './spf-hosts.ts';
import { expandName, type MacroString } from './spf-macros.ts';
import type { Matched, ReachRecord } from './spf-reach.ts';
import { colonFor, isSpfRecord, parseSpfRecord, type SpfMechanism, type SpfRecord } from './spf-record.ts';
import { lookupLimit, type SpfNode, type SpfTerm, type SpfWarningCode, voidLimit } from './spf-result.ts';

type Lead = { via: 'record' | 'include' | 'redirect'; path: readonly string[] };

/** A record as it is read, and whom its terms match. */
type Read = { node: SpfNode; reach: ReachRecord };

/** Reads the record of a domain and everything it leads to (RFC 7208, 4.4 to 4.6 and 5). */
export function* walkDomain(walk: SpfWalk, domain: string, lead: Lead): DnsReading<Read> {
  const node: SpfNode = { domain, record: null, lookups: 0, voids: 0, problem: null, terms: [] };
  const read: Read = { node, reach: { domain, steps: [] } };
  const before = { lookups: walk.lookups, voids: walk.voids };
  const problemsBefore = walk.problems.length;
  const answer = yield* ask(domain, 'TXT');
  if (isUnknown(answer.status)) {
    walk.unknown.push({ status: answer.status, name: domain });
    read.reach.steps.push({ term: 'v=spf1', qualifier: '+', matched: unread });
    return read;
  }
  if (lead.via === 'record') walk.ownTexts = valuesOf(answer);
  const records = textsOf(answer).filter(isSpfRecord);
  node.record = records[0] ?? null;
  if (records.length > 1) {
    addProblem(walk, 'multiple_records', domain, `${domain} has ${records.length} SPF records`);
    endInError(read.reach);
  } else if (node.record !== null) yield* walkRecord(walk, read, lead);
  else if (lead.via !== 'record' && answer.status !== 'ok') countVoid(walk, domain);
  node.lookups = walk.lookups - before.lookups;
  node.voids = walk.voids - before.voids;
  node.problem = walk.problems[problemsBefore]?.problem ?? (node.record === null ? 'no_record' : null);
  return read;
}

const unread: Matched = { kind: 'unknown', why: 'unread' };
const nobody: Matched = { kind: 'nobody' };
const inError: Matched = { kind: 'error' };

/** Whoever is left gets a permerror there (RFC 7208, 2.6.7). */
function endInError({ steps }: ReachRecord): void {
  steps.push({ term: '', qualifier: '+', matched: inError });
}

function* walkRecord(walk: SpfWalk, { node, reach }: Read, lead: Lead): DnsReading<void> {
  const record = parseSpfRecord(node.record ?? '');
  const [error] = record.errors;
  if (error !== undefined) {
    addProblem(walk, 'syntax', node.domain, `${node.domain}: "${quoted(error.term)}": ${error.why}`);
    return endInError(reach);
  }
  warnOfRecord(walk, node.domain, record);
  const path = [...lead.path, node.domain];
  const end = record.mechanisms.findIndex(({ name }) => name === 'all');
  const read = end < 0 ? record.mechanisms : record.mechanisms.slice(0, end);
  for (const [at, mechanism] of read.entries()) {
    const { text: term, qualifier, network } = mechanism;
    if (network !== null) {
      reach.steps.push({ term, qualifier, matched: { kind: 'networks', networks: [network], loose: null } });
      continue;
    }
    if (walk.lookups >= followedTerms) {
      node.terms.push(
        countRest(
          walk,
          read.slice(at).filter((rest) => rest.network === null),
        ),
      );
      endInError(reach);
      break;
    }
    const walked = yield* walkMechanism(walk, node.domain, mechanism, path);
    node.terms.push(walked.term);
    reach.steps.push({ term, qualifier, matched: walked.matched });
  }
  const all = record.mechanisms[end];
  if (all !== undefined) endWithAll(walk, all, lead, reach);
  else if (record.redirect !== null) {
    const walked = yield* walkRedirect(walk, node.domain, record.redirect, { ...lead, path });
    node.terms.push(walked.term);
    reach.steps.push({ term: record.redirect.text, qualifier: '+', matched: walked.matched });
  }
}

function endWithAll(walk: SpfWalk, { text: term, qualifier }: SpfMechanism, lead: Lead, reach: ReachRecord): void {
  if (lead.via !== 'include') walk.all = qualifier;
  reach.steps.push({ term, qualifier, matched: { kind: 'everybody' } });
}

function warnOfRecord(walk: SpfWalk, domain: string, record: SpfRecord): void {
  const warn = (code: SpfWarningCode, text: string) => walk.warnings.add(code, `${domain}: ${text}`);
  const at = record.mechanisms.findIndex(({ name }) => name === 'all');
  const after = at < 0 ? [] : record.mechanisms.slice(at + 1);
  if (after.length > 0)
    warn(
      'spf_terms_after_all',
      `terms after "all" are ignored: ${firstFew(after.map(({ text }) => quoted(text))).join(' ')}`,
    );
  if (at >= 0 && record.redirect !== null)
    warn(
      'spf_redirect_ignored',
      `"${quoted(record.redirect.text)}" is ignored because the record has an all mechanism`,
    );
  for (const text of record.unknownModifiers) {
    const meant = colonFor(text);
    if (meant === null) warn('spf_unknown_modifier', `"${quoted(text)}" is unknown and is ignored`);
    else warn('spf_equals_sign', `"${quoted(text)}" is ignored: with a colon it is "${quoted(meant)}"`);
  }
  if (record.mechanisms.some(({ name }) => name === 'ptr'))
    warn('spf_ptr', '"ptr" is slow and should not be used (RFC 7208, 5.5)');
}

/** A term that costs a lookup, and whom it matches. */
type Walked = { term: SpfTerm; matched: Matched };

/** @param probe asks about a term whose name depends on who sends; null: such a term is not followed */
function* counted(
  walk: SpfWalk,
  term: SpfTerm,
  work: (target: string) => DnsReading<Matched>,
  probe: (() => DnsReading<Matched>) | null,
): DnsReading<Walked> {
  const before = { lookups: walk.lookups, voids: walk.voids };
  countLookup(walk);
  const isOver = walk.lookups > lookupLimit;
  let matched = nobody;
  if (term.target === null) {
    term.note = 'depends on the sender: counted, not followed';
    matched = probe === null ? { kind: 'unknown', why: 'sender' } : yield* probe();
  } else if (!canBeAsked(term.target)) term.note = 'not a DNS name: never matches';
  else if (walk.lookups > followedTerms) {
    term.note = notFollowed;
    warnOfCut(walk, term.term);
  } else matched = yield* work(term.target);
  term.lookups = walk.lookups - before.lookups;
  term.voids = walk.voids - before.voids;
  // Beyond a limit receivers give up (RFC 7208, 4.6.4).
  const isVoid = term.voids > 0 && walk.voids > voidLimit && matched.kind !== 'record';
  return { term, matched: isOver || isVoid ? inError : matched };
}

/** Asked for by whoever receives a message, from its sender's address. */
// biome-ignore lint/correctness/useYield: a reading that asks nothing
function* byReverseNames(): DnsReading<Matched> {
  return { kind: 'unknown', why: 'ptr' };
}

function walkMechanism(
  walk: SpfWalk,
  domain: string,
  mechanism: SpfMechanism,
  path: readonly string[],
): DnsReading<Walked> {
  const { name: kind, prefixes } = mechanism;
  const domains = { current: domain, initial: walk.initial };
  const target = mechanism.target === null ? domain : expandName(mechanism.target, domains);
  const term: SpfTerm = { term: mechanism.text, target, lookups: 0, voids: 0, note: null, child: null };
  const work = (name: string): DnsReading<Matched> => {
    if (kind === 'include') return followInclude(walk, term, name, path);
    if (kind === 'mx') return matchedByMx(walk, term, name, prefixes);
    return kind === 'ptr' ? byReverseNames() : matchedByAddress(walk, term, name, kind === 'a' ? prefixes : null);
  };
  const { target: spec } = mechanism;
  const isProbed = kind === 'exists' && spec !== null;
  return counted(walk, term, work, isProbed ? () => matchedByExists(walk, spec, domains) : null);
}

function walkRedirect(
  walk: SpfWalk,
  domain: string,
  redirect: { text: string; target: MacroString | null },
  lead: Lead,
): DnsReading<Walked> {
  const target = redirect.target && expandName(redirect.target, { current: domain, initial: walk.initial });
  const term: SpfTerm = { term: redirect.text, target, lookups: 0, voids: 0, note: null, child: null };
  const work = function* (name: string): DnsReading<Matched> {
    if (isLoop(walk, term, name, lead.path)) return inError;
    const via = lead.via === 'include' ? 'include' : 'redirect';
    const { node: child, reach } = yield* walkDomain(walk, name, { via, path: lead.path });
    term.child = child;
    if (child.problem === 'no_record')
      addProblem(walk, 'redirect_none', domain, `${domain} redirects to ${name}, which has no SPF record`);
    else if (isBroken(child))
      addProblem(walk, 'redirect_permerror', domain, `${domain} redirects to ${name}, whose SPF record is broken`);
    return child.problem === 'no_record' ? inError : { kind: 'record', record: reach, isRedirect: true };
  };
  return counted(walk, term, work, null);
}

function* followInclude(walk: SpfWalk, term: SpfTerm, name: string, path: readonly string[]): DnsReading<Matched> {
  const domain = path.at(-1) ?? '';
  if (isLoop(walk, term, name, path)) return inError;
  if (walk.included.has(name)) walk.warnings.add('spf_duplicate_include', `${name} is included more than once`);
  walk.included.add(name);
  const { node: child, reach } = yield* walkDomain(walk, name, { via: 'include', path });
  term.child = child;
  if (child.problem === 'no_record')
    addProblem(walk, 'include_none', domain, `${domain} includes ${name}, which has no SPF record`);
  else if (isBroken(child))
    addProblem(walk, 'include_permerror', domain, `${domain} includes ${name}, whose SPF record is broken`);
  return child.problem === 'no_record' ? inError : { kind: 'record', record: reach, isRedirect: false };
}

/** Broken by itself; a limit of the whole tree is not the fault of the record that reached it. */
function isBroken(node: SpfNode): boolean {
  return node.problem !== null && !node.problem.startsWith('too_many');
}

/** A name has up to 253 characters, and a circle up to 50 names. */
const wayLength = 400;

/** A record that leads back to itself costs lookups without end, so that the limit is exceeded whatever else is there. */
function isLoop(walk: SpfWalk, term: SpfTerm, name: string, path: readonly string[]): boolean {
  if (!path.includes(name)) return false;
  const way = shownText([...path.slice(path.indexOf(name)), name].join(' -> '), wayLength);
  term.note = `loop: ${way}`;
  walk.warnings.add('spf_include_loop', `the records include each other in a loop: ${way}`);
  addProblem(walk, 'too_many_lookups', walk.initial, `the records include each other in a loop: ${way}`);
  return true;
}
