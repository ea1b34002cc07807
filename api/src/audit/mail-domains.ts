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
