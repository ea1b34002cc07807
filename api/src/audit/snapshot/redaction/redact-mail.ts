import type { DomainDns, TxtAnswer } from '../../facts/domain-dns.ts';
import type { DkimReading, MailReading } from '../../facts/mail-reading.ts';
import type { Texts } from './texts.ts';

const keyTag = /(\bp\s*=\s*)([A-Za-z0-9+/=\s]{40,})/;

/** Another key of the same size: the structure stays, the number within is drawn anew. */
function keyStandIn(base64: string, texts: Texts): string {
  const key = Buffer.from(base64, 'base64');
  const random = texts.standIns.bytes('dkim key', base64, key.length);
  // An RSA modulus follows 02 (81|82) … 00 behind the name of the algorithm; what is no such key is replaced whole.
  const sign = key.length > 60 ? key.findIndex((byte, at) => at > 24 && byte === 0 && isLength(key, at)) : -1;
  const first = sign < 0 ? 0 : sign + 1;
  const end = sign < 0 ? key.length : key.length - 5;
  const changed = Buffer.concat([key.subarray(0, first), random.subarray(first, end), key.subarray(end)]);
  if (sign >= 0) changed[first] = (changed[first] ?? 0) | 0x80;
  return changed.toString('base64');
}

const isLength = (key: Buffer, at: number): boolean =>
  (key[at - 3] === 0x02 && key[at - 2] === 0x81) || (key[at - 4] === 0x02 && key[at - 3] === 0x82);

/** Verification texts of services that everybody may use; what stands behind the sign says whose domain it is. */
const verification =
  /^(google-site-verification|facebook-domain-verification|apple-domain-verification|atlassian-domain-verification|adobe-idp-site-verification|docusign|globalsign-domain-verification|stripe-verification|zoom-domain-verification|cisco-ci-domain-verification|webexdomainverification|amazonses|openai-domain-verification|dropbox-domain-verification)([=:]\s*)\S/i;

const spfTerm = /^(?:v=spf1|[+?~-]?(?:all|a|mx|ptr|include|ip4|ip6|exists)(?:[:/].*)?|(?:redirect|exp)=.*)$/i;
const tagName = /^\s*(?:v|p|sp|np|psd|t|pct|rua|ruf|adkim|aspf|fo|rf|ri|k|h|s|n|g)\s*=/i;
const closedTag =
  /^\s*(?:v=DMARC1|v=DKIM1|(?:p|sp|np)=(?:none|quarantine|reject)|(?:adkim|aspf)=[rs]|pct=\d+|fo=[01ds:]+|t=[ys:]+|psd=[ynu]|k=(?:rsa|ed25519)|ri=\d+|rf=afrf|h=sha(?:1|256)|s=(?:email|\*))\s*$/i;

/** What checks of the DNS say of what they saw, apart from the records themselves. */
const seenWords = new Set(
  `txt mx cname dkim dmarc spf _dmarc nodata nxdomain servfail timeout notasked overlimit ok selector1 selector2 record records no key
  keys with a an of is not there bits bit rsa ed25519 revoked missing alias without invalid several multiple every name has cut off answered by source
  could be read answer unknown wildcard lookup lookups look-up look-ups unreadable found none for the in and dns`.split(
    /\s+/,
  ),
);

/** Whether a word of what was seen in the DNS is one of the records' grammar, or of a sentence about them. */
export const isMailWord = (word: string): boolean => {
  const bare = word.toLowerCase().replace(/^[("]+|[)",.:;|]+$/g, '');
  return spfTerm.test(bare) || closedTag.test(bare) || /^[\d.,/()-]*$/.test(bare) || seenWords.has(bare);
};

/** Replaces the text of records, and remembers what it replaced: notes quote it. */
function createRecords(texts: Texts) {
  const quoted = new Map<string, string>();
  const replaced = (kind: string, part: string): string => {
    const standIn = `${kind}-${texts.standIns.number(kind, part)}`;
    if (part.length > 3) quoted.set(part, standIn);
    texts.remember(part, standIn);
    return standIn;
  };
  const spf = (record: string): string =>
    record.replace(/\S+/g, (term) => (spfTerm.test(term) ? texts.within(term) : replaced('term', term)));
  const tags = (record: string): string =>
    record
      .split(';')
      .map((tag) => {
        if (tag.trim() === '' || closedTag.test(tag)) return tag;
        const key = keyTag.exec(tag);
        if (key !== null) return tag.replace(keyTag, `$1${keyStandIn(key[2] ?? '', texts)}`);
        if (/^\s*ru[af]\s*=/i.test(tag)) return texts.within(tag);
        if (/^\s*p\s*=\s*$/i.test(tag)) return tag;
        const name = tagName.exec(tag)?.[0] ?? '';
        return `${name === '' ? ' ' : name}${replaced('tag', tag.slice(name.length).trim())}`;
      })
      .join(';');
  const record = (value: string): string => {
    if (/^\s*v=spf1/i.test(value)) return spf(value);
    if (/^\s*(?:v=(?:DMARC1|DKIM1)|[kpth]=)/i.test(value)) return tags(value);
    if (/^MS=ms\d+$/i.test(value)) return `MS=ms${10_000_000 + texts.standIns.number('MS', value)}`;
    const [start = ''] = verification.exec(value) ?? [];
    if (start !== '') return `${start.slice(0, -1)}${texts.standIns.bytes('verification', value, 12).toString('hex')}`;
    return replaced('text', value);
  };
  /** A sentence of the mail engine: it may quote parts of the records. */
  const sentence = (text: string): string => {
    let found = text;
    for (const [part, standIn] of quoted) found = found.replaceAll(part, standIn);
    return texts.within(found);
  };
  return { record, sentence };
}

type Records = ReturnType<typeof createRecords>;

const answer = (given: TxtAnswer, change: (value: string) => string): TxtAnswer =>
  given.status === 'ok' ? { status: 'ok', values: given.values.map(change) } : given;

const orNull = <T>(value: T | null, change: (value: T) => T): T | null => (value === null ? null : change(value));

function redactSpf(
  spf: NonNullable<MailReading['spf']>,
  { record, sentence }: Records,
  texts: Texts,
): NonNullable<MailReading['spf']> {
  const stood = <T extends { term: string; domain: string }>(one: T): T => ({
    ...one,
    term: sentence(one.term),
    domain: texts.host(one.domain),
  });
  const { reach } = spf;
  return {
    ...spf,
    ...(reach && { reach: { ...reach, terms: reach.terms.map(stood), unbounded: reach.unbounded.map(stood) } }),
    record: orNull(spf.record, record),
    records: spf.records.map(record),
    message: sentence(spf.message),
    warnings: spf.warnings.map((one) => ({ ...one, text: sentence(one.text) })),
  };
}

function redactDmarc(
  dmarc: NonNullable<MailReading['dmarc']>,
  { record, sentence }: Records,
  texts: Texts,
): MailReading['dmarc'] {
  const uris = (list: readonly string[]): string[] => list.map(texts.within);
  return {
    ...dmarc,
    record: orNull(dmarc.record, record),
    location: orNull(dmarc.location, texts.host),
    orgDomain: orNull(dmarc.orgDomain, texts.host),
    queries: dmarc.queries.map(texts.host),
    rua: uris(dmarc.rua),
    ruf: uris(dmarc.ruf),
    warnings: dmarc.warnings.map(sentence),
    errors: dmarc.errors.map(sentence),
    notes: dmarc.notes.map(({ code, text, count, missingNames }) => ({
      code: sentence(code),
      text: sentence(text),
      count,
      missingNames: missingNames.map(texts.host),
    })),
    unknown: orNull(dmarc.unknown, sentence),
  };
}

const knownSelectors = new Set(['', '*', 'selector1', 'selector2']);

function redactReading(
  reading: MailReading,
  records: Records,
  texts: Texts,
  selector: (name: string) => string,
): MailReading {
  const { spf, spfBelow, dmarc, dkim, otherKeys, mx } = reading;
  const stood = (key: DkimReading): DkimReading => ({
    ...key,
    selector: selector(key.selector),
    keyType: /^(?:rsa|ed25519|)$/.test(key.keyType) ? key.keyType : 'other',
    problems: key.problems.map(records.sentence),
  });
  return {
    spf: orNull(spf, (one) => redactSpf(one, records, texts)),
    ...(spfBelow && { spfBelow: redactSpf(spfBelow, records, texts) }),
    dmarc: orNull(dmarc, (one) => redactDmarc(one, records, texts) ?? one),
    dkim: orNull(dkim, (keys) => keys.map(stood)),
    ...(otherKeys && { otherKeys: otherKeys.map(stood) }),
    mx: orNull(mx, (one) => ({
      ...one,
      hosts: one.hosts.map((entry) => ({ ...entry, exchange: mailHost(entry.exchange, texts) })),
      leftOut: one.leftOut.map((name) => mailHost(name, texts)),
      problems: one.problems.map((problem) => ({ ...problem, text: records.sentence(problem.text) })),
    })),
  };
}

/** A host, an address in its place, or the dot that says that there is none. */
const mailHost = (name: string, texts: Texts): string =>
  name === '' || name === '.'
    ? name
    : name.includes('.') && /\p{L}/u.test(name)
      ? texts.host(name)
      : texts.unknown(name);

/** The records of a domain and what the mail engine read out of them, with every name and key replaced. */
export function redactDns(dns: DomainDns, texts: Texts): DomainDns {
  const records = createRecords(texts);
  const selector = (name: string): string =>
    knownSelectors.has(name) ? name : `selector-${texts.standIns.number('selector', name)}`;
  const mxRecord = (value: string): string => value.replace(/\S+$/, (name) => mailHost(name, texts));
  const published = {
    domain: texts.host(dns.domain),
    txt: answer(dns.txt, records.record),
    dmarc: answer(dns.dmarc, records.record),
    dkim: orNull(dns.dkim, (keys) =>
      keys.map((key) => ({ selector: selector(key.selector), answer: answer(key.answer, records.record) })),
    ),
    mx: orNull(dns.mx, (given) => answer(given, mxRecord)),
  };
  const reading = redactReading(dns.reading, records, texts, selector);
  return {
    ...published,
    reading,
    sending: dns.sending,
    targets: dns.targets.map((target) => ({
      ...target,
      name: texts.within(target.name),
      current: target.current.map(records.record),
      value: orNull(target.value, (value) =>
        value
          .split('\n')
          .map((line) => targetValue(line, records))
          .join('\n'),
      ),
      stages: target.stages.map(({ value, when }) => ({
        value: value
          .split('\n')
          .map((line) => targetValue(line, records))
          .join('\n'),
        when: records.sentence(when),
      })),
      note: orNull(target.note, records.sentence),
    })),
  };
}

/** A record to publish: of ours, but it may carry over what stands in the old one. */
const targetValue = (value: string, records: Records): string =>
  /^v=/.test(value) ? records.record(value) : records.sentence(value);
