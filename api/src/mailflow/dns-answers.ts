import type { DnsAnswer } from '../ports/dns.ts';

/** The values of an answer; none where there is no such record. */
export function valuesOf<V>(answer: DnsAnswer<V>): readonly V[] {
  return answer.status === 'ok' ? answer.values : [];
}

/** TXT records as texts: the strings of one record belong together without a space (RFC 7208, 3.3). */
export function textsOf(answer: DnsAnswer<readonly string[]>): string[] {
  return valuesOf(answer).map((strings) => strings.join(''));
}
