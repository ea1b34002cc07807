import { adviceBesideAlias } from '../alias-beside.ts';
import type { MailIssue } from '../mail-flow-result.ts';
import { isOnMicrosoft } from '../on-microsoft.ts';
import { dmarcLocation, needsReports } from '../targets/dmarc-target.ts';
import { issuesOf, type JudgedFacts, notesAt, publishAt, tryAgain } from './issue.ts';

const { error, warning, info } = issuesOf('dmarc');

/** What is wrong with DMARC; what to publish is the one target at the name of the record. */
export function dmarcIssues(facts: JudgedFacts): MailIssue[] {
  const { dmarc } = facts;
  if (dmarc.found === null || dmarc.unknown !== null) {
    const message = `DMARC: ${dmarc.unknown ?? 'could not check'}.`;
    return [warning('dmarc_could_not_check', { message, recommendation: tryAgain })];
  }
  if (!dmarc.found || dmarcLocation(facts) !== dmarc.location) return [missing(facts), ...ignored(facts)];
  const issues = dmarc.valid === true ? [] : [invalid(facts)];
  return [...issues, ...policy(facts), ...reports(facts), ...ignored(facts)];
}

const placeOf = (facts: JudgedFacts) => ({ name: `_dmarc.${dmarcLocation(facts)}`, type: 'TXT' as const });
const targetOf = (facts: JudgedFacts) => publishAt(facts, placeOf(facts));

/** The advice, and where to publish or which mailbox to choose. */
const withNote = (facts: JudgedFacts, advice: string): string =>
  [advice, notesAt(facts, placeOf(facts))].filter((text) => text !== '').join(' ');

const inStages = 'Go to p=reject step by step: p=none while you read the reports, then p=quarantine.';

function missing(facts: JudgedFacts): MailIssue {
  const { domain, parked, dmarc, sending } = facts;
  const isOfRegistry = dmarc.location !== null;
  const stray = dmarc.notes.find(({ code }) => code === 'multiple_records' || code.startsWith('version_'));
  const why = isOfRegistry
    ? ` (only that of ${dmarc.location} applies)`
    : stray === undefined
      ? ''
      : ` (${stray.text})`;
  const advice = parked
    ? 'The domain sends no mail: refuse everything in its name.'
    : isOnMicrosoft(domain)
      ? 'Microsoft signs all mail of this domain: publish p=reject.'
      : sending.isOpen
        ? `If the domain sends no mail, publish p=reject now. Otherwise: ${inStages}`
        : inStages;
  const only = stray?.code === 'multiple_records' ? ' Publish only one.' : '';
  return error('dmarc_missing', {
    message: `${domain} has no DMARC record${why}: receivers do not act on forged mail.`,
    recommendation: withNote(facts, `${advice}${only}`),
    publish: targetOf(facts),
  });
}

function invalid(facts: JudgedFacts): MailIssue {
  const { dmarc } = facts;
  const faults = dmarc.notes.filter(({ code }) => dmarc.errors.includes(code)).map(({ text }) => text);
  return error('dmarc_invalid', {
    message: `The DMARC record at ${placeOf(facts).name} is invalid: ${faults.join('; ')}.`,
    recommendation: withNote(facts, `Replace the record. ${facts.parked ? '' : inStages}`.trim()),
    publish: targetOf(facts),
  });
}

function policy(facts: JudgedFacts): MailIssue[] {
  const { dmarc } = facts;
  const issues: MailIssue[] = [];
  const add = (code: string, message: string, recommendation: string): void => {
    issues.push(warning(code, { message, recommendation: withNote(facts, recommendation), publish: targetOf(facts) }));
  };
  const isTest = dmarc.applied !== dmarc.policy;
  if (isTest)
    add(
      'dmarc_test_mode',
      `DMARC is in test mode (t=y): ${dmarc.policy} is applied as ${dmarc.applied}.`,
      'Remove t=y, once reports show that your own mail passes.',
    );
  if (dmarc.valid === true && dmarc.policy === 'none')
    add(
      'dmarc_policy_none',
      'DMARC only monitors (p=none): forged mail is delivered.',
      'Go to quarantine, then to reject, once reports show that your own mail passes.',
    );
  if (dmarc.policy === 'quarantine' && !isTest)
    add(
      'dmarc_policy_quarantine',
      'DMARC sends forged mail to the junk folder (quarantine) and does not reject it.',
      'Go to reject, once reports show that your own mail passes.',
    );
  if (dmarc.valid === true && dmarc.sp === 'none' && dmarc.p !== 'none' && dmarc.policy !== 'none')
    add(
      'dmarc_sp_none',
      'Mail forged in the name of subdomains is delivered (sp=none).',
      'Remove sp=none, so that subdomains follow p=.',
    );
  if (dmarc.valid === true && dmarc.np === 'none' && dmarc.sp !== 'none' && dmarc.policy !== 'none')
    add(
      'dmarc_np_none',
      'Mail forged in the name of subdomains that do not exist is delivered (np=none).',
      'Remove np=none, so that these names follow sp= and p=.',
    );
  return issues;
}

function reports(facts: JudgedFacts): MailIssue[] {
  const { dmarc } = facts;
  const issues: MailIssue[] = [];
  if (dmarc.warnings.includes('rua_missing') && needsReports(facts))
    issues.push(
      warning('dmarc_rua_missing', {
        message: 'Nobody receives the DMARC reports: the record has no address for them (rua=).',
        recommendation: withNote(facts, ''),
        publish: targetOf(facts),
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
              : 'Correct the address for the reports.'
            : 'The receiver of the reports has to publish this record.',
        publish: publishAt(facts, ...missingNames.map((name) => ({ name, type: 'TXT' as const }))),
      }),
    );
  }
  return issues;
}

function manyReports(text: string): MailIssue {
  return info('dmarc_reports_not_all_checked', {
    message: `DMARC reports: ${text}.`,
    recommendation: 'Use two addresses at most: senders of reports may ignore more.',
  });
}

const toldElsewhere =
  /^(?:dmarc_missing|reports_not_all_checked|p_missing|p_invalid|sp_invalid|np_invalid|duplicate_tag:.*|policy_none|sp_none|test_mode|rua_missing|ru[af]_(?:not_authorized|no_mx|invalid|unknown))$/;

const withoutMeaning = /^(?:tag_removed:.*|tag_invalid:.*|unknown_tag|tag_malformed|ru[af]_size_obsolete)$/;

function ignored(facts: JudgedFacts): MailIssue[] {
  const { dmarc } = facts;
  return dmarc.notes
    .filter(({ code }) => !toldElsewhere.test(code))
    .map(({ code, text, count }) =>
      (dmarc.errors.includes(code) ? warning : info)(`dmarc_${code}`, {
        message: `DMARC: ${text}.`,
        count,
        recommendation: adviceOn[code] ?? 'Remove or correct it: it has no effect.',
        publish: dmarc.valid === true && withoutMeaning.test(code) ? targetOf(facts) : [],
      }),
    );
}

const adviceOn: Readonly<Record<string, string>> = {
  multiple_records: 'Publish only one.',
  beside_alias: adviceBesideAlias,
};
