import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../ports/dns.ts';

export type Question = { name: string; type: DnsRecordType };

/**
 * A reading of the DNS that hands out its questions one after the other and is driven with their answers: by a resolver
 * (`answered`), or at once by what was written down before (`answeredBy`), where a promise would make every caller wait.
 */
export type DnsReading<R> = Generator<Question, R, DnsAnswer<unknown>>;

/** One question; whoever drives the reading answers with values of the type that was asked for. */
export function* ask<T extends DnsRecordType>(name: string, type: T): DnsReading<DnsAnswer<DnsValue<T>>> {
  return (yield { name, type }) as DnsAnswer<DnsValue<T>>;
}

/** The result of a reading whose questions a resolver answers. */
export async function answered<R>(dns: DnsResolver, reading: DnsReading<R>): Promise<R> {
  let step = reading.next();
  while (step.done !== true) step = reading.next(await dns.resolve(step.value.name, step.value.type));
  return step.value;
}

/** The result of a reading whose answers are known already. */
export function answeredBy<R>(answerTo: (question: Question) => DnsAnswer<unknown>, reading: DnsReading<R>): R {
  let step = reading.next();
  while (step.done !== true) step = reading.next(answerTo(step.value));
  return step.value;
}
