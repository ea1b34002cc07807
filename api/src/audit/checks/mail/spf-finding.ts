import { isOnMicrosoft } from '../../../mailflow/on-microsoft.ts';
import { opennessOf } from '../../../mailflow/spf/spf-openness.ts';
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
  const wide = tooWide(spf);
  if (wide !== null) return { status: 'warning', text: wide };
  const beside = spf.warnings.find(({ code }) => code === 'spf_beside_alias');
  if (beside !== undefined) return { status: 'warning', text: beside.text };
  const caveat = caveatOf(spf);
  if (spf.all === '-') return { status: 'pass', text: 'other senders are rejected', caveat };
  return { status: strict ? 'warning' : 'pass', text: 'other senders are marked (~all)', caveat };
}

/** Terms that let in whoever sends, as far as is known: `exists` where nobody can say for whom it holds. */
function unboundedExists({ reach }: Spf): string[] {
  const open = (reach?.unbounded ?? []).filter(
    ({ term, why }) => (why === 'sender' || why === 'unread') && /^\+?exists:/i.test(term),
  );
  return open.map(({ term }) => term);
}

/** What lets more send than the ranges of a mail provider explain, or nobody knows whom. */
function tooWide(spf: Spf): string | null {
  const openness = spf.reach === undefined ? null : opennessOf(spf.reach);
  if (openness?.kind === 'wide') return openness.text;
  const [exists] = unboundedExists(spf);
  return exists === undefined ? null : `whom its record lets send cannot be bounded (${exists})`;
}

function caveatOf({ class: kind, reach }: Spf): string | undefined {
  if (kind === 'temperror') return 'the names in its record were not read';
  const [first] = reach?.unbounded ?? [];
  return first === undefined ? undefined : `whom ${first.term} lets send cannot be bounded`;
}

/** Why SPF passes whoever sends in the name of the domain; null where it does not, or that is not known. */
export function spfHole(spf: Spf | null): { isOpen: boolean; text: string } | null {
  if (spf === null) return null;
  const open = spf.record === null ? null : everybodyPasses(spf);
  if (open !== null) return { isOpen: true, text: open };
  const wide = tooWide(spf);
  return wide === null ? null : { isOpen: false, text: wide };
}

function everybodyPasses({ all, warnings, reach }: Spf): string | null {
  const openness = reach === undefined ? null : opennessOf(reach);
  // Before an error of the record is reached, nobody passes by what stands behind it.
  if (openness === null ? all !== '+' : openness.kind !== 'everybody') return null;
  const passes = warnings.find(({ code }) => code === 'spf_all_pass');
  const why = passes?.text ?? (all === '+' ? '+all' : openness?.text);
  return `every sender is allowed (${why})`;
}

/** Why the record leaves the domain open to everybody, whatever the answers that are missing would say. */
function openToAll(spf: Spf, record: string): string | null {
  const { all, class: kind } = spf;
  const passes = everybodyPasses(spf);
  if (passes !== null) return passes;
  if (all === '?') return 'other senders are neutral (?all)';
  const mayEndElsewhere = kind === 'temperror' && parseSpfRecord(record).redirect !== null;
  return all === null && !mayEndElsewhere ? 'its record does not end with -all or ~all' : null;
}
