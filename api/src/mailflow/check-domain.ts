import type { DnsResolver } from '../ports/dns.ts';
import type { FetchPolicy } from '../ports/sts-policy.ts';
import { checkBimi } from './bimi.ts';
import { boundedAnswer } from './bounded-answer.ts';
import { shownText } from './bounded-text.ts';
import { checkDkim } from './dkim/check-dkim.ts';
import { checkDmarc } from './dmarc/check-dmarc.ts';
import type { DnsBudget } from './dns-limits.ts';
import { rememberDns } from './dns-memory.ts';
import { checkDnssec } from './dnssec.ts';
import { isDomainName, isHostName, normalName } from './domain-name.ts';
import { dkimIssues } from './issues/dkim-issues.ts';
import { dmarcIssues } from './issues/dmarc-issues.ts';
import { inOrder, issuesOf } from './issues/issue.ts';
import { spfIssues } from './issues/spf-issues.ts';
import { transportIssues } from './issues/transport-issues.ts';
import type { MailFacts, MailFlowResult, MailIssue } from './mail-flow-result.ts';
import { type MailProvider, mailProviders, providerOfInclude, providerOfMx } from './mail-providers.ts';
import { scoreOf } from './mail-score.ts';
import { checkMtaSts } from './mta-sts.ts';
import { checkMx, type MxResult } from './mx.ts';
import { checkSpf } from './spf/check-spf.ts';
import { parseSpfRecord } from './spf/spf-record.ts';
import type { SpfNode, SpfResult } from './spf/spf-result.ts';
import { checkTlsRpt } from './tls-rpt.ts';

export type CheckDomainPorts = {
  dns: DnsResolver;
  /** Without it the policy of a domain that has MTA-STS is told as 'could not check'. */
  fetchPolicy?: FetchPolicy | undefined;
  now: Date;
};

/** For one domain: of questions SPF takes 101, DMARC 8 and as many for each report address, the rest go by the tables. */
export const domainBudget: DnsBudget = { questions: 400, octets: 1_000_000 };

/**
 * Everything that the public DNS says about the mail of a domain, judged. `domain` in ASCII: names in other scripts are
 * turned into A-labels before. Never throws for what the DNS answers, and is bounded whatever it holds
 * (`answerLimitBytes`).
 */
export async function checkDomain(domain: string, ports: CheckDomainPorts): Promise<MailFlowResult> {
  const name = normalName(domain.trim());
  // DMARC knows names of one label (public suffixes), though no mail check does.
  const dns = isHostName(name) ? rememberDns(ports.dns, domainBudget) : silentDns;
  const facts = await collect(name, dns, ports.fetchPolicy);
  const issues = isDomainName(name) ? judge(facts, ports.now) : [noDomain(domain)];
  const { score, parts } = scoreOf(facts);
  // What is to be done comes first: where the records are long, they are cut.
  const [told, recommendations, seen] = boundedAnswer([issues, issues.map(recommendationOf), facts]);
  return {
    ...seen,
    status: statusOf(issues),
    score: isDomainName(name) ? score : null,
    scoreParts: parts,
    issues: told,
    warnings: told.map(({ code }) => code),
    recommendations,
    checkedAt: ports.now.toISOString(),
  };
}

/** For a name that cannot be asked for. */
const silentDns: DnsResolver = { resolve: () => Promise.resolve({ status: 'servfail' }) };

async function collect(domain: string, dns: DnsResolver, fetchPolicy: FetchPolicy | undefined): Promise<MailFacts> {
  const [mx, spf, dmarc] = await Promise.all([checkMx(dns, domain), checkSpf(dns, domain), checkDmarc(dns, domain)]);
  const senders = [...new Set(includedNames(spf.tree).flatMap((name) => providerOfInclude(name) ?? []))];
  const hosts = [...mx.hosts.map(({ exchange }) => exchange), ...mx.leftOut];
  const receivers = [...new Set(hosts.flatMap((exchange) => providerOfMx(exchange) ?? []))];
  const mailbox = mailboxOf(receivers, senders);
  const services = [...new Set([...(mailbox === null ? [] : [mailbox]), ...receivers, ...senders])];
  const [dkim, mtaSts, tlsRpt, bimi, dnssec] = await Promise.all([
    checkDkim(dns, domain, services, mailbox),
    checkMtaSts(dns, domain, hosts, fetchPolicy),
    checkTlsRpt(dns, domain),
    checkBimi(dns, domain, dmarc),
    checkDnssec(dns, domain, mx),
  ]);
  return {
    domain,
    provider: mailbox?.id ?? null,
    gateway: receivers.find(({ kind }) => kind === 'gateway')?.id ?? null,
    senders: senders.map(({ id }) => id),
    takesNoMail: takesNoMail(mx),
    parked: takesNoMail(mx) && allowsNobody(spf),
    spf,
    dmarc,
    dkim,
    mx,
    mtaSts,
    tlsRpt,
    bimi,
    dnssec,
  };
}

const takesNoMail = (mx: MxResult): boolean => mx.state === 'null' || (mx.state === 'none' && !mx.implicit);

/** Without a record nobody is named either; a record that could not be read may name somebody. */
function allowsNobody({ class: kind, record }: SpfResult): boolean {
  if (kind === 'none') return true;
  const { mechanisms, redirect } = parseSpfRecord(record ?? '');
  return (
    kind === 'valid' &&
    redirect === null &&
    mechanisms.every(({ name, qualifier }) => name === 'all' && qualifier !== '+')
  );
}

/** Behind a filter, or hosts that the table does not know, SPF tells which service holds the mailboxes. */
function mailboxOf(receivers: readonly MailProvider[], senders: readonly MailProvider[]): MailProvider | null {
  const isMailbox = ({ kind }: MailProvider) => kind === 'mailbox';
  return (
    mailProviders.find((provider) => isMailbox(provider) && receivers.includes(provider)) ??
    senders.find(isMailbox) ??
    null
  );
}

function includedNames(node: SpfNode | null): string[] {
  return (node?.terms ?? []).flatMap(({ child, target, term }) =>
    /^[+\-?~]?(?:include:|redirect=)/i.test(term) && target !== null ? [target, ...includedNames(child)] : [],
  );
}

function judge(facts: MailFacts, now: Date): MailIssue[] {
  return inOrder([...spfIssues(facts), ...dkimIssues(facts), ...dmarcIssues(facts), ...transportIssues(facts, now)]);
}

function noDomain(domain: string): MailIssue {
  return issuesOf('domain').error('domain_invalid', {
    message: `"${shownText(domain, 300)}" is no domain name.`,
    recommendation: 'Give a domain name such as contoso.com, without http:// and without a path.',
  });
}

function statusOf(issues: readonly MailIssue[]): MailFlowResult['status'] {
  if (issues.some(({ severity }) => severity === 'error')) return 'fail';
  return issues.some(({ severity }) => severity === 'warning') ? 'warn' : 'pass';
}

function recommendationOf({ recommendation, publish }: MailIssue): string {
  const records = publish.map(({ name, type, value }) => `${name} ${type} ${value}`);
  return [recommendation, ...records].join('\n');
}
