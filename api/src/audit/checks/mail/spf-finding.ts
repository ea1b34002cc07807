import { isOnMicrosoft } from '../../../mailflow/on-microsoft.ts';
import { parseSpfRecord } from '../../../mailflow/spf/spf-record.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import type { MailReading } from '../../facts/mail-reading.ts';
import type { DomainFinding } from './domain-findings.ts';

type Spf = NonNullable<MailReading['spf']>;
type Finding = Pick<DomainFinding, 'status' | 'text' | 'caveat'>;

/** What the SPF record of a domain and all that it leads to do for it. `strict`: `~all` is not enough. */
export function spfFinding(dns: DomainDns, strict: boolean): DomainFinding {
  const found = judged(dns, strict);
  if (isOnMicrosoft(dns.domain) && found.status !== 'pass')
    return { ...found, status: 'notApplicable', text: 'Microsoft publishes its SPF record' };
  if (dns.sending.unsure === 'answer' && found.status === 'pass')
    return { ...found, status: 'couldNotCheck', text: 'its MX records could not be read' };
  const isOpen = dns.sending.by === 'none' && dns.targets.some(({ area }) => area === 'spf');
  return isOpen && found.status === 'pass'
    ? { ...found, status: 'warning', text: 'it sends no mail, but its SPF record does not refuse every sender' }
    : found;
}

function judged({ domain, txt, reading }: DomainDns, strict: boolean): DomainFinding {
  const { spf } = reading;
  if (spf === null)
    return {
      domain,
      status: 'couldNotCheck',
      text: 'its TXT records were not read',
      observed: `TXT: ${txt.status}`,
    };
  return { domain, ...judge(spf, strict), observed: observed(spf, txt.status) };
}

function observed({ record, records, lookups, class: kind }: Spf, txtStatus: string): string {
  if (record === null) return `TXT: ${txtStatus === 'ok' ? 'no v=spf1 record' : txtStatus}`;
  if (records.length > 1) return records.join(' | ');
  return kind === 'temperror' ? record : `${record} (${lookups} of 10 lookups)`;
}

function judge(spf: Spf, strict: boolean): Finding {
  const { class: kind, message, record } = spf;
  if (kind === 'none' && spf.reason === 'invalid_domain') return { status: 'couldNotCheck', text: message };
  if (kind === 'none') return { status: 'fail', text: 'it has no SPF record' };
  if (kind === 'permerror') return { status: 'fail', text: `receivers ignore its SPF record: ${message}` };
  if (record === null) return { status: 'couldNotCheck', text: message };
  const open = openToAll(spf, record);
  if (open !== null) return { status: 'fail', text: open };
  // An answer that is missing could hold what makes the record void; a snapshot holds no included record at all.
  if (kind === 'temperror' && spf.reason !== 'dns_notAsked') return { status: 'couldNotCheck', text: message };
  if (spf.all === null)
    return { status: 'couldNotCheck', text: 'its record redirects to another domain, which was not read' };
  const caveat = kind === 'temperror' ? 'the names in its record were not read' : undefined;
  if (spf.all === '-') return { status: 'pass', text: 'other senders are rejected', caveat };
  return { status: strict ? 'warning' : 'pass', text: 'other senders are marked (~all)', caveat };
}

/** Why the record leaves the domain open to everybody, whatever the answers that are missing would say. */
function openToAll({ all, warnings, class: kind }: Spf, record: string): string | null {
  const passes = warnings.find(({ code }) => code === 'spf_all_pass');
  if (passes !== undefined || all === '+') return `every sender is allowed (${passes?.text ?? '+all'})`;
  if (all === '?') return 'other senders are neutral (?all)';
  const mayEndElsewhere = kind === 'temperror' && parseSpfRecord(record).redirect !== null;
  return all === null && !mayEndElsewhere ? 'its record does not end with -all or ~all' : null;
}
