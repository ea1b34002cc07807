import type { MailFacts, MailIssue } from '../mail-flow-result.ts';
import { issuesOf, tryAgain, txt } from './issue.ts';

const mxArea = issuesOf('mx');
const sts = issuesOf('mtaSts');
const tls = issuesOf('tlsRpt');
const bimiArea = issuesOf('bimi');
const dnssecArea = issuesOf('dnssec');
const daneArea = issuesOf('dane');

/** What is wrong on the way of incoming mail. */
export function transportIssues(facts: MailFacts, now: Date): MailIssue[] {
  const perMail = facts.takesNoMail ? [] : [...mtaStsIssues(facts, now), ...tlsRptIssues(facts)];
  return [...mxIssues(facts), ...perMail, ...bimiIssues(facts), ...dnssecIssues(facts)];
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
        recommendation: 'Name the mail hosts, or say by a null MX that the domain takes no mail.',
        publish: [{ name: domain, type: 'MX', value: '0 .' }],
      }),
    );
  if (mx.state === 'mixed')
    issues.push(
      warning('mx_mixed', {
        message: `Mail goes to several services: ${mx.hosts.map(({ exchange }) => exchange).join(', ')}.`,
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
  const isLost = mx.hosts.length > 0 && mx.hosts.every(({ hasAddress }) => hasAddress === false);
  for (const { code, text } of mx.problems)
    issues.push(
      (isLost || code === 'mx_null_not_alone' ? error : warning)(code, {
        message: `MX: ${text}.`,
        recommendation: 'Correct the MX record, or take it out.',
      }),
    );
  return issues;
}

/** RFC 8461, 3.1: an id of letters and digits that changes with the policy. */
function policyId(now: Date): string {
  return now.toISOString().replace(/[^\d]/g, '').slice(0, 14);
}

function policyText(hosts: readonly string[], mode: string): string {
  return ['version: STSv1', `mode: ${mode}`, ...hosts.map((host) => `mx: ${host}`), 'max_age: 604800'].join(' | ');
}

function mtaStsIssues(facts: MailFacts, now: Date): MailIssue[] {
  const { domain, mtaSts, mx } = facts;
  const { error, warning, info } = sts;
  const publish = [txt(`_mta-sts.${domain}`, `v=STSv1; id=${policyId(now)}`)];
  const hosts = mx.hosts.map(({ exchange }) => exchange);
  const file = (mode: string) =>
    `https://mta-sts.${domain}/.well-known/mta-sts.txt with the lines ${policyText(hosts, mode)}`;
  const issues: MailIssue[] = [];
  if (mtaSts.state === 'missing')
    issues.push(
      info('mta_sts_missing', {
        message: 'There is no MTA-STS policy: senders may be made to send without encryption.',
        recommendation: `Publish the record and ${file('testing')}; go on to mode: enforce once the TLS reports are clean.`,
        publish,
      }),
    );
  if (mtaSts.state === 'couldNotCheck')
    issues.push(
      info('mta_sts_could_not_check', {
        message: `MTA-STS: could not check${mtaSts.policyProblem === null ? '' : ` (${mtaSts.policyProblem})`}.`,
        recommendation: tryAgain,
      }),
    );
  if (mtaSts.state === 'invalid')
    issues.push(
      warning(mtaSts.policyState === 'notFound' ? 'mta_sts_policy_missing' : 'mta_sts_invalid', {
        message: `MTA-STS is not in force: ${[...mtaSts.problems, mtaSts.policyProblem ?? ''].filter((text) => text !== '').join('; ')}.`,
        recommendation: `Correct the record and ${file('testing')}.`,
        publish,
      }),
    );
  if (mtaSts.unlistedMx.length > 0)
    issues.push(
      (mtaSts.policy?.mode === 'enforce' ? error : warning)('mta_sts_mx_mismatch', {
        message: `The MTA-STS policy does not name ${mtaSts.unlistedMx.join(', ')}: senders that hold to it do not deliver there.`,
        recommendation: `Publish ${file(mtaSts.policy?.mode ?? 'testing')}, and a new id.`,
        publish,
      }),
    );
  if (mtaSts.state === 'ok' && mtaSts.policy?.mode !== 'enforce')
    issues.push(
      info(mtaSts.policy?.mode === 'testing' ? 'mta_sts_testing' : 'mta_sts_none', {
        message: `The MTA-STS policy is not enforced (mode: ${mtaSts.policy?.mode}).`,
        recommendation: `Publish ${file('enforce')}, and a new id.`,
        publish,
      }),
    );
  if (mtaSts.state === 'ok' && (mtaSts.policy?.maxAgeSeconds ?? 0) < 86_400)
    issues.push(
      info('mta_sts_max_age_short', {
        message: `Senders remember the MTA-STS policy for ${mtaSts.policy?.maxAgeSeconds} seconds only.`,
        recommendation: 'Set max_age: 604800 or more.',
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
          message: `The TLSA records of ${host} cannot be used.`,
          recommendation: 'Publish a record of the form 3 1 1 and the SHA-256 digest of the key of its certificate.',
        }),
      );
    if (state === 'unvalidated' && dnssec.state !== 'couldNotCheck')
      issues.push(
        daneArea.info('dane_without_dnssec', {
          message: `${host} has TLSA records, which do not count, because DNSSEC does not protect the whole way.`,
          recommendation: 'Sign the domain with DNSSEC.',
        }),
      );
  }
  return issues;
}
