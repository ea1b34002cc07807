import { firstFew, quoted } from '../bounded-text.ts';
import type { MailFacts, MailIssue, MailRecord } from '../mail-flow-result.ts';
import { issuesOf, tryAgain, txt } from './issue.ts';
import { mtaStsIssues } from './mta-sts-issues.ts';

const mxArea = issuesOf('mx');
const tls = issuesOf('tlsRpt');
const bimiArea = issuesOf('bimi');
const dnssecArea = issuesOf('dnssec');
const daneArea = issuesOf('dane');

/** What is wrong on the way of incoming mail. */
export function transportIssues(facts: MailFacts, now: Date): MailIssue[] {
  const perMail = facts.takesNoMail ? [] : [...mtaStsIssues(facts, now), ...tlsRptIssues(facts)];
  return [...mxIssues(facts), ...perMail, ...bimiIssues(facts), ...dnssecIssues(facts)];
}

/** The mail hosts without the null MX, which has to stand alone (RFC 7505, 3). */
function namedHosts(domain: string, hosts: MailFacts['mx']['hosts']): MailRecord[] {
  const named = hosts.filter(({ exchange }) => exchange !== '' && exchange !== '.');
  return named.map(({ priority, exchange }) => ({ name: domain, type: 'MX', value: `${priority} ${exchange}.` }));
}

function mxIssues({ domain, mx, gateway }: MailFacts): MailIssue[] {
  const { error, warning, info } = mxArea;
  const issues: MailIssue[] = [];
  if (mx.state === 'couldNotCheck')
    issues.push(warning('mx_could_not_check', { message: 'MX: could not check.', recommendation: tryAgain }));
  if (mx.state === 'none')
    issues.push(
      (mx.implicit ? warning : info)('mx_missing', {
        message: mx.implicit
          ? 'There is no MX record: senders try the address of the domain itself.'
          : 'There is no MX record and no address: the domain takes no mail.',
        recommendation: mx.implicit
          ? 'Name the host that takes the mail now. A null MX (0 .) would be right only where the domain is to take none.'
          : 'Say by a null MX that the domain takes no mail, or name the mail hosts.',
        // Mail goes to the domain's own address now: what is published must not stop it (RFC 5321, 5.1).
        publish: [{ name: domain, type: 'MX', value: mx.implicit ? `10 ${domain}.` : '0 .' }],
      }),
    );
  if (mx.state === 'mixed')
    issues.push(
      warning('mx_mixed', {
        message: `Mail goes to several services: ${firstFew([...mx.hosts.map(({ exchange }) => quoted(exchange)), ...mx.leftOut]).join(', ')}.`,
        recommendation: 'Name the hosts of one service only: filters are passed by where another host takes mail too.',
      }),
    );
  if (mx.state === 'gateway' && gateway !== null)
    issues.push(
      info('mx_gateway', {
        message: `Mail passes through ${gateway} before it reaches the mailboxes.`,
        recommendation: 'Make sure that the mailbox service takes mail from there alone (in Exchange: a connector).',
      }),
    );
  const isLost =
    mx.hosts.length > 0 && mx.leftOut.length === 0 && mx.hosts.every(({ hasAddress }) => hasAddress === false);
  for (const { code, text, count } of mx.problems)
    issues.push(
      (isLost || code === 'mx_null_not_alone' ? error : warning)(code, {
        message: `MX: ${text}.`,
        count,
        recommendation: 'Correct the MX record, or take it out.',
        publish: code === 'mx_null_not_alone' ? namedHosts(domain, mx.hosts) : [],
      }),
    );
  return issues;
}

function tlsRptIssues({ domain, tlsRpt }: MailFacts): MailIssue[] {
  const publish = [txt(`_smtp._tls.${domain}`, `v=TLSRPTv1; rua=mailto:tls-reports@${domain}`)];
  if (tlsRpt.state === 'missing')
    return [
      tls.info('tls_rpt_missing', {
        message: 'Nobody gets reports about failed encryption (TLS-RPT).',
        recommendation: 'Publish this record; reports go to the address in rua=, which has to exist: put yours there.',
        publish,
      }),
    ];
  if (tlsRpt.state === 'invalid')
    return [
      tls.warning('tls_rpt_invalid', {
        message: `The TLS-RPT record is invalid: ${tlsRpt.problems.join('; ')}.`,
        recommendation: 'Publish this record; reports go to the address in rua=, which has to exist: put yours there.',
        publish,
      }),
    ];
  if (tlsRpt.state === 'ok') return [];
  return [tls.info('tls_rpt_could_not_check', { message: 'TLS-RPT: could not check.', recommendation: tryAgain })];
}

function bimiIssues({ bimi }: MailFacts): MailIssue[] {
  if (bimi.state !== 'invalid') return [];
  return [
    bimiArea.warning('bimi_invalid', {
      message: `BIMI: ${bimi.problems.join('; ')}.`,
      recommendation: 'Correct the record; a logo needs DMARC with quarantine or reject, for subdomains as well.',
    }),
  ];
}

function dnssecIssues({ dnssec }: MailFacts): MailIssue[] {
  const issues: MailIssue[] = [];
  if (dnssec.state === 'unsigned')
    issues.push(
      dnssecArea.info('dnssec_missing', {
        message: 'The domain is not signed with DNSSEC.',
        recommendation: 'Switch DNSSEC on at the DNS host and have the DS record entered at the registrar.',
      }),
    );
  if (dnssec.state === 'notValidated')
    issues.push(
      dnssecArea.warning('dnssec_not_validated', {
        message: 'A DS record is there, but the resolver did not validate the answer.',
        recommendation: 'Have the DNS host compare the DS record with the keys of the zone.',
      }),
    );
  for (const { host, state } of dnssec.dane) {
    if (state === 'invalid')
      issues.push(
        daneArea.error('dane_invalid', {
          message: `The TLSA records of ${quoted(host)} cannot be used.`,
          recommendation: 'Publish a record of the form 3 1 1 and the SHA-256 digest of the key of its certificate.',
        }),
      );
    if (state === 'unvalidated' && dnssec.state !== 'couldNotCheck')
      issues.push(
        daneArea.info('dane_without_dnssec', {
          message: `${quoted(host)} has TLSA records, which do not count, because DNSSEC does not protect the whole way.`,
          recommendation: 'Sign the domain with DNSSEC.',
        }),
      );
  }
  return issues;
}
