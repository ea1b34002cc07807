import type { DnsAnswer, DnsResolver } from '../../ports/dns.ts';
import type { DomainDns, TxtAnswer } from '../facts.ts';
import type { JsonObject } from '../json-reader.ts';
import { mailDomains } from '../mail-domains.ts';

/** More domains than this are not asked for; checks then say that they were not looked at. */
const domainsCap = 200;

/** Names of Microsoft's own, below which no DMARC record is passed on (they are public suffixes). */
const isOnMicrosoft = (domain: string): boolean => /\.onmicrosoft\.(com|us)$/.test(domain);

/** The names above a domain that may hold its DMARC record, the nearest first; at most five, none of a single label. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  if (isOnMicrosoft(domain)) return [];
  return labels
    .slice(1, -1)
    .map((_, index) => labels.slice(index + 1).join('.'))
    .slice(-5);
}

const isFound = (answer: TxtAnswer): boolean =>
  answer.status === 'ok' && answer.values.some((text) => /^v\s*=\s*DMARC1/.test(text.trim()));

function asTexts<V>(answer: DnsAnswer<V>, text: (value: V) => string): TxtAnswer {
  return answer.status === 'ok' ? { status: 'ok', values: answer.values.map(text) } : { status: answer.status };
}

/** The first record above a domain (RFC 9989, 4.10), or the first name that could not be asked. */
async function parentDmarc(
  domain: string,
  txtOf: (name: string) => Promise<TxtAnswer>,
): Promise<DomainDns['parentDmarc']> {
  for (const parent of parentsOf(domain)) {
    const answer = await txtOf(`_dmarc.${parent}`);
    if (isFound(answer) || answer.status === 'timeout' || answer.status === 'servfail')
      return { domain: parent, answer };
  }
  return null;
}

async function domainDns(dns: DnsResolver, domain: string): Promise<DomainDns> {
  const txtOf = async (name: string): Promise<TxtAnswer> =>
    asTexts(await dns.resolve(name, 'TXT'), (strings) => strings.join(''));
  const [txt, dmarc, selector1, selector2, mx] = await Promise.all([
    txtOf(domain),
    txtOf(`_dmarc.${domain}`),
    txtOf(`selector1._domainkey.${domain}`),
    txtOf(`selector2._domainkey.${domain}`),
    dns.resolve(domain, 'MX'),
  ]);
  return {
    domain,
    txt,
    dmarc,
    mx: asTexts(mx, ({ priority, exchange }) => `${priority} ${exchange}`),
    parentDmarc: isFound(dmarc) ? null : await parentDmarc(domain, txtOf),
    dkim: [
      { selector: 'selector1', answer: selector1 },
      { selector: 'selector2', answer: selector2 },
    ],
  };
}

/** Mail records of each domain, one domain after the other. */
export async function collectDns(
  dns: DnsResolver,
  domains: readonly JsonObject[],
  signal: AbortSignal | undefined,
): Promise<DomainDns[]> {
  const names = mailDomains(domains).slice(0, domainsCap);
  const found: DomainDns[] = [];
  for (const name of names) {
    signal?.throwIfAborted();
    found.push(await domainDns(dns, name));
  }
  return found;
}
