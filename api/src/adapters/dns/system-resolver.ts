import { Resolver } from 'node:dns/promises';
import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';

const nodata = new Set(['ENODATA']);
const nxdomain = new Set(['ENOTFOUND', 'NOTFOUND']);
const timeout = new Set(['ETIMEOUT', 'ECANCELLED']);

/** The resolver of the machine. It does not hand on the AD bit and knows no DS, which is answered with servfail. */
export function systemResolver(timeoutMs: number, servers?: readonly string[]): DnsResolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers !== undefined) resolver.setServers([...servers]);
  return {
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      try {
        const values = await ask(resolver, name, type);
        // ask gives the values in the form of the type that was asked for.
        return values === null ? { status: 'servfail' } : ({ status: 'ok', values } as DnsAnswer<DnsValue<T>>);
      } catch (error) {
        return { status: statusOf(error) };
      }
    },
  };
}

async function ask(resolver: Resolver, name: string, type: DnsRecordType): Promise<unknown[] | null> {
  switch (type) {
    case 'A':
      return resolver.resolve4(name);
    case 'AAAA':
      return resolver.resolve6(name);
    case 'CNAME':
      return resolver.resolveCname(name);
    case 'MX':
      return resolver.resolveMx(name);
    case 'NS':
      return resolver.resolveNs(name);
    case 'PTR':
      return resolver.resolvePtr(name);
    case 'TXT':
      return resolver.resolveTxt(name);
    case 'TLSA':
      return (await resolver.resolveTlsa(name)).map(({ certUsage, selector, match, data }) => ({
        certUsage,
        selector,
        match,
        data: Buffer.from(data).toString('hex'),
      }));
    default:
      return null;
  }
}

/** EBADNAME and the like come from names that cannot be asked for: they do not exist. */
function statusOf(error: unknown): 'nodata' | 'nxdomain' | 'timeout' | 'servfail' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (nodata.has(code)) return 'nodata';
  if (nxdomain.has(code) || code === 'EBADNAME') return 'nxdomain';
  if (timeout.has(code)) return 'timeout';
  if (code === '') throw error;
  return 'servfail';
}
