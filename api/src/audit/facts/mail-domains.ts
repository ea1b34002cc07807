import { booleanAt, type JsonObject, textAt, textsAt } from './json-reader.ts';

/** Verified domains that can have mail: those with the e-mail service, and all others that could be forged. */
export function mailDomains(domains: readonly JsonObject[]): string[] {
  const verified = domains.filter((domain) => booleanAt(domain, 'isVerified') !== false);
  const names = verified
    .map((domain) => textAt(domain, 'id')?.toLowerCase() ?? '')
    .filter((name) => name.includes('.'));
  const withMail = new Set(
    verified
      .filter((domain) => textsAt(domain, 'supportedServices').includes('Email'))
      .map((domain) => textAt(domain, 'id')?.toLowerCase()),
  );
  return [...names].sort((a, b) => Number(withMail.has(b)) - Number(withMail.has(a)));
}

/**
 * The domain that the tenant began with, below which Microsoft keeps its DKIM keys: marked in Graph's answer, else the one
 * onmicrosoft.com name that there is. Null where it is not known.
 */
export function initialDomainOf(domains: readonly JsonObject[]): string | null {
  const name = (domain: JsonObject) => textAt(domain, 'id')?.toLowerCase() ?? '';
  const marked = domains.find((domain) => booleanAt(domain, 'isInitial') === true);
  if (marked !== undefined) return name(marked) || null;
  const [only, ...more] = domains.map(name).filter((id) => /^[^.]+\.onmicrosoft\.(?:com|us)$/.test(id));
  return more.length === 0 ? (only ?? null) : null;
}
