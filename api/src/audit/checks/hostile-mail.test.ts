import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../facts/json-reader.ts';
import { verdictFor } from '../testing/verdict-for.ts';
import { catalog } from './catalog.ts';

const oneDomain = (records: JsonObject, more: JsonObject = {}): JsonObject => ({
  domains: ['a.com'],
  dns: { 'a.com': records },
  ...more,
});
const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };

describe('SPF', () => {
  test.each<[string, unknown, string]>([
    ['several records', ['v=spf1 -all', 'v=spf1 ~all'], 'fail'],
    ['a record of another version', ['v=spf10 -all'], 'fail'],
    ['a record after a space', [' v=spf1 -all'], 'fail'],
    ['a redirect', ['v=spf1 redirect=b.com'], 'couldNotCheck'],
    ['everybody allowed', ['v=spf1 +all'], 'fail'],
    ['everybody allowed without a sign', ['v=spf1 all'], 'fail'],
    ['a macro that decides by sender', ['v=spf1 exists:%{i}.spf.a.com -all'], 'warning'],
    ['a macro in an include', ['v=spf1 include:%{i}.spf.a.com -all'], 'pass'],
    [
      'every kind of term',
      ['v=spf1 a mx:b.com/24 a:b.com//64 ip4:192.0.2.0/24 ip6:2001:db8::/32 ptr exp=x.a.com -all'],
      'pass',
    ],
    ['a mistyped include', ['v=spf1 inlcude:spf.protection.outlook.com -all'], 'fail'],
    ['half an address', ['v=spf1 ip4:192.0.2 -all'], 'fail'],
    ['more than ten terms that cost a lookup', [`v=spf1 ${'a '.repeat(11)}-all`], 'fail'],
    ['a redirect beside an end', ['v=spf1 -all redirect=b.com'], 'pass'],
    ['the parts of a record as the DNS gives them', [['v=spf1 ', '-all']], 'pass'],
    ['one text in place of a list', 'v=spf1 -all', 'pass'],
    ['no record', [], 'fail'],
    ['null', null, 'couldNotCheck'],
    ['numbers', [5], 'couldNotCheck'],
    ['an error', { error: 'SERVFAIL' }, 'couldNotCheck'],
  ])('with %s', (_name, txt, status) => {
    const found = verdictFor('dns.spf', oneDomain({ txt }));
    expect(found.status, found.message).toBe(status);
  });
});

describe('domains', () => {
  const good = { txt: ['v=spf1 -all'] };
  test.each<[string, JsonObject, string]>([
    ['of which one was not asked for', { domains: ['a.com', 'b.com'], dns: { 'a.com': good } }, 'couldNotCheck'],
    ['whose list was refused', oneDomain(good, { domains: refused }), 'notPermitted'],
    [
      'of which one is not verified',
      { domains: ['a.com', { id: 'b.com', isVerified: false }], dns: { 'a.com': good } },
      'pass',
    ],
    ['that are null in the DNS', { domains: ['a.com'], dns: { 'a.com': null } }, 'couldNotCheck'],
  ])('%s', (_name, snapshot, status) => {
    expect(verdictFor('dns.spf', snapshot).status).toBe(status);
  });

  test('a failure is told although the list of domains was refused', () => {
    expect(verdictFor('dns.spf', oneDomain({ txt: [] }, { domains: refused })).status).toBe('fail');
  });
});

describe('DMARC of a subdomain', () => {
  test('is what its parent says of subdomains', () => {
    const dns = { 'a.com': { dmarc: ['v=DMARC1; p=reject; sp=none'] }, 'mail.a.com': { dmarc: [] } };
    const found = verdictFor('dns.dmarc', { domains: ['a.com', 'mail.a.com'], dns });
    expect(found).toMatchObject({
      status: 'fail',
      affected: [{ id: 'mail.a.com' }, { id: 'a.com' }],
      affectedCount: 2,
    });
    const strict = { ...dns, 'a.com': { dmarc: ['v=DMARC1; p=reject'] } };
    expect(verdictFor('dns.dmarc', { domains: ['a.com', 'mail.a.com'], dns: strict }).status).toBe('pass');
  });

  test('is not known where the parent was not asked, but below onmicrosoft.com there is none to ask', () => {
    expect(verdictFor('dns.dmarc', { dns: { 'mail.a.com': { dmarc: [] } } }).status).toBe('couldNotCheck');
    expect(verdictFor('dns.dmarc', { dns: { 'a.onmicrosoft.com': { dmarc: [] } } }).status).toBe('fail');
  });
});

describe('what a snapshot does not hold', () => {
  test('an included record is said not to be followed, and may as well be one of the snapshot', () => {
    const txt = ['v=spf1 include:b.com -all'];
    expect(verdictFor('dns.spf', oneDomain({ txt })).message).toContain('were not read');
    const with2 = (included: string[]) => ({ dns: { 'a.com': { txt }, 'b.com': { txt: included } } });
    expect(verdictFor('dns.spf', with2(['v=spf1 -all']))).toMatchObject({
      status: 'pass',
      message: 'Every mail domain has an SPF record.',
    });
    expect(verdictFor('dns.spf', with2([]))).toMatchObject({ status: 'fail', affectedCount: 2 });
  });

  test('domains beyond those that were asked are counted in the evidence, whatever their number', () => {
    const domains = Array.from({ length: 5000 }, (_, index) => `d${index}.example`);
    const { status, evidence, message } = verdictFor('dns.spf', { domains, dns: { 'd0.example': { txt: [] } } });
    expect([status, evidence.length]).toEqual(['fail', 2]);
    expect(message).toContain('1 of 5000 domains');
    expect(evidence[1]?.observed).toContain('4999 domains were not checked');
  });
});

test('a record of any length leaves a verdict of moderate size', () => {
  const long = 'x'.repeat(60_000);
  const dns = Object.fromEntries(
    ['a.com', 'b.com', 'c.com', 'd.com'].map((domain) => [
      domain,
      { txt: [`v=spf1 ${long} -all`], dmarc: [`v=DMARC1; p=${long}`], dkim: [`v=DKIM1; k=${long}; p=AA`] },
    ]),
  );
  for (const checkId of ['dns.spf', 'dns.dmarc', 'dns.dmarc.published', 'dns.dkim']) {
    const verdict = verdictFor(checkId, { dns });
    expect(verdict.status).toBe('fail');
    expect(JSON.stringify(verdict).length).toBeLessThan(8000);
  }
});

test('white space of any length in a text is read in one pass', () => {
  const txt = `v=spf1 ip4:192.0.2.1${' '.repeat(400_000)}\n-all`;
  expect(verdictFor('dns.spf', oneDomain({ txt: [txt] })).status).toBe('pass');
  const spaces = `v=spf1${' '.repeat(60_000)}-all`;
  expect(verdictFor('dns.spf', oneDomain({ txt: [spaces] })).status).toBe('pass');
});

test('a record that the DNS cannot carry is not known, whatever it seems to say', () => {
  const long = 'x'.repeat(70_000);
  const records = { txt: [`v=spf1 -all`, long], dmarc: [`v=DMARC1; p=reject; rua=mailto:a@a.com; x=${long}`] };
  for (const checkId of ['dns.spf', 'dns.dmarc', 'dns.dmarc.published'])
    expect(verdictFor(checkId, oneDomain(records))).toMatchObject({
      status: 'couldNotCheck',
      message: expect.stringContaining('beyond the limit for one domain'),
    });
});

test('the verdicts about a hundred domains full of control characters fit into an audit many times over', () => {
  const dns = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => {
      const text = `\u0000\u202e"${at}`.repeat(5000);
      return [
        `d${at}.com`,
        { txt: [`v=spf1 ${text}`], dmarc: [`v=DMARC1;p=${text}`], dkim: [`v=DKIM1;p=${text}`], mx: [] },
      ];
    }),
  );
  const checkIds = catalog.flatMap(({ id }) => (id.startsWith('dns.') ? [id] : []));
  const verdicts = checkIds.map((id) => verdictFor(id, { domains: Object.keys(dns), dns }));
  expect(new Set(verdicts.map(({ status }) => status))).toEqual(
    new Set(['fail', 'warning', 'couldNotCheck', 'notApplicable']),
  );
  const text = JSON.stringify(verdicts);
  expect(new TextEncoder().encode(text).length).toBeLessThan(600_000);
  expect(text).not.toMatch(/\\u0000|\u202e/);
});

describe('other records', () => {
  test('a withdrawn key signs nothing, though signing is on', () => {
    const config = { dkimSigningConfig: [{ domain: 'a.com', enabled: true }] };
    expect(verdictFor('dns.dkim', oneDomain({ dkim: ['v=DKIM1; p='] }, config)).status).toBe('fail');
    expect(verdictFor('dns.dkim', oneDomain({ dkim: ['v=DKIM1; k=rsa; p=MIGf'] }, config)).status).toBe('pass');
  });

  test('a null MX takes no mail, and an MX of another form is not known', () => {
    expect(verdictFor('dns.mx', oneDomain({ mx: [{ priority: 0, exchange: '.' }] })).status).toBe('notApplicable');
    expect(verdictFor('dns.mx', oneDomain({ mx: [{ preference: 0 }] })).status).toBe('couldNotCheck');
  });

  test('reports to CISA are asked of American authorities alone', () => {
    const dmarc = ['v=DMARC1; p=reject'];
    expect(verdictFor('dns.dmarc.cisa', { dns: { 'a.com': { dmarc } } }).status).toBe('warning');
    expect(verdictFor('dns.dmarc.cisa', { dns: { 'agency.gov': { dmarc } } }).status).toBe('fail');
  });
});
