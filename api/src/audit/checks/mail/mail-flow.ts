import type { MailArea } from '@tenantry/contract/mailflow';
import { dkimPortal } from '../../../mailflow/targets/dkim-target.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { mailDomains } from '../../facts/mail-domains.ts';
import type { Check } from '../shared/check.ts';
import { missingData, withData } from '../shared/missing-data.ts';
import { dkimFinding } from './dkim-finding.ts';
import { dmarcOf } from './dmarc-record.ts';
import { type DomainFinding, type PerDomainTexts, perDomain } from './domain-findings.ts';
import { rejectsForged } from './forged-mail.ts';
import { mailAdvice } from './mail-advice.ts';
import { mxFinding } from './mx-finding.ts';
import { spfFinding } from './spf-finding.ts';

const base = { category: 'mail-flow' } as const;

type DnsCheck = Omit<Check, 'category' | 'datasets' | 'evaluate'> & {
  /** Whose records the recommendation names. */
  area: MailArea;
  good: string;
  lack: string;
  judge: (dns: DomainDns, facts: Facts) => DomainFinding;
};

/** A check of the mail records, whose recommendation names what the mail page names (mailflow/targets). */
function dnsCheck({ area, good, lack, judge, ...check }: DnsCheck): Check {
  const { recommendation } = check;
  const advised = (dns: DomainDns, facts: Facts): DomainFinding => ({
    advice: mailAdvice(dns, [area]),
    ...judge(dns, facts),
  });
  return { ...base, ...check, datasets: ['dns'], evaluate: onDns(advised, { good, lack, recommendation }) };
}

function onDns(judge: (dns: DomainDns, facts: Facts) => DomainFinding, texts: PerDomainTexts): Check['evaluate'] {
  return withData(['dns'], ([dns], _context, facts) => {
    const asked = new Set(dns.map(({ domain }) => domain));
    const leftOut = mailDomains(factOf(facts, 'domains') ?? []).filter((domain) => !asked.has(domain));
    const findings = dns.map((entry) => judge(entry, facts));
    const judged = perDomain(findings, texts, leftOut);
    // Where the list of domains was refused, there may be others.
    const refused = facts.domains?.state === 'failed';
    return refused && (judged.status === 'pass' || judged.status === 'notApplicable')
      ? missingData(facts, ['domains'])
      : judged;
  });
}

const ofGovernment = (domain: string): boolean => /\.(gov|mil|onmicrosoft\.us)$/.test(domain);

/** Asked of agencies of the United States alone (BOD 18-01): anywhere else the lack is worth a note, no failure. */
function cisaReports(dns: DomainDns): DomainFinding {
  const { cisa } = dmarcOf(dns);
  return cisa.status === 'fail' && !ofGovernment(dns.domain) ? { ...cisa, status: 'warning' } : cisa;
}

const dnsHost = 'At the DNS host of the domain';

export const mailFlowChecks: readonly Check[] = [
  dnsCheck({
    id: 'dns.spf',
    area: 'spf',
    title: 'SPF names the permitted senders',
    findingTitle: 'SPF is missing or ineffective for at least one domain',
    severity: 'high',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.2.2v3'], cis: ['2.1.8'], nist: ['PR.DS-02'], iso: ['A.5.14'] },
    recommendation: `${dnsHost}, publish one SPF record (TXT) that lists every service that sends for the domain and ends with -all.`,
    impact:
      'Anyone can send mail that appears to come from the domain: phishing reaches customers, partners and employees.',
    judge: (dns) => spfFinding(dns, false),
    good: 'Every mail domain has an SPF record',
    lack: 'SPF does not protect the domain',
  }),
  dnsCheck({
    id: 'dns.spf.hardfail',
    area: 'spf',
    title: 'SPF rejects all other senders',
    findingTitle: 'SPF does not reject other senders for at least one domain',
    severity: 'low',
    endangers: 'mail',
    frameworks: {},
    recommendation: `${dnsHost}, end the SPF record with -all, once DMARC reports show no forgotten sender.`,
    impact: 'Forged mail is only marked: receivers that do not check DMARC may deliver it to the inbox.',
    judge: (dns) => spfFinding(dns, true),
    good: 'Every SPF record rejects other senders',
    lack: 'SPF does not reject other senders',
  }),
  dnsCheck({
    id: 'dns.dkim',
    area: 'dkim',
    title: 'Outgoing mail is signed with DKIM',
    findingTitle: 'DKIM is not fully set up for at least one domain',
    severity: 'high',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.3.1v1'], cis: ['2.1.9'], nist: ['PR.DS-02'], iso: ['A.5.14', 'A.8.24'] },
    helpful: ['dkimSigningConfig'],
    recommendation: `Publish both CNAME records of the domain, then turn on signing in the ${dkimPortal}.`,
    impact: 'Forwarded mail fails DMARC: legitimate messages get lost, or DMARC cannot be enforced.',
    judge: (dns, facts) => dkimFinding(dns, factOf(facts, 'dkimSigningConfig')),
    good: 'Every mail domain has its DKIM keys',
    lack: 'mail is not reliably signed',
  }),
  dnsCheck({
    id: 'dns.dmarc.published',
    area: 'dmarc',
    title: 'DMARC is published for every domain',
    findingTitle: 'DMARC is missing or invalid for at least one domain',
    severity: 'medium',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.4.1v1'] },
    recommendation: `${dnsHost}, publish a DMARC record (TXT at _dmarc) and go to p=reject step by step.`,
    impact: 'Receivers are not asked to reject forged mail, and nobody sees who sends in the name of the domain.',
    judge: (dns) => dmarcOf(dns).published,
    good: 'Every mail domain has a DMARC record',
    lack: 'DMARC is missing or invalid',
  }),
  dnsCheck({
    id: 'dns.dmarc',
    area: 'dmarc',
    title: 'DMARC rejects forged mail',
    findingTitle: 'DMARC does not reject all forged mail for at least one domain',
    severity: 'high',
    endangers: 'mail',
    // CIS 2.1.10 is called "published", but its audit asks for p=quarantine or p=reject, pct=100, rua and ruf: this check and
    // `dns.dmarc.reports` decide it together.
    frameworks: { scuba: ['MS.EXO.4.2v1'], cis: ['2.1.10'], nist: ['PR.DS-02'], iso: ['A.5.14'] },
    recommendation: `${dnsHost}, go to p=reject step by step, once DMARC reports show that your own mail passes.`,
    impact: 'Phishing mail with a sender address of the domain is delivered to customers, partners and employees.',
    judge: (dns, facts) => rejectsForged(dns, factOf(facts, 'dns') ?? []),
    good: 'Forged mail is rejected for every mail domain',
    lack: 'forged mail is not rejected',
  }),
  dnsCheck({
    id: 'dns.dmarc.cisa',
    area: 'dmarc',
    title: 'DMARC reports go to CISA',
    findingTitle: 'DMARC reports do not go to CISA for every domain',
    severity: 'info',
    endangers: 'nobody',
    frameworks: { scuba: ['MS.EXO.4.3v1'] },
    recommendation: 'For U.S. government agencies only: add mailto:reports@dmarc.cyber.dhs.gov to rua.',
    impact:
      'CISA does not see attacks that forge the domain, and a U.S. agency misses a federal requirement (BOD 18-01).',
    judge: cisaReports,
    good: 'DMARC reports of every domain go to CISA',
    lack: 'DMARC reports do not go to CISA (required of U.S. agencies only)',
  }),
  dnsCheck({
    id: 'dns.dmarc.reports',
    area: 'dmarc',
    title: 'DMARC reports have an address',
    findingTitle: 'DMARC report addresses are incomplete for at least one domain',
    severity: 'low',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.4.4v1'], cis: ['2.1.10'], nist: ['DE.AE-06'] },
    recommendation: `${dnsHost}, add existing mailboxes for aggregate reports (rua) and failure reports (ruf) to the DMARC record.`,
    impact: 'Attacks that forge the domain, and own services that fail DMARC, go unnoticed.',
    judge: (dns) => dmarcOf(dns).reports,
    good: 'Every DMARC record has addresses for reports',
    lack: 'addresses for DMARC reports are missing',
  }),
  dnsCheck({
    id: 'dns.mx',
    area: 'mx',
    title: 'Incoming mail goes to Microsoft 365 directly',
    findingTitle: 'MX records need attention for at least one domain',
    severity: 'medium',
    endangers: 'mail',
    frameworks: {},
    recommendation: `${dnsHost}, point MX to Microsoft 365 only. If you use a mail gateway, make sure that Exchange accepts mail only from it (connector with enhanced filtering).`,
    impact: 'Mail that goes around the filter of Microsoft 365 or of the gateway reaches mailboxes unchecked.',
    judge: mxFinding,
    good: 'Mail of every domain with an MX record goes to Microsoft 365 directly',
    lack: 'the MX records need attention',
  }),
];
