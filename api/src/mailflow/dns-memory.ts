import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../ports/dns.ts';
import { type DnsBudget, octetsOf, withinMessage } from './dns-limits.ts';

export interface DnsMemory extends DnsResolver {
  /** Questions put to the resolver so far. */
  asked(): number;
}

/**
 * Asks each question once and no more than the budget allows, so that hostile records can make us neither ask nor read
 * without end. What is beyond the budget is not known.
 */
export function rememberDns(dns: DnsResolver, budget: DnsBudget): DnsMemory {
  const answers = new Map<string, Promise<DnsAnswer<unknown>>>();
  let asked = 0;
  let octets = 0;
  const read = async <T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> => {
    const answer = withinMessage(await dns.resolve(name, type));
    octets += octetsOf(answer);
    return octets > budget.octets ? { status: 'overLimit' } : answer;
  };
  return {
    asked: () => asked,
    resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      const key = `${type} ${name.toLowerCase()}`;
      const known = answers.get(key);
      // The key holds the type, so that what was remembered under it has the value type of T.
      if (known !== undefined) return known as Promise<DnsAnswer<DnsValue<T>>>;
      if (asked >= budget.questions) return Promise.resolve({ status: 'overLimit' });
      asked++;
      const answer = read(name, type);
      answers.set(key, answer);
      return answer;
    },
  };
}
