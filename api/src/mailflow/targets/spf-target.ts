import type { MailFacts, MailTarget } from '../mail-flow-result.ts';
import { mailProviders, microsoft365, providerOfInclude } from '../mail-providers.ts';
import { isOnMicrosoft } from '../on-microsoft.ts';
import { editSpf, mergeSpf } from '../spf/edit-spf.ts';
import { namesNobody } from '../spf/spf-reach.ts';
import { colonFor, parseSpfRecord, type SpfRecord } from '../spf/spf-record.ts';
import { lookupLimit, type SpfNode, type SpfResult, type SpfTerm } from '../spf/spf-result.ts';
import { target } from './mail-target.ts';
import { holeIn } from './spf-hole.ts';

type Seen = Pick<MailFacts, 'domain' | 'provider' | 'senders' | 'sending' | 'spf' | 'mx'>;

const nobody = 'v=spf1 -all';

/** What a service asks its customers to include; null where the table does not know it. */
export function includeOf(provider: string | null): string | null {
  const name = mailProviders.find(({ id }) => id === provider)?.spf[0];
  return name === undefined ? null : `include:${name}`;
}

/**
 * The one SPF record for the domain: without what is broken or has no effect, with the service that holds its mailboxes,
 * and with -all at its end (RFC 7208, 5.1; M3AAWG, "Protecting Parked Domains").
 */
export function spfTarget(seen: Seen): MailTarget | null {
  const { domain, sending, spf } = seen;
  if (isOnMicrosoft(domain) || spf.class === 'temperror' || spf.reason === 'invalid_domain') return null;
  if (sending.by === 'none' && spf.all === '-' && namesNobody(spf)) return null;
  const made = sending.by === 'none' ? { value: nobody } : spf.class === 'none' ? first(seen) : mended(seen);
  const isEarly = sending.isOpen && made.value !== null && !isDone(spf, made.value);
  const { value, note = null }: { value: string | null; note?: string | null } = isEarly
    ? { value: null, note: askFirst }
    : made;
  if (note === null && (value === null || isDone(spf, value))) return null;
  return target('spf', domain, 'TXT', {
    current: spf.records,
    value,
    note,
    stages: value === null ? [] : stagesOf(seen, value),
  });
}

const isDone = ({ class: kind, record }: SpfResult, value: string): boolean =>
  kind === 'valid' && record !== null && [record.trim(), editSpf(record, {})].includes(value);

type Made = { value: string | null; note?: string };

const askFirst = 'First find out whether the domain sends mail: a parked domain needs a different record.';
const nameSenders = 'List the services that send for the domain and publish what each asks for in one record.';

function first({ sending, provider, mx }: Seen): Made {
  const include = includeOf(provider);
  if (include !== null) return { value: `v=spf1 ${include} -all` };
  if (sending.isOpen) return { value: null, note: askFirst };
  // Hosts that no service of the table runs are the domain's own, which send as well.
  const areOwn = mx.hosts.length > 0 && mx.hosts.every((host) => host.provider === null);
  return areOwn ? { value: 'v=spf1 mx -all' } : { value: null, note: nameSenders };
}

const unchanged: Made = { value: null };

/** The record without its faults; null where the fault is another's, or too much would go. */
function mended(seen: Seen): Made {
  const { spf } = seen;
  if (isTooMuch(seen)) return unchanged;
  const base = withColons(spf.records.length > 1 ? mergeSpf(spf.records) : (spf.record ?? ''));
  const parsed = parseSpfRecord(base);
  const hasAll = parsed.mechanisms.some(({ name }) => name === 'all');
  const replacement = replacementOf(seen);
  const hole = holeIn(seen, base);
  if (hole.note !== null) return { value: null, note: hole.note };
  if (isOthersFault(spf, hasAll) && replacement === null) return unchanged;
  const redirect = replacement === null ? [] : [parsed.redirect?.text ?? ''];
  const gone = new Set([...goneTerms(seen), ...hole.terms, ...parsed.unknownModifiers, ...redirect]);
  // Of modifiers that stand twice one stays.
  const stays = spf.reason === 'syntax' ? [parsed.redirect?.text, parsed.explanation?.text] : [];
  const cleaned = editSpf(upToAll(base), { remove: (term) => gone.has(term) && !stays.includes(term) });
  const after = parseSpfRecord(cleaned);
  const added = replacement ?? forgotten(seen, gone);
  const add = added && [...added, ...hole.instead];
  // What a redirect leads to decides about everybody else (RFC 7208, 6.1).
  if (!hasAll && after.redirect !== null)
    return add === null ? unchanged : { value: editSpf(cleaned, { add: beforeRedirect(spf, add) }) };
  if (add === null || lookupsLeft(seen, gone) + add.length > lookupLimit) return unchanged;
  const namesNobody = add.length === 0 && after.mechanisms.every(({ name }) => name === 'all');
  // Where faults alone named senders, -all would refuse them.
  if (namesNobody && !saysNobody(parsed)) return { value: null, note: seen.sending.isOpen ? askFirst : nameSenders };
  return { value: editSpf(cleaned, { add, all: '-' }) };
}

/** What was written with `=` is meant with `:`, and is no modifier that anybody knows (RFC 7208, 6). */
const withColons = (record: string): string =>
  record
    .split(' ')
    .map((term) => colonFor(term) ?? term)
    .join(' ');

/** Too many lookups, and no term of the record is one too many, or a loop is in a record below it. */
function isTooMuch(seen: Seen): boolean {
  const { reason, tree } = seen.spf;
  if (reason !== 'too_many_lookups' || tree === null) return false;
  const needless = needlessTerms(seen, tree);
  const stays = tree.terms.filter((entry) => !needless.includes(entry));
  return needless.length === 0 || stays.some(({ child }) => child !== null && loops(child));
}

const loops = ({ terms }: SpfNode): boolean =>
  terms.some(({ note, child }) => note?.startsWith('loop') === true || (child !== null && loops(child)));

function saysNobody({ mechanisms, errors }: SpfRecord): boolean {
  const [only, ...more] = mechanisms;
  return errors.length === 0 && more.length === 0 && (only?.text === '-all' || only?.text === '~all');
}

/** What the domain's own record cannot mend: a broken redirect, a fault below it, somebody else's +all. */
function isOthersFault(spf: SpfResult, hasAll: boolean): boolean {
  if (spf.reason.startsWith('redirect_')) return true;
  if (spf.class === 'valid' && spf.warnings.some(({ code }) => code === 'spf_all_pass') && spf.all !== '+') return true;
  if (spf.class === 'valid' && !hasAll && spf.all === '+') return true;
  const isPermerror =
    spf.class === 'permerror' && spf.reason !== 'multiple_records' && spf.reason !== 'too_many_lookups';
  return isPermerror && faultyTerms(spf).length === 0;
}

/** A broken redirect says nothing: where the owner answered that Microsoft 365 sends, its include takes that place. */
function replacementOf({ spf, sending }: Seen): string[] | null {
  const isAnswered = sending.by === 'microsoft365' && sending.from === 'answer';
  return isAnswered && spf.reason.startsWith('redirect_') ? [includeOf(microsoft365.id) ?? []].flat() : null;
}

/** The include that the record behind a redirect lacks: it is read first (RFC 7208, 6.1). */
const beforeRedirect = (spf: SpfResult, add: string[]): string[] =>
  spf.class === 'valid' && spf.lookups + add.length <= lookupLimit ? add : [];

/** What counts of a record: up to its first `all`, and an explanation wherever it stands (RFC 7208, 5.1 and 6). */
function upToAll(record: string): string {
  const terms = record.split(' ');
  const end = terms.findIndex((term) => /^[+\-?~]?all$/i.test(term));
  return terms.filter((term, at) => end < 0 || at <= end || /^exp=/i.test(term)).join(' ');
}

function goneTerms(seen: Seen): string[] {
  const { spf } = seen;
  const own = spf.tree?.terms ?? [];
  const voids = own.filter((entry) => entry.voids > 0 && entry.child === null);
  const needless = spf.reason === 'too_many_lookups' && spf.tree !== null ? needlessTerms(seen, spf.tree) : [];
  const slow = own.filter(({ term }) => /^[+\-?~]?ptr/i.test(term));
  return [
    ...(spf.reason === 'too_many_lookups' ? [] : faultyTerms(spf)),
    ...[...voids, ...needless, ...slow].map(({ term }) => term),
  ];
}

/** The terms of the domain's own record that break it. */
export function faultyTerms({ record, tree, reason }: SpfResult): string[] {
  // Without its redirect a record says nothing.
  if (record === null || tree === null || reason.startsWith('redirect_')) return [];
  if (reason === 'syntax') return parseSpfRecord(record).errors.map(({ term }) => term);
  if (reason === 'too_many_void_lookups') return tree.terms.filter(({ voids }) => voids > 0).map(({ term }) => term);
  const isMx = (term: SpfTerm) => reason === 'too_many_mx' && /^[+\-?~]?mx/i.test(term.term);
  return tree.terms.filter((term) => isMx(term) || (term.child?.problem ?? null) !== null).map(({ term }) => term);
}

/** Terms that cost a lookup and, where Microsoft alone takes the mail, allow no sender of their own. */
export function needlessTerms({ mx }: Pick<Seen, 'mx'>, tree: SpfNode): SpfTerm[] {
  const onMicrosoft = mx.hosts.length > 0 && mx.hosts.every(({ provider }) => provider === microsoft365.id);
  const seen = new Set<string>();
  return tree.terms.filter(({ term, target: name, note, child }) => {
    const isRepeated = name !== null && child !== null && seen.has(name);
    if (name !== null) seen.add(name);
    const isOwnHost = /^[+\-?~]?(?:a|mx)$/i.test(term);
    const isLoop = note?.startsWith('loop') ?? false;
    return isRepeated || isLoop || /^[+\-?~]?ptr/i.test(term) || (onMicrosoft && isOwnHost);
  });
}

function lookupsLeft({ spf }: Seen, gone: ReadonlySet<string>): number {
  if (spf.class === 'valid' || spf.reason !== 'too_many_lookups') return 0;
  const saved = (spf.tree?.terms ?? [])
    .filter(({ term }) => gone.has(term))
    .reduce((sum, { lookups }) => sum + lookups, 0);
  return spf.lookups - saved;
}

/** The include of the mailbox service where no term that stays leads to it; null where the term that did has to go. */
function forgotten({ provider, spf, senders }: Seen, gone: ReadonlySet<string>): string[] | null {
  const include = includeOf(provider);
  if (include === null || provider === null) return [];
  const leading = (spf.tree?.terms ?? []).filter((entry) => leadsTo(entry, provider));
  if (leading.length === 0 && !senders.includes(provider)) return isUnread(spf) ? [] : [include];
  return leading.length > 0 && leading.every(({ term }) => gone.has(term)) ? null : [];
}

/** Whether some of the record is not known, so that it may let in anybody: it depends on who sends, or was not answered. */
export const isUnread = ({ reach }: SpfResult): boolean =>
  (reach?.unbounded ?? []).some(({ why }) => why === 'sender' || why === 'listed' || why === 'unread');

function leadsTo({ target: name, child }: SpfTerm, provider: string): boolean {
  const own = name === null ? null : providerOfInclude(name);
  return own?.id === provider || (child?.terms ?? []).some((entry) => leadsTo(entry, provider));
}

/** An end that left mail of others open goes by ~all: reports then show the senders that were forgotten. */
function stagesOf({ spf, sending: { by } }: Seen, value: string): MailTarget['stages'] {
  const [record, ...more] = spf.records;
  if (by === 'none' || record === undefined || more.length > 0 || !value.endsWith(' -all')) return [];
  const end = parseSpfRecord(record).mechanisms.find(({ name }) => name === 'all')?.qualifier;
  if (end === '-') return [];
  const last = { value, when: 'Once DMARC reports show no forgotten sender' };
  const soft = editSpf(value, { all: '~' });
  return soft === record.trim() ? [last] : [{ value: soft, when: 'Now' }, last];
}
