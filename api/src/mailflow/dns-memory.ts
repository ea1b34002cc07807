import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../ports/dns.ts';

export interface DnsMemory extends DnsResolver {
  /** Questions put to the resolver so far. */
  asked(): number;
}

/**
 * Asks each question once and no more than `budget` questions in all, so that hostile records cannot make us ask
 * without end. Beyond the budget the answer is servfail: not known.
 */
export function rememberDns(dns: DnsResolver, budget: number): DnsMemory {
  const answers = new Map<string, Promise<DnsAnswer<unknown>>>();
  let asked = 0;
  return {
    asked: () => asked,
    resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      const key = `${type} ${name.toLowerCase()}`;
      const known = answers.get(key);
      // The key holds the type, so that what was remembered under it has the value type of T.
      if (known !== undefined) return known as Promise<DnsAnswer<DnsValue<T>>>;
      if (asked >= budget) return Promise.resolve({ status: 'servfail' });
      asked++;
      const answer = dns.resolve(name, type);
      answers.set(key, answer);
      return answer;
    },
  };
}
