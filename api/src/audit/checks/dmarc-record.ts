import type { DomainDns, TxtAnswer } from '../facts.ts';
import type { DomainFinding } from './domain-findings.ts';

type Tags = ReadonlyMap<string, string>;
type Found =
  | { state: 'valid'; tags: Tags; record: string; policy: string }
  | { state: 'invalid' | 'none' | 'unknown'; why: string; observed: string };

const policies = new Set(['none', 'quarantine', 'reject']);

function tagsOf(record: string): Tags {
  const pairs = record.split(';').map((part) => part.split('='));
  return new Map(pairs.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join('=').trim()]));
}

/** One answer of the DNS as a DMARC record (RFC 9989; it begins with v=DMARC1, and there is one only). */
function read(answer: TxtAnswer, policyTag: 'p' | 'sp'): Found {
  if (answer.status === 'timeout' || answer.status === 'servfail' || answer.status === 'notAsked') {
    return { state: 'unknown', why: 'its DMARC record could not be read', observed: `_dmarc TXT: ${answer.status}` };
  }
  const texts = answer.status === 'ok' ? answer.values : [];
  const records = texts.filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text.trim()));
  const record = records[0];
  if (record === undefined)
    return {
      state: 'none',
      why: 'it has no DMARC record',
      observed: `_dmarc TXT: ${texts.length > 0 ? texts.join(' | ') : answer.status}`,
    };
  if (records.length > 1)
    return {
      state: 'invalid',
      why: 'it has more than one DMARC record, which makes them void',
      observed: records.join(' | '),
    };
  const tags = tagsOf(record);
  const policy = (policyTag === 'sp' ? (tags.get('sp') ?? tags.get('p')) : tags.get('p'))?.toLowerCase() ?? '';
  if (!policies.has(policy))
    return { state: 'invalid', why: 'its DMARC record has no valid policy (p=)', observed: record };
  return { state: 'valid', tags, record, policy };
}

/** The domain's own record, else that of the parent domain by its policy for subdomains (sp). */
function effective(dns: DomainDns): Found {
  const own = read(dns.dmarc, 'p');
  return own.state === 'none' && dns.parentDmarc !== null ? read(dns.parentDmarc.answer, 'sp') : own;
}

const addresses = (tags: Tags, tag: string): string[] =>
  (tags.get(tag) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export type DmarcFindings = {
  published: DomainFinding;
  rejecting: DomainFinding;
  cisa: DomainFinding;
  reports: DomainFinding;
};

/** What the DMARC record of a domain says, for each of the policies that speak of it. */
export function dmarcOf(dns: DomainDns): DmarcFindings {
  const found = effective(dns);
  const { domain } = dns;
  if (found.state !== 'valid') {
    const finding: DomainFinding = {
      domain,
      status: found.state === 'unknown' ? 'couldNotCheck' : 'fail',
      text: found.why,
      observed: found.observed,
    };
    return { published: finding, rejecting: finding, cisa: finding, reports: finding };
  }
  const { tags, record } = found;
  const note = (status: DomainFinding['status'], text: string): DomainFinding => ({
    domain,
    status,
    text,
    observed: record,
  });
  const rua = addresses(tags, 'rua');
  const ruf = addresses(tags, 'ruf');
  const toCisa = rua.some((address) => address.toLowerCase() === 'mailto:reports@dmarc.cyber.dhs.gov');
  return {
    published: note('pass', `policy ${found.policy}`),
    rejecting: rejecting(found.policy, tags, note),
    cisa: toCisa ? note('pass', 'reports go to CISA') : note('fail', 'no report to CISA'),
    reports:
      rua.length > 0 && ruf.length > 0
        ? note('pass', 'addresses are named')
        : note(
            rua.length > 0 ? 'warning' : 'fail',
            rua.length > 0 ? 'no address for failure reports' : 'no address for aggregate reports',
          ),
  };
}

function rejecting(
  policy: string,
  tags: Tags,
  note: (status: DomainFinding['status'], text: string) => DomainFinding,
): DomainFinding {
  const share = Number.parseInt(tags.get('pct') ?? '100', 10);
  if (tags.get('t')?.toLowerCase() === 'y') return note('warning', `policy ${policy} is in test mode`);
  if (policy === 'reject' && share < 100) return note('warning', `policy reject, but for ${share}% of mail only`);
  if (policy === 'reject') return note('pass', 'policy reject');
  return policy === 'quarantine'
    ? note('warning', 'policy quarantine: forged mail goes to the junk folder')
    : note('fail', 'policy none: forged mail is delivered');
}
