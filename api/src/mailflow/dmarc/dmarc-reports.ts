import { isUnknown } from '../../ports/dns.ts';
import { quoted } from '../bounded-text.ts';
import { textsOf } from '../dns-answers.ts';
import { ask, type DnsReading } from '../dns-reading.ts';
import { isDomainName, isWithin } from '../domain-name.ts';
import type { DmarcRecord } from './dmarc-record.ts';
import { organizationalDomain, walkDmarc } from './dmarc-walk.ts';

/** `missingName`: the name at which a record has to be published for the matter to be mended. */
export type ReportNote = { code: string; text: string; missingName?: string };

/** The domains of more addresses than these are not looked at; senders of reports need not use more than two. */
const lookedAt = 4;

/** Whether the addresses for reports can be reached and have agreed to get them (RFC 9990, external destinations). */
export function* checkReports(record: DmarcRecord, location: string, organization: string): DnsReading<ReportNote[]> {
  const notes: ReportNote[] = [];
  if (record.rua.length === 0)
    notes.push({ code: 'rua_missing', text: 'nobody receives the reports: there is no address in rua=' });
  const tags = [...record.rua.map((uri) => ({ uri, tag: 'rua' })), ...record.ruf.map((uri) => ({ uri, tag: 'ruf' }))];
  const domains = new Map(tags.flatMap(({ uri, tag }) => (uri.domain === null ? [] : [[uri.domain, tag] as const])));
  for (const [domain, tag] of [...domains].slice(0, lookedAt))
    notes.push(...(yield* checkDestination(domain, tag, location, organization)));
  if (domains.size > lookedAt)
    notes.push({
      code: 'reports_not_all_checked',
      text: `only the first ${lookedAt} of ${domains.size} report domains were checked`,
    });
  return notes;
}

function* checkDestination(
  domain: string,
  tag: string,
  location: string,
  organization: string,
): DnsReading<ReportNote[]> {
  if (!isDomainName(domain)) return [{ code: `${tag}_invalid`, text: `${quoted(domain)} is not a domain name` }];
  const notes: ReportNote[] = [];
  const mx = yield* ask(domain, 'MX');
  if (isUnknown(mx.status))
    notes.push({ code: `${tag}_unknown`, text: `could not check whether ${domain} receives mail` });
  else if (mx.status !== 'ok') notes.push({ code: `${tag}_no_mx`, text: `${domain} has no MX record` });
  if (isWithin(domain, organization)) return notes;
  const missingName = `${location}._report._dmarc.${domain}`;
  const permission = yield* ask(missingName, 'TXT');
  if (isUnknown(permission.status))
    return [...notes, { code: `${tag}_unknown`, text: `could not check whether ${domain} accepts the reports` }];
  if (textsOf(permission).some((text) => /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/i.test(text))) return notes;
  const walk = yield* walkDmarc(domain);
  if (walk.unknown !== null || organizationalDomain(walk, domain) === organization) return notes;
  const text = `${domain} does not accept reports about ${location}`;
  return [...notes, { code: `${tag}_not_authorized`, text, missingName }];
}
