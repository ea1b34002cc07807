import type { DnsResolver } from '../../ports/dns.ts';
import { type FetchPolicy, type PolicyAnswer, policyLimitBytes } from '../../ports/sts-policy.ts';
import { type GuardedAnswer, type GuardedOptions, guardedRequest } from './guarded-request.ts';

export type PolicyFetchOptions = GuardedOptions & { port?: number };

/** Fetches the MTA-STS policy of a domain (RFC 8461, 3.3), its addresses looked up in `dns`: the domain's owner chooses the host. */
export function fetchMtaStsPolicy(dns: DnsResolver, options: PolicyFetchOptions = {}): FetchPolicy {
  const { port = 443, ...guarded } = options;
  return async (domain) => {
    const call = {
      method: 'GET',
      host: `mta-sts.${domain}`,
      port,
      path: '/.well-known/mta-sts.txt',
      headers: { accept: 'text/plain', 'user-agent': 'Tenantry MTA-STS check' },
      limitBytes: policyLimitBytes,
      words: { host: 'the policy host', answer: 'the policy' },
    } as const;
    return policyOf(await guardedRequest(dns, call, guarded, (status) => status === 200));
  };
}

function policyOf(answer: GuardedAnswer): PolicyAnswer {
  if (answer.kind === 'noAddress') return { status: 'notFound', reason: answer.reason };
  if (answer.kind !== 'answered') return { status: answer.kind, reason: answer.reason };
  const { status, text, headers } = answer;
  if (status === 200) return { status: 'ok', text, contentType: headers['content-type'] ?? null };
  const isAbsent = status === 404 || status === 410;
  return { status: isAbsent ? 'notFound' : 'failed', reason: `the policy host answered ${status}` };
}
