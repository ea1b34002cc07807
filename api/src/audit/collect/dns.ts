import type { DnsAnswer, DnsResolver } from '../../ports/dns.ts';
import type { DomainDns, TxtAnswer } from '../facts.ts';
import type { JsonObject } from '../json-reader.ts';
import { mailDomains } from '../mail-domains.ts';

/** More domains than this are not asked for; checks then say that they were not looked at. */
const domainsCap = 200;

/** The parent that may hold the DMARC record of a subdomain of the tenant's own domains. */
function parentOf(domain: string, domains: readonly string[]): string | null {
  return domains.find((other) => domain !== other && domain.endsWith(`.${other}`)) ?? null;
}

const isFound = (answer: TxtAnswer): boolean => answer.status === 'ok' && answer.values.length > 0;

function asTexts<V>(answer: DnsAnswer<V>, text: (value: V) => string): TxtAnswer {
  return answer.status === 'ok' ? { status: 'ok', values: answer.values.map(text) } : { status: answer.status };
}

async function domainDns(dns: DnsResolver, domain: string, all: readonly string[]): Promise<DomainDns> {
  const txtOf = async (name: string): Promise<TxtAnswer> =>
    asTexts(await dns.resolve(name, 'TXT'), (strings) => strings.join(''));
  const [txt, dmarc, selector1, selector2, mx] = await Promise.all([
    txtOf(domain),
    txtOf(`_dmarc.${domain}`),
    txtOf(`selector1._domainkey.${domain}`),
    txtOf(`selector2._domainkey.${domain}`),
    dns.resolve(domain, 'MX'),
  ]);
  const parent = isFound(dmarc) ? null : parentOf(domain, all);
  return {
    domain,
    txt,
    dmarc,
    mx: asTexts(mx, ({ priority, exchange }) => `${priority} ${exchange}`),
    parentDmarc: parent === null ? null : { domain: parent, answer: await txtOf(`_dmarc.${parent}`) },
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
    found.push(await domainDns(dns, name, names));
  }
  return found;
}
