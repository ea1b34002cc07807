import { type Address, clientAddress } from './addresses.ts';
import type { Applied } from './dmarc.ts';
import { canonical, type Elsewhere, isBelow, parentOf, type Zone } from './names.ts';
import { type Receiver, receiverOver } from './receiver.ts';
import { isSpfRecord } from './spf-record.ts';

/** One way in which an outsider's message in the name of a domain gets past a receiver. */
export type Forgery = Readonly<{
  /** The domain of the From address. */
  from: string;
  /** Whether that is the domain itself, a name below it that exists, or one that does not (RFC 9989, 3.2.13). */
  author: 'itself' | 'existing' | 'missing';
  way: 'spf' | 'dkim' | 'policy';
  outcome: 'delivered' | 'quarantined';
  /** The part of the outsider addresses of a family from which it works, of the two families the larger: above 0, at most 1. */
  share: number;
  /** The domain of the envelope, the name of the DKIM key or that of the DMARC record; '' where there is none. */
  through: string;
  why: string;
}>;

/** Octets that no host on the Internet sends from: this network, private, loopback, multicast, reserved (RFC 6890). */
const isRoutable = (octet: number): boolean => octet > 0 && octet < 224 && octet !== 10 && octet !== 127;
const octets = Array.from({ length: 256 }, (_, octet) => octet);

/**
 * Who an outsider is: an address in each /8 of IPv4 from which mail can come, and one in each /8 of 2000::/3, the only
 * part of IPv6 that is given out (RFC 4291, 2.4, and IANA's registry). A domain's own networks hold none of them.
 */
export const outsiderAddresses = {
  ipv4: octets.filter(isRoutable).map((octet) => `${octet}.37.211.94`),
  ipv6: octets.slice(0x20, 0x40).map((octet) => `${octet.toString(16)}25:d37f:9e1b:4::a7`),
} as const;

const addressesByFamily = [outsiderAddresses.ipv4, outsiderAddresses.ipv6].map((ips) => ips.map(clientAddress));

/** The label of names that no zone lists. */
const nobody = 'nobody-of-that-name';
/** Macros by which a sender chooses what is asked for: local part and sender, HELO (RFC 7208, 7.2). */
const localPartMacro = /%\{[ls]/i;
const heloMacro = /%\{h/i;
const triesOfSender = 40;

/** A name that can stand in an address: labels of letters, digits and hyphens (RFC 5321, 4.1.2). */
const isMailDomain = (name: string): boolean =>
  name.split('.').every((label) => /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label));

/** What an outsider has besides a message: a domain with SPF for everybody, and a name for each of its addresses. */
function outsiderDns(domain: string): { domain: string; host: string; elsewhere: Elsewhere } {
  const own = `outsider.${domain.split('.').at(-1) ?? ''}`;
  const host = `mx.${own}`;
  const records: Readonly<Record<string, readonly unknown[]>> = {
    [`TXT ${own}`]: [['v=spf1 +all']],
    [`A ${host}`]: outsiderAddresses.ipv4,
    [`AAAA ${host}`]: outsiderAddresses.ipv6,
  };
  const elsewhere: Elsewhere = (name, type) => {
    if (type === 'PTR') return name.endsWith('.arpa') ? [host] : undefined;
    return name.endsWith(own) ? records[`${type} ${name}`] : undefined;
  };
  return { domain: own, host, elsewhere };
}

type Author = Readonly<{ name: string; kind: Forgery['author'] }>;
type Reach = Readonly<{ share: number; by: string }>;
type WeakKey = Readonly<{ name: string; signs: string; why: string }>;
type Way = Omit<Forgery, 'from' | 'author'>;

/**
 * Every way in which an outsider gets a message delivered or quarantined whose From is of the domain, of a name below it,
 * or of one that does not exist there: an aligned envelope that passes SPF from addresses of the outsider's, an aligned
 * signature under a key that can be broken, a policy that rejects nothing. Without DMARC, identifiers count as if
 * aligned relaxedly. Not looked at: who shares the servers of an include, and names that somebody could register.
 */
export function forgeries(zone: Zone, domain: string): Forgery[] {
  const outsider = outsiderDns(canonical(domain));
  const receiver = receiverOver(zone, outsider.elsewhere);
  const listed = receiver.names.listed.map((name) => name.replace(/^\*/, nobody));
  const authors = authorsOf(receiver, listed, canonical(domain));
  const envelopes = [...new Set([...authors.map(({ name }) => name), ...listed, outsider.domain])].filter(
    (name) => isMailDomain(name) && receiver.names.texts(name).values.some(isSpfRecord),
  );
  const reachOf = reachOver(receiver, sendersFor(receiver, listed, outsider.host));
  const keys = weakKeys(receiver, listed);
  return authors.flatMap(({ name: from, kind: author }) => {
    const applied = receiver.dmarc.policyFor(from);
    const aligns = (mode: Applied['aspf'] | undefined, name: string) =>
      receiver.dmarc.isAligned(mode ?? 'r', name, from);
    const ways = [
      ...envelopes.filter((name) => aligns(applied?.aspf, name)).flatMap((name) => bySpf(name, reachOf(name))),
      ...keys.filter(({ signs }) => aligns(applied?.adkim, signs)).map(byKey),
      ...byPolicy(applied),
    ];
    return ways.map((way) => ({ from, author, ...way }));
  });
}

function bySpf(envelope: string, { share, by }: Reach): Way[] {
  if (share === 0) return [];
  return [{ way: 'spf', outcome: 'delivered', share, through: envelope, why: `SPF passes for ${envelope} by ${by}` }];
}

const byKey = ({ name, why }: WeakKey): Way => ({ way: 'dkim', outcome: 'delivered', share: 1, through: name, why });

function byPolicy(applied: Applied | null): Way[] {
  if (!applied) return [{ way: 'policy', outcome: 'delivered', share: 1, through: '', why: 'DMARC does not apply' }];
  const { policy, at, why } = applied;
  if (policy === 'reject') return [];
  const outcome = policy === 'none' ? 'delivered' : 'quarantined';
  return [{ way: 'policy', outcome, share: 1, through: `_dmarc.${at}`, why }];
}

/** Names to put in From: the domain, those below it, and below each of them one that is not there, once for each policy. */
function authorsOf({ names, dmarc }: Receiver, listed: readonly string[], domain: string): Author[] {
  const below = new Set<string>();
  for (const name of listed)
    for (let at = name; isBelow(at, domain); at = parentOf(at)) if (isMailDomain(at) && names.exists(at)) below.add(at);
  const seen = new Set<string>();
  const missing = [domain, ...below]
    .map((name) => `${nobody}.${name}`)
    .filter((name) => {
      if (below.has(name) || !isMailDomain(name)) return false;
      const key = `${names.exists(name)} ${dmarc.policyFor(name)?.at} ${dmarc.organizationalDomain(name)}`;
      return !seen.has(key) && Boolean(seen.add(key));
    });
  return [
    { name: domain, kind: 'itself' },
    ...[...below].map((name): Author => ({ name, kind: 'existing' })),
    ...missing.map((name): Author => ({ name, kind: names.exists(name) ? 'existing' : 'missing' })),
  ];
}

/** What stands before a dot of each name, `a` and `a.b` of `a.b.c`; first where the text speaks of what comes after it. */
function startsOf(names: readonly string[], text: string): string[] {
  const starts = names.flatMap((name) => {
    const labels = name.split('.');
    return labels.slice(1).map((next, at) => ({
      start: labels.slice(0, at + 1).join('.'),
      isNamed: text.includes(`.${next}.`),
    }));
  });
  const named = starts.filter(({ isNamed }) => isNamed);
  return [...new Set([...named, ...starts].map(({ start }) => start))];
}

type SenderChoice = Readonly<{ localPart: string; helo: string }>;

/** What an outsider says of itself; where a record asks for that, also what is likely to be answered: names of the zone. */
function sendersFor({ names }: Receiver, listed: readonly string[], host: string): SenderChoice[] {
  const texts = listed.flatMap((name) => names.texts(name).values);
  const asking = texts.filter((text) => localPartMacro.test(text) || heloMacro.test(text)).join(' ');
  const asksLocalPart = localPartMacro.test(asking);
  const asksHelo = heloMacro.test(asking);
  const starts = asking === '' ? [] : startsOf(listed, asking);
  const localParts = asksLocalPart ? starts.slice(0, triesOfSender) : [];
  const helos = asksHelo ? [...listed, ...starts].slice(0, triesOfSender) : [];
  return [
    { localPart: 'user', helo: host },
    ...localParts.map((localPart) => ({ localPart, helo: host })),
    ...helos.map((helo) => ({ localPart: 'user', helo })),
  ];
}

/** From how much of the address space SPF passes for an envelope, and by which term. */
function reachOver({ checkHost }: Receiver, senders: readonly SenderChoice[]): (envelope: string) => Reach {
  const known = new Map<string, Reach>();
  return (domain) => {
    const before = known.get(domain);
    if (before) return before;
    let by = '';
    const passes = (ip: Address): boolean =>
      senders.some((sender) => {
        const verdict = checkHost({ ip, domain, ...sender });
        if (verdict.result !== 'pass') return false;
        by ||= verdict.by;
        return true;
      });
    const shares = addressesByFamily.map((ips) => ips.filter(passes).length / ips.length);
    const reach = { share: Math.max(...shares), by };
    known.set(domain, reach);
    return reach;
  };
}

/** Keys of the zone that an outsider can sign with, and for whom. */
function weakKeys(receiver: Receiver, listed: readonly string[]): WeakKey[] {
  return listed.flatMap((name) => {
    const [selector = '', signs = ''] = name.split('._domainkey.');
    const key = signs === '' ? wildcardKey(name) : { selector, signs };
    if (!key || !isMailDomain(key.signs)) return [];
    const { strength, why } = receiver.keyOf(key.selector, key.signs);
    const at = `${key.selector}._domainkey.${key.signs}`;
    return strength === 'forgeable' ? [{ name: at, signs: key.signs, why: `${why} at ${at}` }] : [];
  });
}

/** A wildcard answers for every selector of the name that it stands below, which has no keys of its own. */
const wildcardKey = (name: string): { selector: string; signs: string } | null =>
  name.startsWith(`${nobody}.`) ? { selector: nobody, signs: parentOf(name) } : null;
