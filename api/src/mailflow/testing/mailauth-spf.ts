import { spf } from 'mailauth';
import type { DnsAnswer, DnsResolver } from '../../ports/dns.ts';

/** A sender whom no record of the tests names, so that every term is looked at (RFC 5737, TEST-NET-3). */
const strangerIp = '203.0.113.77';
const reverseName = '77.113.0.203.in-addr.arpa';

class DnsError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const errorCodes = {
  nxdomain: 'ENOTFOUND',
  nodata: 'ENODATA',
  timeout: 'ETIMEOUT',
  servfail: 'ESERVFAIL',
  overLimit: 'ESERVFAIL',
} as const;

function valuesOf<V>(answer: DnsAnswer<V>): V[] {
  if (answer.status === 'ok') return [...answer.values];
  throw new DnsError(answer.status === 'notAsked' ? 'ECANCELLED' : errorCodes[answer.status]);
}

/** A resolver as mailauth takes it (Node's `dns.promises.resolve`), over one of ours. */
export function mailauthResolver(dns: DnsResolver): (name: string, type: string) => Promise<string[] | string[][]> {
  return async (name, type) => {
    if (name === reverseName) return ['host.stranger.example'];
    switch (type) {
      case 'TXT':
        return valuesOf(await dns.resolve(name, 'TXT')).map((strings) => [...strings]);
      case 'MX':
        // mailauth reads objects, as Node gives them; its type says otherwise.
        return valuesOf(await dns.resolve(name, 'MX')) as unknown as string[];
      case 'A':
      case 'AAAA':
        return valuesOf(await dns.resolve(name, type));
      default:
        throw new DnsError('ENODATA');
    }
  };
}

export type OracleSpf = { class: 'none' | 'permerror' | 'temperror' | 'valid'; lookups: number; voids: number };

/** What mailauth's `spf()`, in its strict mode, says of a domain for a sender whom nothing matches. */
export async function mailauthSpf(resolver: ReturnType<typeof mailauthResolver>, domain: string): Promise<OracleSpf> {
  const { status, lookups } = await spf({
    sender: `someone@${domain}`,
    ip: strangerIp,
    helo: 'mx.stranger.example',
    mta: 'mx.receiver.example',
    resolver,
    strict: true,
  });
  const { result } = status;
  const isError = result === 'none' || result === 'permerror' || result === 'temperror';
  return { class: isError ? result : 'valid', lookups: lookups?.count ?? 0, voids: lookups?.void ?? 0 };
}
