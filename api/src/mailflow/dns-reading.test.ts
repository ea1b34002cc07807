import { expect, it } from 'vitest';
import type { DnsAnswer, DnsRecordType, DnsResolver } from '../ports/dns.ts';
import { readDmarc } from './dmarc/check-dmarc.ts';
import { answered, answeredBy, type DnsReading } from './dns-reading.ts';
import { readMx } from './mx.ts';
import { readSpf } from './spf/check-spf.ts';
import { askedDns } from './testing/asked-dns.ts';
import { contosoZone } from './testing/contoso.ts';

it.each<[string, () => DnsReading<unknown>]>([
  ['SPF', () => readSpf('contoso.com')],
  ['DMARC', () => readDmarc('contoso.com')],
  ['MX', () => readMx('contoso.com')],
])('a reading of %s says the same of a resolver and of what it answered', async (_name, reading) => {
  const dns = askedDns(contosoZone());
  const answers = new Map<string, DnsAnswer<unknown>>();
  const keeping: DnsResolver = {
    async resolve<T extends DnsRecordType>(name: string, type: T) {
      const answer = await dns.resolve(name, type);
      answers.set(`${name} ${type}`, answer);
      return answer;
    },
  };
  const live = await answered(keeping, reading());
  const kept = answeredBy(({ name, type }) => answers.get(`${name} ${type}`) ?? { status: 'notAsked' }, reading());
  expect(kept).toEqual(live);
});

it('what was not asked is neither there nor missing', () => {
  const nothing = () => ({ status: 'notAsked' }) as const;
  expect(answeredBy(nothing, readSpf('contoso.com'))).toMatchObject({ class: 'temperror', reason: 'dns_notAsked' });
  expect(answeredBy(nothing, readDmarc('contoso.com'))).toMatchObject({ found: null, valid: null });
  expect(answeredBy(nothing, readMx('contoso.com'))).toMatchObject({ state: 'couldNotCheck' });
});
