import { expect, test } from 'vitest';
import type { DnsAnswer, DnsRecordType, DnsResolver, DnsValue } from '../../ports/dns.ts';
import { collectDns } from './dns.ts';

/** A resolver that knows TXT records by name; 'timeout' in place of them. */
function resolver(records: Readonly<Record<string, string | 'timeout'>>): DnsResolver & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
      asked.push(`${name} ${type}`);
      const text = type === 'TXT' && Object.hasOwn(records, name) ? records[name] : undefined;
      if (text === undefined) return { status: 'nodata' };
      if (text === 'timeout') return { status: 'timeout' };
      return { status: 'ok', values: [[text]] } as unknown as DnsAnswer<DnsValue<T>>;
    },
  };
}

const parentOf = async (domain: string, records: Readonly<Record<string, string>>) =>
  (await collectDns(resolver(records), [{ id: domain }], undefined))[0]?.parentDmarc;

test('a subdomain without DMARC has that of its parent, be it a domain of the tenant or not', async () => {
  const answer = { status: 'ok', values: ['v=DMARC1; p=reject'] };
  expect(await parentOf('a.b.example.com', { '_dmarc.example.com': 'v=DMARC1; p=reject' })).toEqual({
    domain: 'example.com',
    answer,
  });
  expect(await parentOf('a.example.com', { '_dmarc.a.example.com': 'v=DMARC1; p=none' })).toBeNull();
  expect(await parentOf('a.example.com', {})).toBeNull();
});

test('a text at _dmarc that is no DMARC record does not hide the record of the parent', async () => {
  const records = { '_dmarc.a.example.com': 'hello', '_dmarc.example.com': 'v=DMARC1; p=reject' };
  expect(await parentOf('a.example.com', records)).toMatchObject({ domain: 'example.com' });
});

test('a parent that does not answer leaves it open', async () => {
  expect(await parentOf('a.example.com', { '_dmarc.example.com': 'timeout' })).toEqual({
    domain: 'example.com',
    answer: { status: 'timeout' },
  });
});

test('nobody above onmicrosoft.com is asked, and no name of a single label', async () => {
  const dns = resolver({});
  await collectDns(dns, [{ id: 'a.onmicrosoft.com' }, { id: 'example.com' }], undefined);
  expect(dns.asked.filter((name) => name.startsWith('_dmarc.'))).toEqual([
    '_dmarc.a.onmicrosoft.com TXT',
    '_dmarc.example.com TXT',
  ]);
});
