import { isUnknown, type Unknown } from '../../ports/dns.ts';
import { firstFew, quoted, shownText } from '../bounded-text.ts';
import { textsOf } from '../dns-answers.ts';
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
import { expandName, type MacroString } from './spf-macros.ts';
import { isSpfRecord, parseSpfRecord, type SpfMechanism, type SpfRecord } from './spf-record.ts';
import { mxNameLimit, type SpfNode, type SpfTerm, type SpfWarningCode } from './spf-result.ts';

type Lead = { via: 'record' | 'include' | 'redirect'; path: readonly string[] };

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
  if (records.length > 1) addProblem(walk, 'multiple_records', domain, `${domain} has ${records.length} SPF records`);
  else if (node.record !== null) yield* walkRecord(walk, node, lead);
  else if (lead.via !== 'record' && answer.status !== 'ok') countVoid(walk, domain);
  node.lookups = walk.lookups - before.lookups;
  node.voids = walk.voids - before.voids;
  node.problem = walk.problems[problemsBefore]?.problem ?? (node.record === null ? 'no_record' : null);
  return node;
}

function* walkRecord(walk: SpfWalk, node: SpfNode, lead: Lead): DnsReading<void> {
  const record = parseSpfRecord(node.record ?? '');
  const [error] = record.errors;
  if (error !== undefined)
    return addProblem(walk, 'syntax', node.domain, `${node.domain}: "${quoted(error.term)}": ${error.why}`);
  warnOfRecord(walk, node.domain, record, lead);
  const path = [...lead.path, node.domain];
  const end = record.mechanisms.findIndex(({ name }) => name === 'all');
  const asking = (end < 0 ? record.mechanisms : record.mechanisms.slice(0, end)).filter(
    ({ name }) => name !== 'ip4' && name !== 'ip6',
  );
  for (const [at, mechanism] of asking.entries()) {
    if (walk.lookups >= followedTerms) {
      node.terms.push(countRest(walk, asking.slice(at)));
      break;
    }
    node.terms.push(yield* walkMechanism(walk, node.domain, mechanism, path));
  }
  const all = record.mechanisms[end];
  if (all !== undefined) endWithAll(walk, all, lead);
  else if (record.redirect !== null)
    node.terms.push(yield* walkRedirect(walk, node.domain, record.redirect, { ...lead, path }));
}

function endWithAll(walk: SpfWalk, mechanism: SpfMechanism, lead: Lead): void {
  if (lead.via !== 'include') walk.all = mechanism.qualifier;
}

function warnOfRecord(walk: SpfWalk, domain: string, record: SpfRecord, lead: Lead): void {
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
  for (const text of record.unknownModifiers)
    warn('spf_unknown_modifier', `"${quoted(text)}" is unknown and is ignored`);
  if (record.mechanisms.some(({ name }) => name === 'ptr'))
    warn('spf_ptr', '"ptr" is slow and should not be used (RFC 7208, 5.5)');
  // Whoever passes an included record passes: its +all opens the whole tree.
  if (lead.via === 'include' && record.mechanisms[at]?.qualifier === '+')
    warn('spf_all_pass', 'it is included and allows every sender (+all)');
}

function* counted(walk: SpfWalk, term: SpfTerm, work: (target: string) => DnsReading<void>): DnsReading<SpfTerm> {
  const before = { lookups: walk.lookups, voids: walk.voids };
  countLookup(walk);
  if (term.target === null) term.note = 'depends on the sender: counted, not followed';
  else if (!canBeAsked(term.target)) term.note = 'not a DNS name: never matches';
  else if (walk.lookups > followedTerms) {
    term.note = notFollowed;
    warnOfCut(walk, term.term);
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
      addProblem(walk, 'redirect_none', domain, `${domain} redirects to ${name}, which has no SPF record`);
    else if (isBroken(child))
      addProblem(walk, 'redirect_permerror', domain, `${domain} redirects to ${name}, whose SPF record is broken`);
  });
}

function* followInclude(walk: SpfWalk, term: SpfTerm, name: string, path: readonly string[]): DnsReading<void> {
  const domain = path.at(-1) ?? '';
  if (isLoop(walk, term, name, path)) return;
  if (walk.included.has(name)) walk.warnings.add('spf_duplicate_include', `${name} is included more than once`);
  walk.included.add(name);
  const child = yield* walkDomain(walk, name, { via: 'include', path });
  term.child = child;
  if (child.problem === 'no_record')
    addProblem(walk, 'include_none', domain, `${domain} includes ${name}, which has no SPF record`);
  else if (isBroken(child))
    addProblem(walk, 'include_permerror', domain, `${domain} includes ${name}, whose SPF record is broken`);
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
    addProblem(
      walk,
      'too_many_mx',
      name,
      `${name} has ${answer.values.length} MX records, the limit is ${mxNameLimit}`,
    );
}
