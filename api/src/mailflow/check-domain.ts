import type { DnsResolver } from '../ports/dns.ts';
import type { FetchPolicy } from '../ports/sts-policy.ts';
import { checkBimi } from './bimi.ts';
import { boundedAnswer } from './bounded-answer.ts';
import { shownText } from './bounded-text.ts';
import { collectSenders, type DomainKnowledge } from './collect-senders.ts';
import type { DnsBudget } from './dns-limits.ts';
import { rememberDns } from './dns-memory.ts';
import { checkDnssec } from './dnssec.ts';
import { isDomainName, isHostName, normalName } from './domain-name.ts';
import { dkimIssues } from './issues/dkim-issues.ts';
import { dmarcIssues } from './issues/dmarc-issues.ts';
import { inOrder, issuesOf, type JudgedFacts, recommendationsOf } from './issues/issue.ts';
import { sendingIssues } from './issues/sending-issues.ts';
import { spfIssues } from './issues/spf-issues.ts';
import { transportIssues } from './issues/transport-issues.ts';
import type { MailFacts, MailFlowResult, MailIssue } from './mail-flow-result.ts';
import { scoreOf } from './mail-score.ts';
import { checkMtaSts } from './mta-sts.ts';
import { mxHostsOf } from './mx.ts';
import { isOnMicrosoft } from './on-microsoft.ts';
import { mailTargets } from './targets/mail-targets.ts';
import { checkTlsRpt } from './tls-rpt.ts';

export type CheckDomainPorts = {
  dns: DnsResolver;
  /** Without it the policy of a domain that has MTA-STS is told as 'could not check'. */
  fetchPolicy?: FetchPolicy | undefined;
  now: Date;
} & DomainKnowledge;

/** For one domain: of questions SPF takes 121, DMARC 8 and as many for each report address, the rest go by the tables. */
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
  const facts = await collect(name, dns, ports);
  const targets = isDomainName(name) ? mailTargets(facts) : [];
  const issues = isDomainName(name) ? judge({ ...facts, targets }) : [noDomain(domain)];
  const { score, parts } = scoreOf(facts);
  // What is to be done comes first: where the records are long, they are cut.
  const [toPublish, told, recommendations, seen] = boundedAnswer([
    targets,
    issues,
    recommendationsOf(issues, targets),
    facts,
  ]);
  return {
    ...seen,
    targets: toPublish,
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

async function collect(domain: string, dns: DnsResolver, ports: CheckDomainPorts): Promise<MailFacts> {
  const senders = await collectSenders(domain, dns, ports);
  const { mx, dmarc } = senders;
  const [mtaSts, tlsRpt, bimi, dnssec] = await Promise.all([
    checkMtaSts(dns, domain, mxHostsOf(mx), ports.fetchPolicy),
    checkTlsRpt(dns, domain),
    checkBimi(dns, domain, dmarc),
    checkDnssec(dns, domain, mx),
  ]);
  return { ...senders, mtaSts, tlsRpt, bimi, dnssec };
}

function judge(facts: JudgedFacts): MailIssue[] {
  // The rest of Microsoft's own names is Microsoft's to publish.
  if (isOnMicrosoft(facts.domain)) return inOrder(dmarcIssues(facts));
  return inOrder([
    ...sendingIssues(facts),
    ...spfIssues(facts),
    ...dkimIssues(facts),
    ...dmarcIssues(facts),
    ...transportIssues(facts),
  ]);
}

function noDomain(domain: string): MailIssue {
  return issuesOf('domain').error('domain_invalid', {
    message: `"${shownText(domain, 300)}" is not a domain name.`,
    recommendation: 'Enter a domain name such as contoso.com, without https:// or a path.',
  });
}

function statusOf(issues: readonly MailIssue[]): MailFlowResult['status'] {
  if (issues.some(({ severity }) => severity === 'error')) return 'fail';
  return issues.some(({ severity }) => severity === 'warning') ? 'warn' : 'pass';
}
