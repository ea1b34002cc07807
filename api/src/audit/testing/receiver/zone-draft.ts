import type { Zone } from './names.ts';
import { type Random, randomOf } from './random.ts';

/** A zone while it is made, and what was put into it on purpose. */
export type ZoneDraft = Readonly<{
  random: Random;
  domain: string;
  holes: string[];
  flaws: string[];
  records: Record<string, Record<string, unknown[]>>;
  /** Adds a record. */
  add: (name: string, type: string, value: unknown) => void;
  /** Adds a text as a TXT record, in one string or several (RFC 7208, 3.3). */
  text: (name: string, text: string) => void;
  /** Takes the records of a type away. */
  remove: (name: string, type: string) => void;
  /** A name that is not used yet: `_spf3.contoso.example`. */
  fresh: (start: string, above?: string) => string;
  /** A network of the domain's own, within what is left of its addresses. */
  ownNetwork: () => string;
  /** A host with an IPv4 and an IPv6 address of the domain's own. */
  host: (name: string) => string;
  zone: () => Zone;
}>;

/** More addresses than that are no longer a domain's own servers. */
const ownAddresses = 400_000;
/** Octets of own networks; the outsiders of `outsiderAddresses` have 37 in the second place. */
const firstOctets = [23, 40, 51, 62, 80, 93, 104, 147, 185, 198, 203] as const;

export function draftOf(domain: string, seed: number): ZoneDraft {
  const random = randomOf(seed);
  const records: Record<string, Record<string, unknown[]>> = {};
  // What Microsoft's own networks take.
  let left = ownAddresses - 2 ** 17 - 2 ** 16;
  let count = 0;
  const add = (name: string, type: string, value: unknown): void => {
    const byType = records[name] ?? {};
    byType[type] = [...(byType[type] ?? []), value];
    records[name] = byType;
  };
  const ownAddress = (): string =>
    `${random.pick(firstOctets)}.${random.from(100, 250)}.${random.below(256)}.${random.from(1, 254)}`;
  return {
    random,
    domain,
    holes: [],
    flaws: [],
    records,
    add,
    text: (name, text) => add(name, 'TXT', stringsOf(random, text)),
    remove: (name, type) => {
      delete records[name]?.[type];
    },
    fresh: (start, above = domain) => `${start}${++count}.${above}`,
    ownNetwork: () => {
      const wanted = random.chance(0.1) ? random.from(16, 20) : random.from(21, 32);
      const prefix = 2 ** (32 - wanted) < left ? wanted : 32;
      left -= 2 ** (32 - prefix);
      return prefix === 32 && random.chance(0.5) ? ownAddress() : `${ownAddress()}/${prefix}`;
    },
    host: (name) => {
      add(name, 'A', ownAddress());
      left -= 1;
      add(name, 'AAAA', `2a01:4f8:${random.below(0xffff).toString(16)}::${random.from(1, 99)}`);
      return name;
    },
    zone: () => records,
  };
}

/** A string holds 255 octets at most (RFC 1035, 3.3); a text may be split anywhere. */
function stringsOf(random: Random, text: string): string[] {
  const at = random.chance(0.1) && text.length > 12 ? random.from(9, text.length - 1) : 255;
  const rest = text.slice(at);
  return rest === '' ? [text] : [text.slice(0, at), ...(rest.match(/.{1,255}/gs) ?? [])];
}
