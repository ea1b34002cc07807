import type { DnsResolver, Unknown } from '../../ports/dns.ts';
import { aliasBeside } from '../alias-beside.ts';
import { quoted } from '../bounded-text.ts';
import { answered, type DnsReading } from '../dns-reading.ts';
import { isDomainName, normalName } from '../domain-name.ts';
import { joined } from '../notes.ts';
import { type SpfWalk, startWalk } from './spf-count.ts';
import { opennessOf } from './spf-openness.ts';
import { reachOf } from './spf-reach.ts';
import { isSpfRecord } from './spf-record.ts';
import { lookupLimit, type SpfNode, type SpfReach, type SpfResult, type SpfWarningCode } from './spf-result.ts';
import { walkDomain } from './spf-walk.ts';

const advisedSize = 450;
const nothing = { record: null, records: [], lookups: 0, voids: 0, all: null, tree: null, warnings: [] };

/**
 * Checks the SPF record of a domain and all it leads to (RFC 7208), for every possible sender at once.
 * permerror outweighs temperror: what is broken stays broken, whatever the missing answers are.
 */
export function checkSpf(dns: DnsResolver, domain: string): Promise<SpfResult> {
  return answered(dns, readSpf(domain));
}

/** The same for a caller that has the answers already, such as the records of a snapshot. */
export function* readSpf(domain: string): DnsReading<SpfResult> {
  const name = normalName(domain);
  if (!isDomainName(name))
    return { ...nothing, class: 'none', reason: 'invalid_domain', message: `"${quoted(domain)}" is not a domain name` };
  const walk = startWalk(name);
  const { node: tree, reach: record } = yield* walkDomain(walk, name, { via: 'record', path: [] });
  const reach = reachOf(record);
  const texts = walk.ownTexts;
  const strings = texts.filter((record) => isSpfRecord(record.join('')));
  const found = verdict(walk, tree);
  // A record that is void has to be mended first.
  const beside =
    found.class === 'valid'
      ? yield* aliasBeside(
          name,
          texts.map((record) => record.join('')),
        )
      : null;
  const facts = {
    record: tree.record,
    records: strings.map((record) => record.join('')),
    lookups: walk.lookups,
    voids: walk.voids,
    all: walk.all,
    reach,
    tree: tree.record === null ? null : tree,
    warnings: joined<SpfWarningCode>([
      ...sizeWarnings(name, strings, texts),
      ...walk.warnings.list(),
      ...endWarnings(walk, tree),
      ...reachWarnings(walk, reach),
      ...(beside === null ? [] : [{ code: 'spf_beside_alias', text: beside } as const]),
    ]),
  };
  return { ...found, ...facts };
}

const unboundedBecause = {
  sender: 'whom it lets send depends on who sends',
  listed: 'whom it lets send depends on who sends; strangers are not let in',
} as const;

function reachWarnings({ all, initial }: SpfWalk, reach: SpfReach): Found[] {
  const { kind, text } = opennessOf(reach);
  const warnings: Found[] = [];
  // Whoever passes an included record passes: its +all opens the whole tree.
  const included = reach.terms.find(({ term, domain }) => /^\+?all$/i.test(term) && domain !== initial);
  if (all !== '+' && kind === 'everybody' && included !== undefined)
    warnings.push({ code: 'spf_all_pass', text: `${included.domain}: it is included and allows every sender (+all)` });
  else if (all !== '+' && kind !== 'bounded') warnings.push({ code: openCodes[kind], text });
  for (const { term, domain, why } of reach.unbounded) {
    if (why === 'sender' || why === 'listed')
      warnings.push({ code: 'spf_unbounded', text: `${domain}: "${term}": ${unboundedBecause[why]}` });
  }
  return warnings;
}

const openCodes = { everybody: 'spf_networks_open', wide: 'spf_networks_wide' } as const;

type Found = { code: SpfWarningCode; text: string };

const whyUnknown = {
  timeout: (name: string) => `the name server of ${name} did not answer in time`,
  servfail: (name: string) => `the name server of ${name} failed`,
  overLimit: (name: string) => `the answer for ${name} is beyond the limit for one domain`,
  notAsked: (name: string) => `${name} was not asked`,
} as const satisfies Record<Unknown, unknown>;

type Verdict = Pick<SpfResult, 'class' | 'reason' | 'message'>;

function verdict(walk: SpfWalk, tree: SpfNode): Verdict {
  // What is wrong in another record reaches this one as include_permerror or redirect_permerror; a limit is one of all.
  const first = walk.problems.find(({ problem, domain }) => domain === walk.initial || problem.startsWith('too_many'));
  if (first !== undefined) {
    const { problem: reason, text } = first;
    const isOverLimit = reason === 'too_many_lookups' && walk.lookups > lookupLimit;
    const message = isOverLimit ? `${walk.lookups} of ${lookupLimit} DNS lookups` : text;
    return { class: 'permerror', reason, message };
  }
  const unknown = walk.unknown[0];
  if (unknown !== undefined) {
    const message = `could not check: ${whyUnknown[unknown.status](unknown.name)}`;
    return { class: 'temperror', reason: `dns_${unknown.status}`, message };
  }
  if (tree.record === null) return { class: 'none', reason: 'no_record', message: 'there is no SPF record' };
  return {
    class: 'valid',
    reason: 'ok',
    message: `the record is valid, ${walk.lookups} of ${lookupLimit} DNS lookups`,
  };
}

/** A redirect whose name depends on the sender ends the record, in a way that is not known here. */
function endsElsewhere(node: SpfNode): boolean {
  const redirect = node.terms.find(({ term }) => /^redirect=/i.test(term));
  return redirect !== undefined && (redirect.child === null || endsElsewhere(redirect.child));
}

/** RFC 1035, 3.3: a string has 255 octets at most; RFC 7208, 3.4: the answer fits in one UDP packet of 512. */
function sizeWarnings(
  name: string,
  records: readonly (readonly string[])[],
  texts: readonly (readonly string[])[],
): Found[] {
  const warnings: Found[] = [];
  for (const strings of records) {
    const long = strings.find((string) => string.length > 255);
    if (long !== undefined)
      warnings.push({ code: 'spf_string_too_long', text: `a string has ${long.length} characters, 255 at most` });
    const size = strings.reduce((sum, string) => sum + string.length, 0);
    if (size > 512) warnings.push({ code: 'spf_record_large', text: `the record has ${size} characters, 512 at most` });
    else if (size > advisedSize)
      warnings.push({
        code: 'spf_answer_large',
        text: `the record has ${size} characters, ${advisedSize} are recommended at most`,
      });
  }
  if (warnings.length > 0 || records.length === 0) return warnings;
  // RFC 7208, 3.4: "the combined length of the DNS name and the text of all the records of a given type".
  const whole = name.length + texts.flat().reduce((sum, text) => sum + text.length, 0);
  if (texts.length > 1 && whole > advisedSize)
    warnings.push({
      code: 'spf_answer_large',
      text: `the name and its ${texts.length} TXT records have ${whole} characters together, ${advisedSize} are recommended at most`,
    });
  return warnings;
}

function endWarnings(walk: SpfWalk, tree: SpfNode): Found[] {
  if (tree.record === null || walk.problems.length > 0) return [];
  const warnings: Found[] = [];
  if (walk.all === '+') warnings.push({ code: 'spf_all_pass', text: 'the record allows every sender (+all)' });
  if (walk.all === '?')
    warnings.push({ code: 'spf_all_neutral', text: 'the record is neutral about other senders (?all)' });
  if (walk.all === null && walk.unknown.length === 0 && !endsElsewhere(tree))
    warnings.push({
      code: 'spf_all_missing',
      text: 'the record has no all mechanism at its end',
    });
  if (walk.lookups === lookupLimit - 1 || walk.lookups === lookupLimit)
    warnings.push({
      code: 'spf_lookups_near_limit',
      text: `${walk.lookups} of ${lookupLimit} DNS lookups are used`,
    });
  return warnings;
}
