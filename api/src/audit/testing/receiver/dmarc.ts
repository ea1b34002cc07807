import { canonical, type Names, parentOf } from './names.ts';

type Policy = 'none' | 'quarantine' | 'reject';
type Alignment = 'r' | 's';
type DmarcRecord = Readonly<{ tags: ReadonlyMap<string, string> }>;
type Step = Readonly<{ domain: string; record: DmarcRecord }>;

/** What applies to an author domain; `policy` is what is left of it in test mode, `said` what the record says. */
export type Applied = Readonly<{
  at: string;
  said: Policy;
  policy: Policy;
  adkim: Alignment;
  aspf: Alignment;
  why: string;
}>;

export type Dmarc = Readonly<{
  /** Null where DMARC does not apply (RFC 9989, 4.10.1). */
  policyFor: (author: string) => Applied | null;
  organizationalDomain: (domain: string) => string;
  isAligned: (mode: Alignment, identifier: string, author: string) => boolean;
}>;

/** Reads a record; null where it is none: the version first, in that spelling, and no tag twice (RFC 9989, 4.7, 4.8). */
function parseDmarc(text: string): DmarcRecord | null {
  const [version = '', ...specs] = text.split(';');
  if (!/^v[ \t]*=[ \t]*DMARC1[ \t]*$/i.test(version) || !version.includes('DMARC1')) return null;
  const tags = new Map<string, string>();
  for (const spec of specs) {
    // What is no tag is a syntax error, which is passed over (4.8).
    const [, name = '', value = ''] = /^[ \t]*([a-z]+)[ \t]*=[ \t]*([\x20-\x7e]*?)[ \t]*$/i.exec(spec) ?? [];
    if (name === '') continue;
    if (tags.has(name.toLowerCase())) return null;
    tags.set(name.toLowerCase(), value);
  }
  return { tags };
}

const policies: Readonly<Record<string, Policy>> = { none: 'none', quarantine: 'quarantine', reject: 'reject' };
const policyOf = ({ tags }: DmarcRecord, tag: string): Policy | null =>
  policies[tags.get(tag)?.toLowerCase() ?? ''] ?? null;
const flagOf = ({ tags }: DmarcRecord, tag: string): string => tags.get(tag)?.toLowerCase() ?? '';
const alignmentOf = (record: DmarcRecord, tag: 'adkim' | 'aspf'): Alignment =>
  flagOf(record, tag) === 's' ? 's' : 'r';

/** A reporting address that can be read: a URI with a scheme (RFC 3986, 3). */
const hasReportingUri = ({ tags }: DmarcRecord): boolean =>
  (tags.get('rua') ?? '').split(',').some((uri) => /^[a-z][a-z\d+.-]*:[^\s@]+@?[^\s@]+$/i.test(uri.trim()));

const oneStepLower: Readonly<Record<Policy, Policy>> = { none: 'none', quarantine: 'none', reject: 'quarantine' };

/** A record whose `p` is missing or wrong, or whose `sp` or `np` is wrong, says `none` at most (RFC 9989, 4.10.1). */
const isSound = (record: DmarcRecord): boolean =>
  policyOf(record, 'p') !== null &&
  ['sp', 'np'].every((tag) => !record.tags.has(tag) || policyOf(record, tag) !== null);

/** DMARC over a zone (RFC 9989). A record that does not answer is taken for none, which lets mail through (4.10.1). */
export function dmarcOver(names: Names): Dmarc {
  const records = new Map<string, DmarcRecord | null>();
  const recordAt = (domain: string): DmarcRecord | null => {
    const known = records.get(domain);
    if (known !== undefined) return known;
    const found = names
      .texts(`_dmarc.${domain}`)
      .values.map(parseDmarc)
      .filter((record) => record !== null);
    const [record = null] = found.length === 1 ? found : [];
    records.set(domain, record);
    return record;
  };

  const walk = (domain: string): readonly Step[] => {
    const steps: Step[] = [];
    for (const at of walked(domain)) {
      const record = recordAt(at);
      if (!record) continue;
      steps.push({ domain: at, record });
      if (isPsd(record, 'n') || isPsd(record, 'y')) break;
    }
    return steps;
  };

  const organizationOf = (domain: string): string => {
    const steps = walk(domain);
    for (const step of steps) {
      if (isPsd(step.record, 'n')) return step.domain;
      if (isPsd(step.record, 'y') && step.domain !== domain) return oneLabelBelow(step.domain, domain);
    }
    return steps.at(-1)?.domain ?? domain;
  };

  const organizations = new Map<string, string>();
  const organizationalDomain = (domain: string): string => {
    const organization = organizations.get(domain) ?? organizationOf(domain);
    organizations.set(domain, organization);
    return organization;
  };

  /** The record of the author domain, else of its organizational domain, else of the public suffix (4.10.1). */
  const stepFor = (author: string): Step | null => {
    const own = recordAt(author);
    if (own) return { domain: author, record: own };
    const above = walk(author);
    const organization = organizationalDomain(author);
    return (
      above.find(({ domain }) => domain === organization) ?? above.find(({ record }) => isPsd(record, 'y')) ?? null
    );
  };

  const policyFor = (given: string): Applied | null => {
    const author = canonical(given);
    const step = stepFor(author);
    if (!step) return null;
    const { domain, record } = step;
    const alignments = { adkim: alignmentOf(record, 'adkim'), aspf: alignmentOf(record, 'aspf') };
    if (!isSound(record)) {
      const why = `the record at ${domain} has no valid policy`;
      return hasReportingUri(record) ? { at: domain, said: 'none', policy: 'none', ...alignments, why } : null;
    }
    const tag = policyTag(record, author === domain ? 'itself' : names.exists(author) ? 'existing' : 'missing');
    const said = policyOf(record, tag) ?? 'none';
    const isTest = flagOf(record, 't') === 'y';
    const why = `${tag}=${said} at ${domain}${isTest ? ', in test mode' : ''}`;
    return { at: domain, said, policy: isTest ? oneStepLower[said] : said, ...alignments, why };
  };

  return {
    policyFor,
    organizationalDomain: (domain) => organizationalDomain(canonical(domain)),
    isAligned: (mode, identifier, author) => {
      const [one, other] = [canonical(identifier), canonical(author)];
      return one === other || (mode === 'r' && organizationalDomain(one) === organizationalDomain(other));
    },
  };
}

const isPsd = (record: DmarcRecord, value: 'y' | 'n'): boolean => flagOf(record, 'psd') === value;

/** The names that a tree walk asks for: the start, then at most seven labels, one less each time (RFC 9989, 4.10). */
function* walked(domain: string): Generator<string> {
  yield domain;
  const labels = domain.split('.');
  let next = labels.length < 8 ? parentOf(domain) : labels.slice(-7).join('.');
  for (; next !== ''; next = parentOf(next)) yield next;
}

function oneLabelBelow(above: string, domain: string): string {
  const count = above.split('.').length + 1;
  return domain.split('.').slice(-count).join('.');
}

/** The tag that holds for the author domain: `np` falls back to `sp`, that to `p` (RFC 9989, 4.7 and 4.10.1). */
function policyTag(record: DmarcRecord, author: 'itself' | 'existing' | 'missing'): string {
  const tags = { itself: ['p'], existing: ['sp', 'p'], missing: ['np', 'sp', 'p'] }[author];
  return tags.find((tag) => record.tags.has(tag)) ?? 'p';
}
