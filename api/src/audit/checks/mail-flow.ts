import type { Check } from '../check.ts';
import type { DomainDns } from '../facts/domain-dns.ts';
import { type Facts, factOf } from '../facts.ts';
import { mailDomains } from '../mail-domains.ts';
import { missingData, withData } from '../missing-data.ts';
import { dkimFinding } from './dkim-finding.ts';
import { dmarcOf } from './dmarc-record.ts';
import { type DomainFinding, perDomain } from './domain-findings.ts';
import { mxFinding } from './mx-finding.ts';
import { spfFinding } from './spf-finding.ts';

const base = { category: 'mail-flow' } as const;
function onDns(
  judge: (dns: DomainDns, facts: Facts) => DomainFinding,
  texts: Parameters<typeof perDomain>[1],
): Check['evaluate'] {
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
  {
    ...base,
    id: 'dns.spf',
    title: 'SPF names the permitted senders',
    findingTitle: 'SPF is missing or ineffective for at least one domain',
    severity: 'high',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.2.2v3'], cis: ['2.1.8'], nist: ['PR.DS-02'], iso: ['A.5.14'] },
    datasets: ['dns'],
    recommendation: `${dnsHost} publish one TXT record that begins with v=spf1, includes spf.protection.outlook.com and ends with -all.`,
    evaluate: onDns((dns) => spfFinding(dns, false), {
      good: 'Every mail domain has an SPF record',
      lack: 'SPF does not protect the domain',
    }),
  },
  {
    ...base,
    id: 'dns.spf.hardfail',
    title: 'SPF refuses all other senders',
    findingTitle: 'SPF does not refuse other senders for at least one domain',
    severity: 'low',
    endangers: 'mail',
    frameworks: {},
    datasets: ['dns'],
    recommendation: `${dnsHost} change the end of the SPF record from ~all to -all, once DMARC reports show no forgotten sender.`,
    evaluate: onDns((dns) => spfFinding(dns, true), {
      good: 'Every SPF record refuses other senders',
      lack: 'SPF does not refuse other senders',
    }),
  },
  {
    ...base,
    id: 'dns.dkim',
    title: 'Outgoing mail is signed with DKIM',
    findingTitle: 'DKIM is not fully set up for at least one domain',
    severity: 'high',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.3.1v1'], cis: ['2.1.9'], nist: ['PR.DS-02'], iso: ['A.5.14', 'A.8.24'] },
    datasets: ['dns'],
    helpful: ['dkimSigningConfig'],
    recommendation:
      'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM: publish the two CNAME records shown there and turn signing on.',
    evaluate: onDns((dns, facts) => dkimFinding(dns, factOf(facts, 'dkimSigningConfig')), {
      good: 'Every mail domain has its DKIM keys',
      lack: 'mail is not reliably signed',
    }),
  },
  {
    ...base,
    id: 'dns.dmarc.published',
    title: 'DMARC is published for every domain',
    findingTitle: 'DMARC is missing or invalid for at least one domain',
    severity: 'medium',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.4.1v1'], cis: ['2.1.10'] },
    datasets: ['dns'],
    recommendation: `${dnsHost} publish a TXT record at _dmarc with v=DMARC1; p=reject; and an address for reports (rua).`,
    evaluate: onDns((dns) => dmarcOf(dns).published, {
      good: 'Every mail domain has a DMARC record',
      lack: 'DMARC is missing or invalid',
    }),
  },
  {
    ...base,
    id: 'dns.dmarc',
    title: 'DMARC refuses forged mail',
    findingTitle: 'DMARC does not refuse all forged mail for at least one domain',
    severity: 'high',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.4.2v1'], nist: ['PR.DS-02'], iso: ['A.5.14'] },
    datasets: ['dns'],
    recommendation: `${dnsHost} set p=reject in the TXT record at _dmarc; go by p=quarantine first where reports still show your own mail failing.`,
    evaluate: onDns((dns) => dmarcOf(dns).rejecting, {
      good: 'Forged mail is refused for every mail domain',
      lack: 'forged mail is not refused',
    }),
  },
  {
    ...base,
    id: 'dns.dmarc.cisa',
    title: 'DMARC reports go to CISA',
    findingTitle: 'DMARC reports do not go to CISA for every domain',
    severity: 'info',
    endangers: 'nobody',
    frameworks: { scuba: ['MS.EXO.4.3v1'] },
    datasets: ['dns'],
    recommendation: 'For agencies of the United States government only: add mailto:reports@dmarc.cyber.dhs.gov to rua.',
    evaluate: onDns(cisaReports, {
      good: 'DMARC reports of every domain go to CISA',
      lack: 'DMARC reports do not go to CISA (asked of US agencies only)',
    }),
  },
  {
    ...base,
    id: 'dns.dmarc.reports',
    title: 'DMARC reports go to somebody',
    findingTitle: 'DMARC report addresses are incomplete for at least one domain',
    severity: 'low',
    endangers: 'mail',
    frameworks: { scuba: ['MS.EXO.4.4v1'], nist: ['DE.AE-06'] },
    datasets: ['dns'],
    recommendation: `${dnsHost} add addresses for aggregate reports (rua) and failure reports (ruf) to the DMARC record.`,
    evaluate: onDns((dns) => dmarcOf(dns).reports, {
      good: 'Addresses for DMARC reports are named for every domain',
      lack: 'addresses for DMARC reports are missing',
    }),
  },
  {
    ...base,
    id: 'dns.mx',
    title: 'Mail comes in by a known route',
    findingTitle: 'Incoming mail is not always routed directly to Microsoft 365',
    severity: 'medium',
    endangers: 'mail',
    frameworks: {},
    datasets: ['dns'],
    recommendation: `${dnsHost} point MX to Microsoft 365 only; where a mail gateway is wanted, make sure that Exchange accepts mail from it alone (connector with enhanced filtering).`,
    evaluate: onDns(mxFinding, {
      good: 'Mail of every domain goes to Microsoft 365 directly',
      lack: 'the route of incoming mail should be looked at',
    }),
  },
];
