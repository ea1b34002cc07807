import { type Check, factOf, unknown, withData } from '../check.ts';
import type { DomainDns, Facts, TxtAnswer } from '../facts.ts';
import { booleanAt, enumAt, type JsonObject } from '../json-reader.ts';
import { mailDomains } from '../mail-domains.ts';
import { dmarcOf } from './dmarc-record.ts';
import { type DomainFinding, perDomain } from './domain-findings.ts';

const base = { category: 'mail-flow' } as const;
const unknownAnswer = (answer: TxtAnswer): boolean =>
  answer.status === 'timeout' || answer.status === 'servfail' || answer.status === 'notAsked';
const textsOf = (answer: TxtAnswer): readonly string[] => (answer.status === 'ok' ? answer.values : []);
const isOnMicrosoft = (domain: string): boolean =>
  domain.endsWith('.onmicrosoft.com') || domain.endsWith('.onmicrosoft.us');

function domainFinding(status: DomainFinding['status'], domain: string, text: string, observed: string): DomainFinding {
  return { status, domain, text, observed };
}

/** A mechanism or modifier of RFC 7208, by its form alone. */
const spfTerm =
  /^(?:[+?~-]?(?:all|(?:include|exists):[^\s]+|(?:a|mx)(?::[^\s/]+)?(?:\/\d{1,2})?(?:\/\/\d{1,3})?|ptr(?::[^\s]+)?|ip4:(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?|ip6:[0-9a-f:.]+(?:\/\d{1,3})?)|[a-z][a-z0-9_.-]*=[^\s]*)$/i;

/** Record-level only: the names it includes are not followed here, so the limit of ten look-ups is not judged. */
function spf(dns: DomainDns, strict: boolean): DomainFinding {
  const { domain, txt } = dns;
  const note = (status: DomainFinding['status'], text: string, observed: string) =>
    domainFinding(status, domain, text, observed);
  if (unknownAnswer(txt)) return note('couldNotCheck', 'its TXT records could not be read', `TXT: ${txt.status}`);
  const records = textsOf(txt).filter((text) => /^v=spf1( |$)/i.test(text));
  const record = records[0];
  if (record === undefined)
    return note('fail', 'it has no SPF record', `TXT: ${txt.status === 'ok' ? 'no v=spf1 record' : txt.status}`);
  if (records.length > 1)
    return note('fail', 'it has more than one SPF record, which makes all of them invalid', records.join(' | '));
  const terms = record.toLowerCase().split(/\s+/).slice(1);
  const bad = terms.filter((term) => term !== '' && !spfTerm.test(term));
  if (bad.length > 0)
    return note('fail', `its SPF record has an error and is void: "${bad[0]}" is no term of SPF`, record);
  const all = terms.find((term) => /^[+?~-]?all$/.test(term));
  if (all === '-all') return note('pass', 'other senders are refused', record);
  if (all === '~all') return note(strict ? 'warning' : 'pass', 'other senders are marked (~all)', record);
  if (all !== undefined) return note('fail', `every sender is allowed or left open (${all})`, record);
  if (terms.some((term) => term.startsWith('redirect=')))
    return note('couldNotCheck', 'its record refers to another domain, which is not followed here', record);
  return note('fail', 'its record does not end with -all or ~all', record);
}

function dkim(dns: DomainDns, config: readonly JsonObject[] | undefined): DomainFinding {
  const { domain } = dns;
  const note = (status: DomainFinding['status'], text: string, observed: string) =>
    domainFinding(status, domain, text, observed);
  const own = config?.find((entry) => enumAt(entry, 'domain') === domain);
  const enabled = booleanAt(own, 'enabled');
  if (config !== undefined && enabled === false)
    return note('fail', 'signing is switched off in Exchange', 'enabled = false');
  if (enabled === true && isOnMicrosoft(domain)) return note('pass', 'Microsoft signs for it', 'enabled = true');
  if (config === undefined && isOnMicrosoft(domain))
    return note('notApplicable', 'Microsoft signs for it', 'onmicrosoft.com domain');
  if (sendsNothing(dns))
    return note('notApplicable', 'it sends no mail: its SPF record refuses every sender', 'v=spf1 -all');
  const answers = dns.dkim;
  if (answers === null) return note('couldNotCheck', 'its DKIM records were not read', 'not asked');
  const keys = answers.map(({ selector, answer }) => ({ selector, answer, key: keyOf(answer) }));
  const observed = keys
    .map(({ selector, answer, key }) => `${selector === '' ? 'record' : selector}: ${key ?? answer.status}`)
    .join(', ');
  // A signing configuration with any published key will do; without it both of Microsoft's selectors have to be there.
  if (enabled === true)
    return keys.some(({ key }) => key === 'key' || key === 'record')
      ? note('pass', 'mail is signed', observed)
      : missing(note, keys, observed);
  if (keys.length > 0 && keys.every(({ key }) => key === 'key'))
    return note('pass', 'both keys are published', observed);
  return missing(note, keys, observed);
}

const sendsNothing = ({ txt }: DomainDns): boolean => textsOf(txt).some((text) => /^v=spf1\s+-all$/i.test(text.trim()));

type Note = (status: DomainFinding['status'], text: string, observed: string) => DomainFinding;

function missing(
  note: Note,
  keys: readonly { answer: TxtAnswer; key: string | null }[],
  observed: string,
): DomainFinding {
  if (keys.some(({ answer }) => unknownAnswer(answer)))
    return note('couldNotCheck', 'its DKIM records could not be read', observed);
  if (keys.some(({ key }) => key === 'key'))
    return note('warning', 'one of its two keys is missing, so that the keys cannot be changed safely', observed);
  return note('fail', 'it has no DKIM key for Microsoft 365', observed === '' ? 'no record' : observed);
}

/** 'key': a public key is there; 'record': DKIM, its key cut off in the source; 'withdrawn': an empty key (RFC 6376, 3.6.1). */
function keyOf(answer: TxtAnswer): 'key' | 'record' | 'withdrawn' | null {
  const record = textsOf(answer).find((text) => /(^|;)\s*(v\s*=\s*dkim1|p\s*=)/i.test(text));
  if (record === undefined) return null;
  if (/(^|;)\s*p\s*=\s*(;|$)/i.test(record)) return 'withdrawn';
  return /(^|;)\s*p\s*=\s*[a-z0-9+/]/i.test(record) ? 'key' : 'record';
}

const protectedRoute =
  /\.(mail\.protection\.outlook\.com|mx\.microsoft|mail\.protection\.office365\.us|mail\.protection\.partner\.outlook\.cn|mail\.eo\.outlook\.com)\.?$/i;

function mx(dns: DomainDns): DomainFinding {
  const { domain } = dns;
  const note: Note = (status, text, observed) => domainFinding(status, domain, text, observed);
  if (dns.mx === null || unknownAnswer(dns.mx))
    return note('couldNotCheck', 'its MX records could not be read', dns.mx?.status ?? 'not asked');
  const hosts = textsOf(dns.mx).map((value) => value.trim().split(/\s+/).at(-1) ?? '');
  const observed = hosts.length === 0 ? `MX: ${dns.mx.status}` : `MX: ${hosts.join(', ')}`;
  if (hosts.length === 0 || hosts.every((host) => host === '.' || host === ''))
    return note('notApplicable', 'it receives no mail', observed);
  const inside = hosts.filter((host) => protectedRoute.test(host));
  if (inside.length === hosts.length) return note('pass', 'mail goes to Microsoft 365 directly', observed);
  if (inside.length > 0) return note('warning', 'some mail goes to Microsoft 365 and some elsewhere', observed);
  return note('warning', 'mail goes through another service first', observed);
}

/** Every mail domain: what was asked of the DNS, and those of the tenant of which nothing was asked. */
function mailRecords(facts: Facts, dns: readonly DomainDns[]): DomainDns[] {
  const asked = new Set(dns.map(({ domain }) => domain));
  const notAsked: TxtAnswer = { status: 'notAsked' };
  const others = mailDomains(factOf(facts, 'domains') ?? []).filter((domain) => !asked.has(domain));
  const empty = others.map((domain) => ({
    domain,
    txt: notAsked,
    dmarc: notAsked,
    parentDmarc: null,
    dkim: null,
    mx: null,
  }));
  return [...dns, ...empty];
}

function onDns(
  judge: (dns: DomainDns, facts: Facts) => DomainFinding,
  texts: Parameters<typeof perDomain>[1],
): Check['evaluate'] {
  return withData(['dns'], ([dns], _context, facts) => {
    const findings = mailRecords(facts, dns).map((entry) => judge(entry, facts));
    const verdict = perDomain(findings, texts);
    // Where the list of domains was refused, there may be others.
    const refused = facts.domains?.state === 'failed';
    return refused && (verdict.status === 'pass' || verdict.status === 'notApplicable')
      ? unknown(facts, ['domains'])
      : verdict;
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
    severity: 'high',
    references: ['MS.EXO.2.2v3', 'CIS 2.1.8'],
    datasets: ['dns'],
    recommendation: `${dnsHost} publish one TXT record that begins with v=spf1, includes spf.protection.outlook.com and ends with -all.`,
    evaluate: onDns((dns) => spf(dns, false), {
      good: 'Every mail domain has an SPF record (the names it includes were not followed)',
      lack: 'SPF does not protect the domain',
    }),
  },
  {
    ...base,
    id: 'dns.spf.hardfail',
    title: 'SPF refuses all other senders',
    severity: 'low',
    references: [],
    datasets: ['dns'],
    recommendation: `${dnsHost} change the end of the SPF record from ~all to -all, once DMARC reports show no forgotten sender.`,
    evaluate: onDns((dns) => spf(dns, true), {
      good: 'Every SPF record refuses other senders',
      lack: 'SPF does not refuse other senders',
    }),
  },
  {
    ...base,
    id: 'dns.dkim',
    title: 'Outgoing mail is signed with DKIM',
    severity: 'high',
    references: ['MS.EXO.3.1v1', 'CIS 2.1.9'],
    datasets: ['dns'],
    helpful: ['dkimSigningConfig'],
    recommendation:
      'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM: publish the two CNAME records shown there and turn signing on.',
    evaluate: onDns((dns, facts) => dkim(dns, factOf(facts, 'dkimSigningConfig')), {
      good: 'Every mail domain has its DKIM keys',
      lack: 'mail is not signed',
    }),
  },
  {
    ...base,
    id: 'dns.dmarc.published',
    title: 'DMARC is published for every domain',
    severity: 'medium',
    references: ['MS.EXO.4.1v1', 'CIS 2.1.10'],
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
    severity: 'high',
    references: ['MS.EXO.4.2v1'],
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
    severity: 'info',
    references: ['MS.EXO.4.3v1'],
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
    severity: 'low',
    references: ['MS.EXO.4.4v1'],
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
    severity: 'medium',
    references: [],
    datasets: ['dns'],
    recommendation: `${dnsHost} point MX to Microsoft 365 only; where a mail gateway is wanted, make sure that Exchange accepts mail from it alone (connector with enhanced filtering).`,
    evaluate: onDns(mx, {
      good: 'Mail of every domain goes to Microsoft 365 directly',
      lack: 'the route of incoming mail should be looked at',
    }),
  },
];
