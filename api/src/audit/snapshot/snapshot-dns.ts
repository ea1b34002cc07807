import { MailUse } from '@tenantry/contract/mailflow';
import { partiesOf } from '../../mailflow/collect-senders.ts';
import { isDkimRecord, parseDkimKey } from '../../mailflow/dkim/dkim-key.ts';
import { readDmarc } from '../../mailflow/dmarc/check-dmarc.ts';
import { withinMessage } from '../../mailflow/dns-limits.ts';
import { answeredBy, type Question } from '../../mailflow/dns-reading.ts';
import { readMx } from '../../mailflow/mx.ts';
import { readSpf } from '../../mailflow/spf/check-spf.ts';
import { senderTargets } from '../../mailflow/targets/mail-targets.ts';
import type { DnsAnswer } from '../../ports/dns.ts';
import type { DomainDns, TxtAnswer } from '../facts/domain-dns.ts';
import { booleanAt, type JsonObject, numberAt, textAt, valueAt } from '../facts/json-reader.ts';
import type { DkimReading } from '../facts/mail-reading.ts';

/** The records of each domain of a snapshot, read by the mail engine; names that the snapshot does not hold are not known. */
export function dnsFromSnapshot(dns: JsonObject): DomainDns[] {
  const entries = Object.entries(dns).map(([domain, records]) => published(domain, records));
  const answerTo = answersOf(entries);
  return entries.map((entry) => ({ ...entry, ...readMail(entry, answerTo, usesOf(dns[entry.domain])) }));
}

type Published = Omit<DomainDns, 'reading' | 'sending' | 'targets'>;

/** `sends`: what the owner says of a domain without MX record. */
function usesOf(records: unknown): MailUse | null {
  return MailUse.options.find((use) => use === textAt(records, 'sends')) ?? null;
}

function published(domain: string, records: unknown): Published {
  const texts = (key: string): TxtAnswer => textAnswer(valueAt(records, key));
  const txt = texts(valueAt(records, 'txt') === undefined ? 'spf' : 'txt');
  const rootProblem =
    booleanAt(records, 'nxdomain') === true ? 'nxdomain' : booleanAt(records, 'errors') === true ? 'servfail' : null;
  const mx = textAnswer(valueAt(records, 'mx'), mxText);
  return {
    domain: domain.toLowerCase(),
    txt: rootProblem === null ? txt : { status: rootProblem },
    dmarc: texts('dmarc'),
    dkim: dkimRecords(texts('dkim')),
    mx: mx.status === 'notAsked' ? null : mx,
  };
}

/** A snapshot does not say which selector a record stands at. */
function dkimRecords(answer: TxtAnswer): DomainDns['dkim'] {
  if (answer.status === 'notAsked') return null;
  if (answer.status === 'nodata') return [];
  if (answer.status !== 'ok') return [{ selector: '', answer }];
  return answer.values.map((value) => ({ selector: '', answer: { status: 'ok', values: [value] } }));
}

function mxText(value: unknown): string | null {
  const exchange = textAt(value, 'exchange');
  return exchange === null ? dnsText(value) : `${numberAt(value, 'priority') ?? 0} ${exchange}`;
}

/** One record: a text, or its parts as the DNS gives them. A line break in it is one of the file, not of the record. */
function dnsText(value: unknown): string | null {
  // Whole runs of white space: `\s*[\r\n]` would begin anew at each space, and take the square of their number.
  if (typeof value === 'string') return value.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run));
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? dnsText(value.join('')) : null;
}

/** What is no list of records was not answered as documented: nothing is known, least of all that there is no record. */
function textAnswer(value: unknown, read: (item: unknown) => string | null = dnsText): TxtAnswer {
  const list = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list)) return { status: 'notAsked' };
  const texts = list.map(read);
  const values = texts.filter((text) => text !== null);
  if (values.length < texts.length) return { status: 'servfail' };
  return values.length === 0 ? { status: 'nodata' } : { status: 'ok', values };
}

/**
 * Names above the domains of a snapshot that have no DMARC record of anybody's: a snapshot has no reason to name them,
 * and a domain without DMARC is not to be excused by them.
 */
const aboveAll = /^_dmarc\.(?:[^.]+|onmicrosoft\.(?:com|us))$/;

function answersOf(entries: readonly Published[]): (question: Question) => DnsAnswer<unknown> {
  const answers = new Map<string, DnsAnswer<unknown>>();
  for (const { domain, txt, dmarc, mx } of entries) {
    answers.set(
      `TXT ${domain}`,
      withValues(txt, (text) => [text]),
    );
    answers.set(
      `TXT _dmarc.${domain}`,
      withValues(dmarc, (text) => [text]),
    );
    if (mx !== null) answers.set(`MX ${domain}`, withValues(mx, mxValue));
  }
  return ({ name, type }) => answers.get(`${type} ${name}`) ?? { status: aboveAll.test(name) ? 'nodata' : 'notAsked' };
}

function withValues<V>(answer: TxtAnswer, value: (text: string) => V): DnsAnswer<V> {
  if (answer.status !== 'ok') return { status: answer.status };
  return withinMessage({ status: 'ok', values: answer.values.map(value) });
}

function mxValue(text: string): { priority: number; exchange: string } {
  const [exchange = '', priority = '0'] = text.trim().split(/\s+/).reverse();
  return { priority: Number.parseInt(priority, 10) || 0, exchange };
}

type Read = Pick<DomainDns, 'reading' | 'sending' | 'targets'>;

/** Where Microsoft's DKIM keys stand is not known from a snapshot. */
const noDkim = { state: 'couldNotCheck', selectors: [], wildcard: false, keyBits: null, targets: [] } as const;

function readMail(entry: Published, answerTo: (question: Question) => DnsAnswer<unknown>, sends: MailUse | null): Read {
  const { domain, txt, dkim } = entry;
  const { tree, ...spf } = answeredBy(answerTo, readSpf(domain));
  const dmarc = answeredBy(answerTo, readDmarc(domain));
  const mx = answeredBy(answerTo, readMx(domain));
  const { provider, senders, sending: found } = partiesOf(domain, mx, { ...spf, tree }, sends);
  // What a snapshot does not hold was not asked, which is no lack of an answer.
  const isWhole = entry.mx !== null && txt.status !== 'notAsked';
  const sending = isWhole ? found : { ...found, unsure: null };
  const facts = {
    domain,
    provider,
    senders,
    sending,
    spf: { ...spf, tree },
    dmarc,
    mx,
    dkim: { ...noDkim, selectors: [], targets: [] },
  };
  return {
    reading: {
      spf: txt.status === 'notAsked' ? null : spf,
      dmarc: entry.dmarc.status === 'notAsked' ? null : dmarc,
      dkim: dkim?.flatMap(({ answer }) => dkimReading(answer)) ?? null,
      mx: entry.mx === null ? null : mx,
    },
    sending,
    targets: senderTargets(facts),
  };
}

const noKey = { selector: '', keyType: '', keyBits: null, testing: false, problems: [] };

function dkimReading(answer: TxtAnswer): DkimReading[] {
  if (answer.status !== 'ok') return [{ ...noKey, state: 'couldNotCheck' }];
  return answer.values.filter(isDkimRecord).map((record) => {
    const { state, keyType, keyBits, testing, problems } = parseDkimKey(record);
    // Sources shorten the long text of a key, or leave it out: that it cannot be read is then no fault of the domain.
    const isCutOff = state === 'invalid' && keyBits === null && !/p\s*=(?!\s*MI[a-z0-9+/])/i.test(record);
    return { ...noKey, state: isCutOff ? 'cutOff' : state, keyType, keyBits, testing, problems };
  });
}
