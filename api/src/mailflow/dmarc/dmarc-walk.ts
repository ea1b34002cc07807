import { isUnknown, type Unknown } from '../../ports/dns.ts';
import { textsOf } from '../dns-answers.ts';
import { ask, type DnsReading } from '../dns-reading.ts';
import { type DmarcRecord, isDmarcRecord, parseDmarcRecord } from './dmarc-record.ts';

/** RFC 9989, 4.10: no tree walk asks more than this. */
const dmarcQueryLimit = 8;

/** Of more records than these nothing is kept. */
const mostDiscarded = 5;

export type DmarcStep = {
  domain: string;
  status: 'record' | 'none' | 'multiple' | Unknown;
  record: DmarcRecord | null;
  /** Texts at the name that are no DMARC record. */
  strays: string[];
  /** Where there are several records, so that none counts: all of them. */
  discarded?: DmarcRecord[];
};
export type DmarcWalk = { steps: DmarcStep[]; queries: string[]; unknown: { domain: string; status: Unknown } | null };

/** The names whose _dmarc record is asked for, in order: of long names, those with seven labels and fewer. */
export function walkNames(domain: string): string[] {
  const labels = domain.split('.');
  const names = [domain];
  for (let count = Math.min(labels.length, dmarcQueryLimit) - 1; count >= 1; count--)
    names.push(labels.slice(-count).join('.'));
  return names;
}

/** The tree walk (RFC 9989, 4.10): upwards until a record says that it is, or is not, a public suffix. */
export function* walkDmarc(domain: string): DnsReading<DmarcWalk> {
  const walk: DmarcWalk = { steps: [], queries: [], unknown: null };
  for (const name of walkNames(domain)) {
    walk.queries.push(`_dmarc.${name}`);
    const step = yield* askDmarc(name);
    walk.steps.push(step);
    if (isUnknown(step.status)) walk.unknown ??= { domain: name, status: step.status };
    if (step.record !== null && step.record.psd !== 'u') break;
  }
  return walk;
}

function* askDmarc(domain: string): DnsReading<DmarcStep> {
  const answer = yield* ask(`_dmarc.${domain}`, 'TXT');
  if (isUnknown(answer.status)) return { domain, status: answer.status, record: null, strays: [] };
  const texts = textsOf(answer);
  const records = texts.filter(isDmarcRecord);
  const strays = texts.filter((text) => !isDmarcRecord(text));
  const [first] = records;
  if (first === undefined) return { domain, status: 'none', record: null, strays };
  // Where there are several, all are discarded (4.10, step 2).
  if (records.length > 1)
    return {
      domain,
      status: 'multiple',
      record: null,
      strays,
      discarded: records.slice(0, mostDiscarded).map(parseDmarcRecord),
    };
  return { domain, status: 'record', record: parseDmarcRecord(first), strays };
}

/** The organizational domain (RFC 9989, 4.10.2): psd=n, else one below psd=y, else the record with the fewest labels. */
export function organizationalDomain(walk: DmarcWalk, start: string): string {
  const found = walk.steps.filter(({ record }) => record !== null);
  const own = found.find(({ record }) => record?.psd === 'n');
  if (own !== undefined) return own.domain;
  const suffix = found.find(({ record, domain }) => record?.psd === 'y' && domain !== start);
  if (suffix !== undefined)
    return start
      .split('.')
      .slice(-(suffix.domain.split('.').length + 1))
      .join('.');
  return found.at(-1)?.domain ?? start;
}

/** The record that applies (RFC 9989, 4.10.1): the domain's own, the organizational domain's, the public suffix's. */
export function applicableStep(walk: DmarcWalk, start: string): DmarcStep | null {
  const at = (domain: string) => walk.steps.find((step) => step.record !== null && step.domain === domain);
  const suffix = walk.steps.find(({ record }) => record?.psd === 'y');
  return at(start) ?? at(organizationalDomain(walk, start)) ?? suffix ?? null;
}
