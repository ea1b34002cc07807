import { flagIn, textIn } from './configuration-properties.ts';
import { type Facts, factOf } from './facts.ts';
import { booleanAt, textAt } from './json-reader.ts';

/** Domains in which the organization takes mail; null where that is not known. */
export function acceptedDomains(facts: Facts): { isOwn(domain: string): boolean; names: readonly string[] } | null {
  const accepted = factOf(facts, 'acceptedDomains');
  const verified = factOf(facts, 'domains')?.filter((domain) => booleanAt(domain, 'isVerified') !== false);
  if (accepted === undefined && verified === undefined) return null;
  const entries = (accepted ?? []).map((one) => ({
    name: (textIn(one, 'DomainName') ?? textIn(one, 'Identity') ?? '').trim().toLowerCase(),
    withSubdomains: flagIn(one, 'MatchSubDomains') === true,
  }));
  // A domain without a name may be any of them.
  if (entries.some(({ name }) => name === '')) return null;
  const names = [
    ...entries.map(({ name }) => name),
    ...(verified ?? []).map((one) => textAt(one, 'id')?.toLowerCase() ?? ''),
  ];
  return {
    names: accepted === undefined ? [] : entries.map(({ name }) => name).filter((name) => name !== ''),
    isOwn: (domain) =>
      names.includes(domain) ||
      entries.some(({ name, withSubdomains }) => withSubdomains && domain.endsWith(`.${name}`)),
  };
}
