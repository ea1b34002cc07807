import { editDmarc } from '../dmarc/edit-dmarc.ts';
import type { MailFacts, MailIssue } from '../mail-flow-result.ts';
import { issuesOf, tryAgain, txt } from './issue.ts';

const { error, warning, info } = issuesOf('dmarc');

const anAddress = 'reports go to the address in rua=, which has to exist: put yours there';

/** What is wrong with DMARC, each with the record to publish. */
export function dmarcIssues(facts: MailFacts): MailIssue[] {
  const { dmarc } = facts;
  if (dmarc.found === null || dmarc.unknown !== null) {
    const message = `DMARC: ${dmarc.unknown ?? 'could not check'}.`;
    return [warning('dmarc_could_not_check', { message, recommendation: tryAgain })];
  }
  if (!dmarc.found) return [missing(facts), ...ignored(facts)];
  const issues = dmarc.valid === true ? [] : [invalid(facts)];
  return [...issues, ...policy(facts), ...reports(facts), ...ignored(facts)];
}

/** The record as it stands, with another policy, in force, and without what is invalid. */
function suggested(facts: MailFacts, p: string, location = facts.domain): string {
  const { domain, parked, dmarc } = facts;
  const address = parked ? null : `mailto:dmarc@${location}`;
  const rua = dmarc.rua.length > 0 ? [...new Set(dmarc.rua)].join(',') : address;
  if (dmarc.valid === true && location !== domain) return suggestedAbove(facts, p, rua);
  const others = (['sp', 'np'] as const).filter((tag) => dmarc.valid !== true || dmarc[tag] === 'none');
  const withoutOthers = Object.fromEntries(others.map((tag) => [tag, null]));
  return editDmarc(dmarc.record ?? '', { p, rua, t: null, ...withoutOthers });
}

const strictness = ['none', 'quarantine', 'reject'];

const isWeaker = (policy: string | null, than: string | null) =>
  strictness.indexOf(policy ?? 'none') < strictness.indexOf(than ?? 'none');

/** A domain above speaks for this one by sp= or np= (RFC 9989, 4.7): its own policy, p=, is not to become weaker. */
function suggestedAbove({ dmarc }: MailFacts, policy: string, rua: string | null): string {
  const { p, sp } = dmarc;
  const ofSubdomains: Record<string, string | null> =
    p === sp ? { p: isWeaker(p, policy) ? policy : p, sp: null } : { p, sp: policy };
  if (isWeaker(dmarc.np, policy)) ofSubdomains.np = null;
  return editDmarc(dmarc.record ?? '', { ...ofSubdomains, rua, t: null });
}

function missing(facts: MailFacts): MailIssue {
  const { domain, parked, dmarc } = facts;
  const stray = dmarc.notes.find(({ code }) => code === 'multiple_records' || code.startsWith('version_'));
  const why = stray === undefined ? '' : ` (${stray.text})`;
  return error('dmarc_missing', {
    message: `No DMARC record applies to ${domain}${why}, so that receivers do not act against forged mail.`,
    recommendation: parked
      ? 'The domain sends no mail: refuse everything in its name.'
      : `Begin with p=none and read the reports, then go on to p=quarantine and p=reject; ${anAddress}. One record alone may stand at that name.`,
    publish: [txt(`_dmarc.${domain}`, suggested(facts, parked ? 'reject' : 'none'))],
  });
}

function invalid(facts: MailFacts): MailIssue {
  const { dmarc } = facts;
  const location = dmarc.location ?? facts.domain;
  const faults = dmarc.notes.filter(({ code }) => dmarc.errors.includes(code)).map(({ text }) => text);
  return error('dmarc_invalid', {
    message: `The DMARC record at _dmarc.${location} is invalid: ${faults.join('; ')}.`,
    recommendation: `Replace it by a valid one; p=none watches only, p=reject is where to go; ${anAddress}.`,
    publish: [txt(`_dmarc.${location}`, suggested(facts, 'none', location))],
  });
}

function policy(facts: MailFacts): MailIssue[] {
  const { dmarc, parked } = facts;
  const location = dmarc.location ?? facts.domain;
  const publish = (p: string) => [txt(`_dmarc.${location}`, suggested(facts, parked ? 'reject' : p, location))];
  const issues: MailIssue[] = [];
  const add = (code: string, message: string, recommendation: string, p: string): void => {
    issues.push(warning(code, { message, recommendation, publish: publish(p) }));
  };
  const isTest = dmarc.applied !== dmarc.policy;
  if (isTest)
    add(
      'dmarc_test_mode',
      `DMARC is in test mode (t=y): ${dmarc.policy} is applied as ${dmarc.applied}.`,
      'Take out t=y, once the reports show that your own mail passes.',
      dmarc.policy ?? 'none',
    );
  if (dmarc.valid === true && dmarc.policy === 'none')
    add(
      'dmarc_policy_none',
      'DMARC only watches (none): forged mail is delivered.',
      'Go on to quarantine, then to reject, once the reports show that your own mail passes.',
      'quarantine',
    );
  if (dmarc.policy === 'quarantine' && !isTest)
    add(
      'dmarc_policy_quarantine',
      'DMARC sends forged mail to the junk folder (quarantine) and does not refuse it.',
      'Go on to reject, once the reports show that your own mail passes.',
      'reject',
    );
  if (dmarc.valid === true && dmarc.sp === 'none' && dmarc.p !== 'none' && dmarc.policy !== 'none')
    add(
      'dmarc_sp_none',
      'Mail forged in the name of subdomains is delivered (sp=none).',
      'Take out sp=none, so that subdomains follow p=.',
      dmarc.p ?? 'quarantine',
    );
  if (dmarc.valid === true && dmarc.np === 'none' && dmarc.sp !== 'none' && dmarc.policy !== 'none')
    add(
      'dmarc_np_none',
      'Mail forged in the name of subdomains that do not exist is delivered (np=none).',
      'Take out np=none, so that these names follow sp= and p=.',
      asItIs(facts, location),
    );
  return issues;
}

/** The policy that stands, in the tag that speaks for the domain. */
function asItIs({ domain, dmarc }: MailFacts, location: string): string {
  return (location === domain ? dmarc.p : (dmarc.policy ?? dmarc.sp)) ?? 'none';
}

function reports(facts: MailFacts): MailIssue[] {
  const { dmarc, parked } = facts;
  const location = dmarc.location ?? facts.domain;
  const issues: MailIssue[] = [];
  if (dmarc.warnings.includes('rua_missing') && !parked)
    issues.push(
      warning('dmarc_rua_missing', {
        message: 'Nobody gets the DMARC reports: the record names no address for them.',
        recommendation: `Add rua=; ${anAddress}.`,
        publish: [txt(`_dmarc.${location}`, suggested(facts, asItIs(facts, location), location))],
      }),
    );
  for (const { code, text, count, missingNames } of dmarc.notes) {
    if (code === 'reports_not_all_checked') issues.push(manyReports(text));
    if (!/^ru[af]_(?:not_authorized|no_mx|invalid|unknown)$/.test(code)) continue;
    issues.push(
      warning(`dmarc_${code}`, {
        message: `DMARC reports: ${text}.`,
        count,
        recommendation:
          missingNames.length === 0
            ? code.endsWith('_unknown')
              ? tryAgain
              : 'Look at the address for reports and correct it.'
            : 'The receiver of the reports has to publish this record.',
        publish: missingNames.map((name) => txt(name, 'v=DMARC1')),
      }),
    );
  }
  return issues;
}

function manyReports(text: string): MailIssue {
  return info('dmarc_reports_not_all_checked', {
    message: `DMARC reports: ${text}.`,
    recommendation: 'Name two addresses at most: who sends reports need not send them to more.',
  });
}

const toldElsewhere =
  /^(?:dmarc_missing|reports_not_all_checked|p_missing|p_invalid|sp_invalid|np_invalid|duplicate_tag:.*|policy_none|sp_none|test_mode|rua_missing|ru[af]_(?:not_authorized|no_mx|invalid|unknown))$/;

const withoutMeaning = /^(?:tag_removed:.*|unknown_tag|tag_malformed|ru[af]_size_obsolete)$/;

function ignored({ domain, dmarc }: MailFacts): MailIssue[] {
  const cleaned = [
    txt(
      `_dmarc.${dmarc.location ?? domain}`,
      editDmarc((dmarc.record ?? '').replaceAll(/!\d+[kmgt]?(?=[,;\s]|$)/gi, ''), {}),
    ),
  ];
  return dmarc.notes
    .filter(({ code }) => !toldElsewhere.test(code))
    .map(({ code, text, count }) =>
      (dmarc.errors.includes(code) ? warning : info)(`dmarc_${code}`, {
        message: `DMARC: ${text}.`,
        count,
        recommendation: 'Take it out or correct it: it has no effect as it stands.',
        publish: dmarc.valid === true && withoutMeaning.test(code) ? cleaned : [],
      }),
    );
}
