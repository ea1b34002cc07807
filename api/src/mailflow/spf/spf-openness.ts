import { firstFew } from '../bounded-text.ts';
import type { SpfReach, WideTerm } from './spf-result.ts';

/**
 * From here on everybody may send, as with +all: an eighth of the addresses (a /3 of IPv4). IPv6 is in use in 2000::/3 alone
 * (IANA, IPv6 Global Unicast Address Assignments), of which an eighth is a /6: 2^42 networks of /48.
 */
const everybody = { ip4: 2 ** 29, ip6: 2 ** 42 } as const;

/**
 * More than the ranges of any one provider. IPv4: the most that one publishes are Microsoft's 491,520 addresses for Exchange
 * Online Protection (40.92.0.0/15, 40.107.0.0/16, 52.100.0.0/14, 104.47.0.0/17: Microsoft 365 URLs and IP address ranges,
 * ID 10). IPv6: what a registry gives to a whole provider without a reason is a /29 (RIPE-738, 5.1.2): 2^19 networks of /48.
 */
const explained = { ip4: 491_520, ip6: 2 ** 19 } as const;

export type Openness = {
  /** everybody: as +all. wide: more than the ranges of a provider explain. */
  kind: 'everybody' | 'wide' | 'bounded';
  /** How many may send, and by which terms. */
  text: string;
  /** The terms that give it, as they stand in the records. */
  terms: readonly WideTerm[];
};

/** How open the addresses that pass leave a domain. */
export function opennessOf(reach: SpfReach): Openness {
  const { ip4, ip6, unexplained } = reach;
  if (ip4 >= everybody.ip4 || ip6 >= everybody.ip6) {
    const terms = reach.terms.filter((term) => isWide(term, 16));
    return {
      kind: 'everybody',
      terms,
      text: `${howMany(ip4, ip6, everybody)} may send as the domain${byTerms(terms)}`,
    };
  }
  if (unexplained.ip4 > explained.ip4 || unexplained.ip6 > explained.ip6) {
    const terms = reach.terms.filter((term) => term.provider === null && isWide(term, 8));
    const size = howMany(unexplained.ip4, unexplained.ip6, explained);
    return { kind: 'wide', terms, text: `${size} may send as the domain${byTerms(terms)}` };
  }
  return { kind: 'bounded', terms: [], text: '' };
}

/** Whether a term is a part worth naming of what is too much. */
const isWide = ({ ip4, ip6 }: WideTerm, parts: number): boolean =>
  ip4 > explained.ip4 / parts || ip6 > explained.ip6 / parts;

const ip4Space = 2 ** 32;
const ip6Space = 2 ** 48;

/** Of the family, or both, that exceed what is allowed. */
function howMany(ip4: number, ip6: number, most: { ip4: number; ip6: number }): string {
  const told = [
    ...(ip4 >= most.ip4 ? [`${ip4.toLocaleString('en-US')} IPv4 addresses (${shareOf(ip4, ip4Space)})`] : []),
    ...(ip6 >= most.ip6 ? [`${ip6.toLocaleString('en-US')} IPv6 networks of /48 (${shareOf(ip6, ip6Space)})`] : []),
  ];
  return told.join(' and ');
}

function shareOf(size: number, space: number): string {
  if (size >= space) return 'all there are';
  const percent = (100 * size) / space;
  return percent < 0.1
    ? 'less than 0.1% of all'
    : `${percent >= 10 ? Math.round(percent) : percent.toFixed(1)}% of all`;
}

function byTerms(terms: readonly WideTerm[]): string {
  if (terms.length === 0) return '';
  return `, by ${firstFew(
    terms.map(({ term, domain }) => `${term} in the record of ${domain}`),
    3,
  ).join(', ')}`;
}
