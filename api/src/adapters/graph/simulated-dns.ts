import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';
import type { MailSources } from '../../ports/microsoft365.ts';
import type { PolicyAnswer } from '../../ports/sts-policy.ts';

type ZoneAnswer = {
  status: 'ok' | 'nxdomain' | 'nodata' | 'timeout' | 'servfail';
  values: readonly unknown[];
  authentic?: boolean;
};

// The simulator gives each type's values in the form of the port: TXT as lists of strings, MX as objects.
function answerOf<T extends DnsRecordType>({ status, values, authentic }: ZoneAnswer): DnsAnswer<DnsValue<T>> {
  const said = authentic === undefined ? {} : { authentic };
  return status === 'ok' ? { status, values: values as readonly DnsValue<T>[], ...said } : { status, ...said };
}

function policyOf(domain: string, text: string | null): PolicyAnswer {
  return text === null
    ? { status: 'notFound', reason: `there is no policy file at mta-sts.${domain}` }
    : { status: 'ok', text, contentType: 'text/plain' };
}

type ZonesInProcess = { resolve(name: string, type: DnsRecordType): Promise<ZoneAnswer> };

/** The zones of simulated tenants, within this process. */
export function simulatedDnsInProcess(dns: ZonesInProcess): DnsResolver {
  return { resolve: async (name, type) => answerOf(await dns.resolve(name, type)) };
}

/** The same, with the MTA-STS policies of their domains. */
export function simulatedMailInProcess(
  dns: ZonesInProcess & { mtaStsPolicy(domain: string): Promise<string | null> },
): MailSources {
  return {
    dns: simulatedDnsInProcess(dns),
    fetchPolicy: async (domain) => policyOf(domain, await dns.mtaStsPolicy(domain)),
  };
}

/** The zones of simulated tenants, asked over HTTP. A simulator that does not answer is a resolver that does not. */
export function simulatedMailOverHttp(simulatorUrl: string): MailSources {
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const url = new URL(path, simulatorUrl);
    url.search = new URLSearchParams(query).toString();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
      return response.ok ? await response.json() : { status: 'servfail' };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') return { status: 'timeout' };
      if (error instanceof TypeError) return { status: 'servfail' };
      throw error;
    }
  };
  return {
    dns: { resolve: async (name, type) => answerOf((await ask('/dns/resolve', { name, type })) as ZoneAnswer) },
    fetchPolicy: async (domain) => {
      const { text } = (await ask('/dns/mta-sts-policy', { name: domain })) as { text?: string | null };
      return text === undefined ? { status: 'failed', reason: 'the simulator did not answer' } : policyOf(domain, text);
    },
  };
}
