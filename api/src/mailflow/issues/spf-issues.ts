import { adviceBesideAlias } from '../alias-beside.ts';
import { firstFew, quoted } from '../bounded-text.ts';
import type { MailIssue } from '../mail-flow-result.ts';
import { microsoft365 } from '../mail-providers.ts';
import { parseSpfRecord } from '../spf/spf-record.ts';
import { lookupLimit, type SpfResult } from '../spf/spf-result.ts';
import { faultyTerms, includeOf, isUnread, needlessTerms } from '../targets/spf-target.ts';
import { issuesOf, type JudgedFacts, notesAt, publishAt, tryAgain } from './issue.ts';

const { error, warning, info } = issuesOf('spf');

/** What is wrong with SPF; what to publish is the domain's one SPF target. */
export function spfIssues(facts: JudgedFacts): MailIssue[] {
  const { spf } = facts;
  if (spf.class === 'none') return [missing(facts)];
  const issues = spf.class === 'permerror' ? [broken(facts)] : [];
  if (spf.class === 'temperror')
    issues.push(warning('spf_could_not_check', { message: `SPF: ${spf.message}.`, recommendation: tryAgain }));
  issues.push(...warned(facts));
  if (spf.class === 'valid' && facts.sending.by !== 'none') issues.push(...weak(facts));
  if (facts.sending.by === 'none') issues.push(...sendsNothing(facts));
  return issues;
}

const targetOf = (facts: JudgedFacts) => publishAt(facts, { name: facts.domain, type: 'TXT' });

/** The advice, and what there is to know about the target. */
const withNote = (facts: JudgedFacts, advice: string): string =>
  [advice, notesAt(facts, { name: facts.domain, type: 'TXT' })].filter((text) => text !== '').join(' ');

function missing(facts: JudgedFacts): MailIssue {
  const { domain, provider, parked } = facts;
  const advice = parked
    ? 'The domain sends no mail: publish a record that allows no sender.'
    : targetOf(facts).length === 0
      ? ''
      : provider === null
        ? 'Publish a record that allows the mail servers of the domain, and add every other service that sends for it.'
        : 'Publish a record that allows the mailbox service, and add every other service that sends for the domain.';
  return error('spf_missing', {
    message: `${domain} has no SPF record: anyone can send in its name.`,
    recommendation: withNote(facts, advice),
    publish: targetOf(facts),
  });
}

const codes: Readonly<Record<string, string>> = {
  too_many_lookups: 'spf_lookup_limit_exceeded',
  too_many_void_lookups: 'spf_void_lookup_limit_exceeded',
  too_many_mx: 'spf_mx_limit_exceeded',
};

function broken(facts: JudgedFacts): MailIssue {
  const { spf } = facts;
  const code = codes[spf.reason] ?? `spf_${spf.reason}`;
  const message = `Receivers ignore the SPF record (permerror): ${spf.message}.`;
  if (spf.reason === 'too_many_lookups') return tooManyLookups(facts, code);
  if (spf.reason === 'multiple_records')
    return error(code, {
      message,
      recommendation: withNote(facts, 'Publish only one: replace all SPF records with this one.'),
      publish: targetOf(facts),
    });
  const faulty = faultyTerms(spf);
  return error(code, {
    message,
    recommendation: withNote(
      facts,
      faulty.length === 0
        ? notOwnFault(spf, targetOf(facts).length > 0)
        : `Fix or remove ${firstFew(faulty.map((term) => `"${quoted(term)}"`)).join(', ')}.`,
    ),
    publish: targetOf(facts),
  });
}

function notOwnFault({ reason }: SpfResult, isReplaced: boolean): string {
  if (!reason.startsWith('redirect_'))
    return 'The error is in a record that this one includes: have its owner fix it, or list the senders yourself.';
  if (isReplaced) return 'Replace the redirect: the record that it leads to is missing or broken.';
  return reason === 'redirect_none'
    ? 'The name that this record redirects to has no SPF record: have its owner publish one, or list the senders yourself.'
    : 'The error is in the record that this one redirects to: have its owner fix it, or list the senders yourself.';
}

function tooManyLookups(facts: JudgedFacts, code: string): MailIssue {
  const { spf, parked } = facts;
  const terms = spf.tree?.terms ?? [];
  const costs = firstFew(
    terms.map(({ term, lookups }) => `${quoted(term)} ${lookups}`),
    20,
  ).join(', ');
  const needless = spf.tree === null || parked ? [] : needlessTerms(facts, spf.tree);
  const saved = needless.reduce((sum, { lookups }) => sum + lookups, 0);
  const names = firstFew(needless.map(({ term }) => `"${quoted(term)}"`)).join(' and ');
  const left = spf.lookups - saved;
  const loop = spf.warnings.find(({ code: found }) => found === 'spf_include_loop')?.text;
  const why =
    loop === undefined ? `needs ${spf.lookups} DNS lookups, the limit is ${lookupLimit}` : `never ends: ${loop}`;
  const advice =
    saved === 0
      ? 'Remove the includes of services that no longer send, or move a service to its own subdomain.'
      : `Remove ${names}: ${left === 1 ? '1 lookup remains' : `${left} lookups remain`}. If the host itself sends mail, list its address with ip4: or ip6:, which needs no lookup.${left > lookupLimit ? ' Also remove the includes of services that no longer send.' : ''}`;
  return error(code, {
    message: `Receivers ignore the SPF record (permerror): it ${why}. Lookups by term: ${costs}.`,
    recommendation: parked
      ? 'The domain sends no mail: publish a record that allows no sender.'
      : withNote(facts, advice),
    publish: targetOf(facts),
  });
}

const quiet: ReadonlySet<string> = new Set([
  'spf_all_pass',
  'spf_all_neutral',
  'spf_all_missing',
  'spf_networks_open',
  'spf_networks_wide',
]);
const serious: ReadonlySet<string> = new Set([
  'spf_ptr',
  'spf_equals_sign',
  'spf_record_large',
  'spf_string_too_long',
  'spf_include_loop',
  'spf_beside_alias',
]);

/** Warnings that changing the domain's own record puts right. */
const isOwn: Readonly<Record<string, (spf: SpfResult) => boolean>> = {
  spf_ptr: ({ record }) => parseSpfRecord(record ?? '').mechanisms.some(({ name }) => name === 'ptr'),
  spf_equals_sign: ({ record }) => parseSpfRecord(record ?? '').unknownModifiers.length > 0,
  spf_unknown_modifier: ({ record }) => parseSpfRecord(record ?? '').unknownModifiers.length > 0,
  spf_void_lookups: ({ tree }) => (tree?.terms ?? []).some(({ voids, child }) => voids > 0 && child === null),
  spf_terms_after_all: endsEarly,
  spf_redirect_ignored: endsEarly,
};

function endsEarly({ record }: SpfResult): boolean {
  const { mechanisms, redirect } = parseSpfRecord(record ?? '');
  const end = mechanisms.findIndex(({ name }) => name === 'all');
  return end >= 0 && (end < mechanisms.length - 1 || redirect !== null);
}

function warned(facts: JudgedFacts): MailIssue[] {
  const { spf } = facts;
  const told = spf.warnings.filter(({ code }) => !quiet.has(code));
  return told.map(({ code, text, count }) =>
    (serious.has(code) ? warning : info)(code, {
      message: `SPF: ${text}.`,
      count,
      recommendation: advice[code] ?? 'Check the term and remove it if it is not needed.',
      publish: isOwn[code]?.(spf) === true ? targetOf(facts) : [],
    }),
  );
}

const advice: Readonly<Record<string, string>> = {
  spf_lookups_near_limit: 'Remove what is not needed before you add another service.',
  spf_answer_large: 'Keep the record short, so that the answer fits into one packet.',
  spf_record_large: 'Shorten the record: merge addresses into networks, or move them to an included record.',
  spf_string_too_long: 'Split the record into strings of at most 255 characters.',
  spf_include_loop: 'Remove the include or redirect that leads back.',
  spf_equals_sign: 'Write the term with a colon; until then whom it names is not allowed.',
  spf_beside_alias: adviceBesideAlias,
  spf_unbounded: 'Ask the service that gave you the term whom it lets send.',
  spf_void_lookups: 'Remove names that no longer exist; three of them make the record invalid.',
};

function weak(facts: JudgedFacts): MailIssue[] {
  const { spf } = facts;
  const publish = targetOf(facts);
  const issues: MailIssue[] = [];
  const open = spf.warnings.find(({ code }) => code === 'spf_all_pass');
  if (open !== undefined)
    issues.push(
      error('spf_all_pass', {
        message: `SPF allows anyone to send as the domain: ${open.text}.`,
        recommendation: withNote(
          facts,
          // Where another record is the open one, the note names the way to it.
          publish.length > 0 ? 'End the record with -all.' : '',
        ),
        publish,
      }),
    );
  issues.push(...tooWide(facts));
  if (spf.all === '?' || spf.warnings.some(({ code }) => code === 'spf_all_missing'))
    issues.push(
      warning(spf.all === null ? 'spf_all_missing' : 'spf_all_neutral', {
        message: 'SPF does not say what to do with mail from other senders.',
        recommendation: withNote(
          facts,
          'End the record with ~all first, then with -all once DMARC reports show no forgotten sender.',
        ),
        publish,
      }),
    );
  if (spf.all === '~')
    issues.push(
      info('spf_softfail', {
        message: 'SPF only marks mail from other senders (~all).',
        recommendation:
          publish.length > 0
            ? 'End the record with -all, once DMARC reports show no forgotten sender.'
            : 'End the record that this one redirects to with -all, once DMARC reports show no forgotten sender.',
        publish,
      }),
    );
  return [...issues, ...forgotten(facts)];
}

/** More may send than the record can mean. */
function tooWide(facts: JudgedFacts): MailIssue[] {
  const { warnings } = facts.spf;
  const found = warnings.find(({ code }) => code === 'spf_networks_open' || code === 'spf_networks_wide');
  if (found === undefined) return [];
  const publish = targetOf(facts);
  const isOpen = found.code === 'spf_networks_open';
  return [
    (isOpen ? error : warning)(found.code, {
      message: isOpen ? `SPF allows anyone to send as the domain: ${found.text}.` : `SPF: ${found.text}.`,
      recommendation: withNote(
        facts,
        publish.length > 0
          ? 'Publish the record without what opens it.'
          : 'Name the addresses of your own servers alone.',
      ),
      publish,
    }),
  ];
}

/** The service that takes the domain's mail sends its answers as well. */
function forgotten(facts: JudgedFacts): MailIssue[] {
  const { provider, senders } = facts;
  const include = includeOf(provider);
  if (include === null || provider === null || senders.includes(provider)) return [];
  const name = provider === microsoft365.id ? microsoft365.name : `the mailbox service (${provider})`;
  if (isUnread(facts.spf))
    return [
      info('spf_provider_unknown', {
        message: `Whether SPF allows ${name} to send is not known: some of the record depends on who sends, or was not read.`,
        recommendation: `Ask the service behind the record whether it covers ${include}.`,
      }),
    ];
  return [
    warning('spf_provider_missing', {
      message: `SPF does not allow ${name} to send.`,
      recommendation: `Add ${include}, unless all mail leaves through another service.`,
      publish: targetOf(facts),
    }),
  ];
}

/** A domain that sends no mail, and whose record still allows somebody, or leaves others open. */
function sendsNothing(facts: JudgedFacts): MailIssue[] {
  const publish = targetOf(facts);
  if (facts.spf.class !== 'valid' || publish.length === 0) return [];
  return [
    warning('spf_parked_open', {
      message: `The domain sends no mail, but its SPF record does not refuse every sender.`,
      recommendation: 'Publish a record that allows no sender.',
      publish,
    }),
  ];
}
