import { firstFew, quoted } from '../bounded-text.ts';
import type { MailIssue } from '../mail-flow-result.ts';
import { issuesOf, type JudgedFacts, notesAt, publishAt, tryAgain } from './issue.ts';
import { mtaStsIssues } from './mta-sts-issues.ts';

const mxArea = issuesOf('mx');
const tls = issuesOf('tlsRpt');
const bimiArea = issuesOf('bimi');
const dnssecArea = issuesOf('dnssec');
const daneArea = issuesOf('dane');

/** What is wrong on the way of incoming mail. */
export function transportIssues(facts: JudgedFacts): MailIssue[] {
  const perMail = facts.takesNoMail ? [] : [...mtaStsIssues(facts), ...tlsRptIssues(facts)];
  return [...mxIssues(facts), ...perMail, ...bimiIssues(facts), ...dnssecIssues(facts)];
}

const setUp = 'The MX value is shown in the Microsoft 365 admin center: Settings > Domains > the domain > DNS records.';

function withoutMx(facts: JudgedFacts): MailIssue {
  const { mx, domain, sending } = facts;
  const publish = publishAt(facts, { name: domain, type: 'MX' });
  const seen = mx.implicit ? 'senders try the address of the domain itself' : 'the domain receives no mail';
  const advice = {
    none: publish.length > 0 ? 'Publish a null MX: the domain takes no mail.' : askFirst,
    microsoft365: `Replies and bounces cannot be delivered without an MX record. ${setUp}`,
    other:
      'Replies and bounces cannot be delivered without an MX record: publish that of the service that holds the mailboxes.',
  };
  return (mx.implicit || publish.length > 0 ? mxArea.warning : mxArea.info)('mx_missing', {
    message: `There is no MX record: ${seen}.`,
    recommendation: sending.by === null ? askFirst : advice[sending.by],
    publish,
  });
}

/** RFC 7505, 4.2: "Mail systems SHOULD NOT publish null MX records for domains that they use in SMTP MAIL FROM". */
function sendsUnanswered({ domain }: JudgedFacts): MailIssue {
  return mxArea.warning('mx_null_sends', {
    message: `${domain} takes no mail (null MX), but its SPF record lets senders send: receivers may refuse mail that cannot be answered (RFC 7505, 4.2).`,
    recommendation:
      'Publish the MX record of the service that holds the mailboxes, or v=spf1 -all where the domain sends no mail.',
  });
}

const askFirst = 'Whether the domain sends mail is not known.';

function mxIssues(facts: JudgedFacts): MailIssue[] {
  const { domain, mx, gateway } = facts;
  const { error, warning, info } = mxArea;
  const issues: MailIssue[] = [];
  if (mx.state === 'couldNotCheck')
    issues.push(warning('mx_could_not_check', { message: 'MX: could not check.', recommendation: tryAgain }));
  if (mx.state === 'none') issues.push(withoutMx(facts));
  if (mx.state === 'null' && (facts.sending.by === 'microsoft365' || facts.sending.by === 'other'))
    issues.push(sendsUnanswered(facts));
  if (mx.state === 'mixed')
    issues.push(
      warning('mx_mixed', {
        message: `Mail goes to several services: ${firstFew([...mx.hosts.map(({ exchange }) => quoted(exchange)), ...mx.leftOut]).join(', ')}.`,
        recommendation: 'List the hosts of one service only: mail to another host bypasses its filter.',
      }),
    );
  if (mx.state === 'gateway' && gateway !== null)
    issues.push(
      info('mx_gateway', {
        message: `Mail passes through a gateway (${gateway}) before it reaches the mailboxes.`,
        recommendation: 'Make sure that the mailbox service accepts mail only from there (in Exchange: a connector).',
      }),
    );
  const isLost =
    mx.hosts.length > 0 && mx.leftOut.length === 0 && mx.hosts.every(({ hasAddress }) => hasAddress === false);
  for (const { code, text, count } of mx.problems)
    issues.push(
      (isLost || code === 'mx_null_not_alone' ? error : warning)(code, {
        message: `MX: ${text}.`,
        count,
        recommendation: 'Correct or remove the MX record.',
        publish: code === 'mx_null_not_alone' ? publishAt(facts, { name: domain, type: 'MX' }) : [],
      }),
    );
  return issues;
}

function tlsRptIssues(facts: JudgedFacts): MailIssue[] {
  const { domain, tlsRpt, mx } = facts;
  const place = { name: `_smtp._tls.${domain}`, type: 'TXT' as const };
  const publish = publishAt(facts, place);
  const note = notesAt(facts, place);
  if (tlsRpt.state === 'missing')
    return mx.state === 'none'
      ? []
      : [
          tls.info('tls_rpt_missing', {
            message: 'Nobody receives reports on failed TLS connections (TLS-RPT).',
            recommendation: note,
            publish,
          }),
        ];
  if (tlsRpt.state === 'invalid')
    return [
      tls.warning('tls_rpt_invalid', {
        message: `The TLS-RPT record is invalid: ${tlsRpt.problems.join('; ')}.`,
        recommendation: note === '' ? 'Publish only this record.' : note,
        publish,
      }),
    ];
  if (tlsRpt.state === 'ok') return [];
  return [tls.info('tls_rpt_could_not_check', { message: 'TLS-RPT: could not check.', recommendation: tryAgain })];
}

function bimiIssues({ bimi }: JudgedFacts): MailIssue[] {
  if (bimi.state !== 'invalid') return [];
  return [
    bimiArea.warning('bimi_invalid', {
      message: `BIMI: ${bimi.problems.join('; ')}.`,
      recommendation: 'Correct the record. A logo needs DMARC at quarantine or reject, for subdomains too.',
    }),
  ];
}

function dnssecIssues({ dnssec }: JudgedFacts): MailIssue[] {
  const issues: MailIssue[] = [];
  if (dnssec.state === 'unsigned')
    issues.push(
      dnssecArea.info('dnssec_missing', {
        message: 'The domain is not signed with DNSSEC.',
        recommendation: 'Turn on DNSSEC at the DNS host and add the DS record at the registrar.',
      }),
    );
  if (dnssec.state === 'notValidated')
    issues.push(
      dnssecArea.warning('dnssec_not_validated', {
        message: 'There is a DS record, but the resolver did not validate the answer.',
        recommendation: 'Compare the DS record with the keys of the zone at the DNS host.',
      }),
    );
  for (const { host, state } of dnssec.dane) {
    if (state === 'invalid')
      issues.push(
        daneArea.error('dane_invalid', {
          message: `The TLSA records of ${quoted(host)} are invalid.`,
          recommendation: 'Publish a record 3 1 1 with the SHA-256 digest of the public key of its certificate.',
        }),
      );
    if (state === 'unvalidated' && dnssec.state !== 'couldNotCheck')
      issues.push(
        daneArea.info('dane_without_dnssec', {
          message: `The TLSA records of ${quoted(host)} have no effect: DNSSEC does not protect the whole path.`,
          recommendation: 'Sign the domain with DNSSEC.',
        }),
      );
  }
  return issues;
}
