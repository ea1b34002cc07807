import { firstFew, quoted } from '../bounded-text.ts';
import type { MailFacts, MailIssue } from '../mail-flow-result.ts';
import { mailProviders, microsoft365 } from '../mail-providers.ts';
import { editSpf, mergeSpf } from '../spf/edit-spf.ts';
import { parseSpfRecord } from '../spf/spf-record.ts';
import { lookupLimit, type SpfNode, type SpfResult, type SpfTerm } from '../spf/spf-result.ts';
import { issuesOf, tryAgain, txt } from './issue.ts';

const { error, warning, info } = issuesOf('spf');

/** What is wrong with SPF, each with the record to publish. */
export function spfIssues(facts: MailFacts): MailIssue[] {
  const { spf } = facts;
  if (spf.class === 'none') return [missing(facts)];
  const issues = spf.class === 'permerror' ? [broken(facts)] : [];
  if (spf.class === 'temperror')
    issues.push(warning('spf_could_not_check', { message: `SPF: ${spf.message}.`, recommendation: tryAgain }));
  issues.push(...warned(facts));
  if (spf.class === 'valid') issues.push(...weak(facts));
  return issues;
}

const includeOf = (provider: string | null): string | null => {
  const name = mailProviders.find(({ id }) => id === provider)?.spf[0];
  return name === undefined ? null : `include:${name}`;
};

function missing({ domain, provider, parked }: MailFacts): MailIssue {
  const include = includeOf(provider);
  const value = parked ? 'v=spf1 -all' : `v=spf1 ${include ?? 'mx'} -all`;
  const senders = include === null ? 'the hosts of its MX records' : 'its mailbox service';
  return error('spf_missing', {
    message: `${domain} has no SPF record, so that anybody may send in its name.`,
    recommendation: parked
      ? 'The domain takes no mail: publish a record that allows nobody to send, unless it sends all the same.'
      : `Publish a record that allows ${senders}; add whatever else sends in the name of the domain.`,
    publish: [txt(domain, value)],
  });
}

const codes: Readonly<Record<string, string>> = {
  too_many_lookups: 'spf_lookup_limit_exceeded',
  too_many_void_lookups: 'spf_void_lookup_limit_exceeded',
  too_many_mx: 'spf_mx_limit_exceeded',
};

function broken(facts: MailFacts): MailIssue {
  const { domain, spf } = facts;
  const code = codes[spf.reason] ?? `spf_${spf.reason}`;
  const message = `Receivers cannot use the SPF record (permerror): ${spf.message}.`;
  if (spf.reason === 'too_many_lookups') return tooManyLookups(facts, code);
  if (spf.reason === 'multiple_records')
    return error(code, {
      message,
      recommendation: 'Delete all SPF records and publish this one, which joins them.',
      publish: [txt(domain, mergeSpf(spf.records))],
    });
  const faulty = faultyTerms(spf);
  const record = spf.record ?? '';
  return error(code, {
    message,
    recommendation:
      faulty.length === 0
        ? 'The fault lies in a record that this one leads to: have its owner mend it, or name the senders yourself.'
        : `Correct or take out ${firstFew(faulty.map((term) => `"${quoted(term)}"`)).join(', ')}. The record below is without.`,
    publish: faulty.length === 0 ? [] : [txt(domain, without(record, faulty))],
  });
}

/** Of modifiers that stand twice one stays; where no end is left, one that marks. */
function without(record: string, terms: readonly string[]): string {
  const { redirect, explanation } = parseSpfRecord(record);
  const removed = new Set(terms);
  const remove = (term: string) => removed.has(term) && term !== redirect?.text && term !== explanation?.text;
  return withEnd(editSpf(record, { remove }));
}

function withEnd(record: string): string {
  const { mechanisms, redirect } = parseSpfRecord(record);
  return redirect === null && mechanisms.every(({ name }) => name !== 'all') ? editSpf(record, { all: '~' }) : record;
}

/** The terms of the domain's own record that break it. */
function faultyTerms({ record, tree, reason }: SpfResult): string[] {
  // Without its redirect a record says nothing.
  if (record === null || tree === null || reason.startsWith('redirect_')) return [];
  if (reason === 'syntax') return parseSpfRecord(record).errors.map(({ term }) => term);
  if (reason === 'too_many_void_lookups') return tree.terms.filter(({ voids }) => voids > 0).map(({ term }) => term);
  const isMx = (term: SpfTerm) => reason === 'too_many_mx' && /^[+\-?~]?mx/i.test(term.term);
  return tree.terms.filter((term) => isMx(term) || (term.child?.problem ?? null) !== null).map(({ term }) => term);
}

/** Terms that cost a look-up and, where Microsoft alone takes the mail, allow no sender of their own. */
function needlessTerms(facts: MailFacts, tree: SpfNode): SpfTerm[] {
  const onMicrosoft = facts.mx.hosts.length > 0 && facts.mx.hosts.every(({ provider }) => provider === microsoft365.id);
  const seen = new Set<string>();
  return tree.terms.filter(({ term, target, note, child }) => {
    const isRepeated = target !== null && child !== null && seen.has(target);
    if (target !== null) seen.add(target);
    const isOwnHost = /^[+\-?~]?(?:a|mx)$/i.test(term);
    const isLoop = note?.startsWith('loop') ?? false;
    return isRepeated || isLoop || /^[+\-?~]?ptr/i.test(term) || (onMicrosoft && isOwnHost);
  });
}

function tooManyLookups(facts: MailFacts, code: string): MailIssue {
  const { domain, spf } = facts;
  const terms = spf.tree?.terms ?? [];
  const costs = firstFew(
    terms.map(({ term, lookups }) => `${quoted(term)} ${lookups}`),
    20,
  ).join(', ');
  const needless = spf.tree === null ? [] : needlessTerms(facts, spf.tree);
  const saved = needless.reduce((sum, { lookups }) => sum + lookups, 0);
  const names = firstFew(needless.map(({ term }) => `"${quoted(term)}"`)).join(' and ');
  const left = spf.lookups - saved;
  const loop = spf.warnings.find(({ code: found }) => found === 'spf_include_loop')?.text;
  const why =
    loop === undefined
      ? `needs ${spf.lookups} DNS look-ups, ${lookupLimit} are allowed`
      : `needs look-ups without end: ${loop}`;
  const recommendation =
    saved === 0
      ? 'Take out includes of services that no longer send, or move a service to a subdomain of its own.'
      : `Take out ${names}: ${left === 1 ? '1 look-up is' : `${left} look-ups are`} left. Where the host itself sends mail, name its address with ip4: or ip6:, which costs none.${left > lookupLimit ? ' More has to go: includes of services that no longer send.' : ''}`;
  return error(code, {
    message: `Receivers cannot use the SPF record (permerror): it ${why}. Cost by term: ${costs}.`,
    recommendation,
    publish:
      saved === 0
        ? []
        : [
            txt(
              domain,
              withEnd(editSpf(spf.record ?? '', { remove: (term) => needless.some((entry) => entry.term === term) })),
            ),
          ],
  });
}

const quiet: ReadonlySet<string> = new Set(['spf_all_pass', 'spf_all_neutral', 'spf_all_missing']);
const serious: ReadonlySet<string> = new Set([
  'spf_ptr',
  'spf_record_large',
  'spf_string_too_long',
  'spf_include_loop',
]);

/** What of the domain's own record a warning is about; of an included record its owner has to take it out. */
function isNeedless(code: string, { tree, record }: SpfResult): ((term: string) => boolean) | null {
  if (code === 'spf_ptr') return (term) => /^[+\-?~]?ptr/i.test(term);
  if (code === 'spf_unknown_modifier') {
    const unknown = new Set(parseSpfRecord(record ?? '').unknownModifiers);
    return (term) => unknown.has(term);
  }
  if (code !== 'spf_void_lookups') return null;
  const voids = (tree?.terms ?? []).filter((entry) => entry.voids > 0 && entry.child === null);
  return (term) => voids.some((entry) => entry.term === term);
}

/** The record without what a warning is about, where that is this record's own and it is valid as it stands. */
function cleanedFor(code: string, spf: SpfResult): string[] {
  const { record } = spf;
  if (record === null || (spf.class !== 'valid' && code !== 'spf_ptr')) return [];
  const remove = isNeedless(code, spf);
  const cleaned =
    code === 'spf_terms_after_all' || code === 'spf_redirect_ignored'
      ? editSpf(upToAll(record), {})
      : remove && withEnd(editSpf(record, { remove }));
  return cleaned === null || cleaned === record ? [] : [cleaned];
}

/** What counts of a record: up to its first `all`, and an explanation wherever it stands (RFC 7208, 5.1 and 6). */
function upToAll(record: string): string {
  const terms = record.split(' ');
  const end = terms.findIndex((term) => /^[+\-?~]?all$/i.test(term));
  return terms.filter((term, at) => end < 0 || at <= end || /^exp=/i.test(term)).join(' ');
}

function warned({ domain, spf }: MailFacts): MailIssue[] {
  const told = spf.warnings.filter(({ code }) => !quiet.has(code));
  return told.map(({ code, text, count }) =>
    (serious.has(code) ? warning : info)(code, {
      message: `SPF: ${text}.`,
      count,
      recommendation: advice[code] ?? 'Look at the term and take it out if it is not needed.',
      publish: cleanedFor(code, spf).map((record) => txt(domain, record)),
    }),
  );
}

const advice: Readonly<Record<string, string>> = {
  spf_lookups_near_limit: 'Take out what is not needed before another service is added.',
  spf_answer_large: 'Keep the record short, so that the answer fits into one packet.',
  spf_record_large: 'Shorten the record: join addresses to networks, or move them to a record that is included.',
  spf_string_too_long: 'Split the record into strings of 255 characters at most.',
  spf_include_loop: 'Take out the include or redirect that leads back.',
  spf_void_lookups: 'Take out names that no longer exist; three of them make the record invalid.',
};

function weak(facts: MailFacts): MailIssue[] {
  const { domain, spf, parked, dmarc } = facts;
  const record = spf.record ?? '';
  const publish = (all: '-' | '~') => [txt(domain, editSpf(record, { all }))];
  const issues: MailIssue[] = [];
  const open = spf.warnings.find(({ code }) => code === 'spf_all_pass');
  if (open !== undefined)
    issues.push(
      error('spf_all_pass', {
        message: `SPF allows everybody to send in the name of the domain: ${open.text}.`,
        recommendation:
          spf.all === '+' ? 'End the record with -all.' : 'Take out the include whose record ends with +all.',
        publish: spf.all === '+' ? publish('-') : [],
      }),
    );
  if (spf.all === '?' || spf.warnings.some(({ code }) => code === 'spf_all_missing'))
    issues.push(
      warning(spf.all === null ? 'spf_all_missing' : 'spf_all_neutral', {
        message: 'SPF leaves open what to do with mail of other senders.',
        recommendation: 'End the record with ~all, and with -all once DMARC reports show no forgotten sender.',
        publish: publish('~'),
      }),
    );
  if (spf.all === '~' && (parked || dmarc.applied !== 'reject'))
    issues.push(
      info('spf_softfail', {
        message: 'SPF marks mail of other senders (~all), but does not ask to refuse it.',
        recommendation: 'End the record with -all, once DMARC reports show no forgotten sender.',
        publish: publish('-'),
      }),
    );
  return [...issues, ...forgotten(facts)];
}

/** The service that takes the domain's mail sends its answers as well. */
function forgotten({ domain, spf, provider, senders }: MailFacts): MailIssue[] {
  const include = includeOf(provider);
  if (include === null || provider === null || senders.includes(provider)) return [];
  return [
    warning('spf_provider_missing', {
      message: `The mailbox service of the domain (${provider}) is not among its permitted senders.`,
      recommendation: `Add ${include}, unless all mail leaves by another service.`,
      publish: [txt(domain, editSpf(spf.record ?? '', { add: [include] }))],
    }),
  ];
}
