import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';

type ZoneAnswer = { status: 'ok' | 'nxdomain' | 'nodata' | 'timeout' | 'servfail'; values: readonly unknown[] };

// The simulator gives each type's values in the form of the port: TXT as lists of strings, MX as objects.
function answerOf<T extends DnsRecordType>({ status, values }: ZoneAnswer): DnsAnswer<DnsValue<T>> {
  return status === 'ok' ? { status, values: values as readonly DnsValue<T>[] } : { status };
}

/** The zones of simulated tenants, within this process. */
export function simulatedDnsInProcess(dns: {
  resolve(name: string, type: DnsRecordType): Promise<ZoneAnswer>;
}): DnsResolver {
  return { resolve: async (name, type) => answerOf(await dns.resolve(name, type)) };
}

/** The zones of simulated tenants, asked over HTTP. A simulator that does not answer is a resolver that does not. */
export function simulatedDnsOverHttp(simulatorUrl: string): DnsResolver {
  return {
    async resolve(name, type) {
      const url = new URL('/dns/resolve', simulatorUrl);
      url.search = new URLSearchParams({ name, type }).toString();
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
        return response.ok ? answerOf((await response.json()) as ZoneAnswer) : { status: 'servfail' };
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') return { status: 'timeout' };
        if (error instanceof TypeError) return { status: 'servfail' };
        throw error;
      }
    },
  };
}
