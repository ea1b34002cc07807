import { describe, expect, test } from 'vitest';
import { checkDomain } from '../../../mailflow/check-domain.ts';
import { readZone, zoneResolver } from '../../../mailflow/zone-resolver.ts';
import { oneDomain } from '../../testing/snapshots.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const strict = ['v=DMARC1; p=reject; rua=mailto:d@a.example'];
const statusesOf = (txt: string[], dmarc = strict) =>
  ['dns.spf', 'dns.spf.hardfail', 'dns.dmarc'].map((id) => verdictFor(id, oneDomain({ txt, dmarc })).status);

describe('a record that lets everybody send, or nearly, is +all', () => {
  test.each([
    'v=spf1 +all',
    'v=spf1 ip4:0.0.0.0/0 -all',
    'v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all',
    'v=spf1 ip4:0.0.0.0/2 ip4:64.0.0.0/2 ip4:128.0.0.0/2 ip4:192.0.0.0/2 -all',
    'v=spf1 ip4:192.0.2.1 ip6:::/0 -all',
    'v=spf1 ip6:2000::/3 -all',
    'v=spf1 ip4:96.0.0.0/3 -all',
    'v=spf1 a/0 -all',
    'v=spf1 a//0 -all',
    'v=spf1 mx/1 -all',
    'v=spf1 -ip4:192.0.2.0/24 ip4:0.0.0.0/0 -all',
  ])('%s', (record) => {
    expect(statusesOf([record])).toEqual(['fail', 'fail', 'fail']);
  });
});

describe('a record that lets more send than a provider explains is a warning', () => {
  test.each([
    'v=spf1 ip4:52.0.0.0/6 -all',
    'v=spf1 mx/4 -all',
    'v=spf1 ip4:52.0.0.0/13 -all',
    'v=spf1 ip6:2001:db8::/28 -all',
    'v=spf1 exists:%{i}.x.example -all',
    'v=spf1 ?ip4:0.0.0.0/1 ip4:0.0.0.0/0 -ip4:192.0.0.0/2 -ip4:128.0.0.0/2 ip4:52.0.0.0/6 -all'.replace(
      'ip4:0.0.0.0/0 ',
      '',
    ),
  ])('%s', (record) => {
    const expected = record.includes('?') ? 'pass' : 'warning';
    expect(statusesOf([record])).toEqual([expected, expected, expected]);
  });
});

describe('what is no gap', () => {
  test.each([
    ['the range of a provider', 'v=spf1 ip4:40.92.0.0/15 ip4:52.100.0.0/14 -all'],
    ['what an earlier term took', 'v=spf1 -ip4:0.0.0.0/0 ip4:0.0.0.0/0 -all'],
    [
      'addresses from which nobody sends over the Internet',
      'v=spf1 ip4:10.0.0.0/8 ip4:172.16.0.0/12 ip6:fc00::/7 -all',
    ],
    ['a network that is neutral', 'v=spf1 ?ip4:0.0.0.0/0 -all'],
  ])('%s', (_name, record) => {
    expect(statusesOf([record])).toEqual(['pass', 'pass', 'pass']);
  });

  test('what a provider lists in its own record, however much', () => {
    const dns = {
      'a.example': { txt: ['v=spf1 include:_spf.google.com -all'], dmarc: strict },
      '_spf.google.com': { txt: ['v=spf1 ip4:64.0.0.0/10 -all'] },
    };
    expect(verdictFor('dns.spf', { domains: ['a.example'], dns }).status).toBe('pass');
  });
});

describe('through other records', () => {
  const withRecord = (record: string, other: string[]) => ({
    domains: ['a.example'],
    dns: { 'a.example': { txt: [record], dmarc: strict }, 'b.example': { txt: other, dmarc: strict } },
  });
  test.each([
    ['v=spf1 include:b.example -all', ['v=spf1 ip4:0.0.0.0/2 ip4:64.0.0.0/2 ip4:128.0.0.0/1 ?all'], true],
    ['v=spf1 redirect=b.example', ['v=spf1 ip4:0.0.0.0/0 -all'], true],
    ['v=spf1 -include:b.example ip4:0.0.0.0/0 -all', ['v=spf1 ip4:0.0.0.0/0 -all'], false],
    ['v=spf1 ?include:b.example -all', ['v=spf1 +all'], false],
  ])('%s', (record, other, isOpen) => {
    const { affected, message } = verdictFor('dns.dmarc', withRecord(record, other));
    expect(
      affected.some(({ id }) => id === 'a.example'),
      message,
    ).toBe(isOpen);
  });

  test('the advice is to mend the SPF record, not the DMARC record', () => {
    const { recommendation, message } = verdictFor(
      'dns.dmarc',
      oneDomain({ txt: ['v=spf1 ip4:0.0.0.0/0 -all'], dmarc: strict }),
    );
    expect(message).toContain('4,294,967,296 IPv4 addresses (all there are) may send as the domain, by ip4:0.0.0.0/0');
    expect(recommendation).toMatch(/^Close the SPF record of a\.example first/);
    expect(recommendation).not.toContain('_dmarc');
  });
});

describe('what the policy leaves open below the domain', () => {
  test.each([
    ['v=DMARC1; p=reject; np=none', 'warning'],
    ['v=DMARC1; p=reject; sp=none', 'warning'],
    ['v=DMARC1; p=reject; sp=quarantine', 'warning'],
    ['v=DMARC1; p=reject; sp=none; np=reject', 'warning'],
    ['v=DMARC1; p=reject; sp=reject; np=reject', 'pass'],
    ['v=DMARC1; p=none; sp=reject; np=reject', 'fail'],
  ])('%s', (record, status) => {
    expect(verdictFor('dns.dmarc', oneDomain({ txt: ['v=spf1 -all'], dmarc: [record] })).status).toBe(status);
  });
});

test('an open SPF record of another name of the organization opens it, unless alignment is strict', () => {
  const dns = (dmarc: string) => ({
    domains: ['a.example', 'news.a.example'],
    dns: {
      'a.example': { txt: ['v=spf1 -all'], dmarc: [dmarc] },
      'news.a.example': { txt: ['v=spf1 ip4:0.0.0.0/0 -all'], dmarc: [] },
    },
  });
  const of = (record: string) => verdictFor('dns.dmarc', dns(record));
  expect(of('v=DMARC1; p=reject')).toMatchObject({
    status: 'fail',
    affected: [{ id: 'a.example' }, { id: 'news.a.example' }],
  });
  expect(of('v=DMARC1; p=reject; aspf=s')).toMatchObject({ status: 'fail', affected: [{ id: 'news.a.example' }] });
});

describe('a record to publish never keeps the hole', () => {
  const zoneOf = (record: string) =>
    zoneResolver(
      readZone({
        'a.example': {
          TXT: [[record]],
          MX: [{ priority: 0, exchange: 'a-example.mail.protection.outlook.com' }],
          A: ['192.0.2.1'],
        },
        '_dmarc.a.example': { TXT: [strict] },
        'a-example.mail.protection.outlook.com': { A: ['40.1.1.1'] },
        'spf.protection.outlook.com': { TXT: [['v=spf1 ip4:40.92.0.0/15 -all']] },
        'open.example': { TXT: [['v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all']] },
      }),
    );
  const microsoft = 'include:spf.protection.outlook.com';
  test.each([
    ['v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all', `v=spf1 ${microsoft} -all`, null],
    [`v=spf1 ${microsoft} ip4:0.0.0.0/0 -all`, `v=spf1 ${microsoft} -all`, null],
    [`v=spf1 ${microsoft} a/0 -all`, `v=spf1 a ${microsoft} -all`, null],
    [`v=spf1 ${microsoft} ip4:52.0.0.0/6 -all`, null, 'Replace ip4:52.0.0.0/6 by the addresses of your own servers.'],
    [
      `v=spf1 ${microsoft} include:open.example -all`,
      null,
      'Remove include:open.example, or have the owner of open.example mend that record: it lets everybody send.',
    ],
  ])('%s', async (record, value, note) => {
    const { targets, status } = await checkDomain('a.example', { dns: zoneOf(record), now: new Date('2026-11-01') });
    const target = targets.find(({ area }) => area === 'spf');
    expect({ value: target?.value, note: target?.note }).toEqual({ value, note });
    expect(status).not.toBe('pass');
  });

  test('exists is asked for strangers: a wildcard lets everybody in, a list does not', async () => {
    const zone = (name: string) =>
      zoneResolver(
        readZone({ 'a.example': { TXT: [['v=spf1 exists:%{i}.x.example -all']] }, [name]: { A: ['127.0.0.2'] } }),
      );
    const codes = async (name: string) =>
      (await checkDomain('a.example', { dns: zone(name), now: new Date('2026-11-01') })).warnings;
    expect(await codes('*.x.example')).toContain('spf_networks_open');
    expect(await codes('198.51.100.7.x.example')).not.toContain('spf_networks_open');
    expect(await codes('198.51.100.7.x.example')).toContain('spf_unbounded');
  });
});
