import { describe, expect, test } from 'vitest';
import { askedDns } from '../../mailflow/testing/asked-dns.ts';
import { apex, contosoZone, dkimRecord } from '../../mailflow/testing/contoso.ts';
import { collected } from '../facts/facts.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectDns } from './dns.ts';

/** What a check says of contoso.com as a scan finds it in the DNS. */
async function verdictOf(checkId: string, changes: Readonly<Record<string, unknown>>) {
  const domains = [{ id: 'contoso.com', isVerified: true }];
  const dns = await collectDns(askedDns(contosoZone(changes)), domains, undefined);
  const facts = { domains: collected(domains, testNow), dns: collected(dns, testNow) };
  const verdict = evaluateFacts(facts, { now: testNow, exemptions: {} }).verdicts.find(
    (one) => one.checkId === checkId,
  );
  if (verdict === undefined) throw new Error(`there is no check ${checkId}`);
  return verdict;
}

const spf = (record: string) => apex({ TXT: [[record]] });
const dmarc = (record: string) => ({ '_dmarc.contoso.com': { TXT: [[record]] } });
const selector = (number: number) => `selector${number}._domainkey.contoso.com`;
const include = 'spf.protection.outlook.com';
const probe = 'tenantry-absent-selector-probe._domainkey.contoso.com';
const mailHost = 'contoso-com.mail.protection.outlook.com';
const chain = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `s${index}.example`,
      { TXT: [[`v=spf1 ${index + 1 < count ? `include:s${index + 1}.example` : ''} -all`]] },
    ]),
  );

describe('a scan of', () => {
  test.each<[string, string, string, Readonly<Record<string, unknown>>]>([
    ['a domain in order', 'dns.spf', 'pass', {}],
    ['ten lookups', 'dns.spf', 'pass', { ...spf('v=spf1 include:s0.example -all'), ...chain(10) }],
    ['eleven lookups', 'dns.spf', 'fail', { ...spf('v=spf1 include:s0.example -all'), ...chain(11) }],
    ['an include without a record', 'dns.spf', 'fail', { [include]: {} }],
    ['an include with a fault', 'dns.spf', 'fail', { [include]: { TXT: [['v=spf1 ip4:1.2 -all']] } }],
    ['an include for everybody', 'dns.spf', 'fail', { [include]: { TXT: [['v=spf1 +all']] } }],
    ['an include that times out', 'dns.spf', 'couldNotCheck', { [include]: { TIMEOUT: ['*'] } }],
    ['SERVFAIL for its texts', 'dns.spf', 'couldNotCheck', apex({ TXT: undefined, SERVFAIL: ['TXT'] })],
    [
      'an open end, whatever an include says',
      'dns.spf',
      'fail',
      { ...spf(`v=spf1 include:${include} ?all`), [include]: { TIMEOUT: ['*'] } },
    ],
    ['a redirect that is followed', 'dns.spf', 'pass', spf(`v=spf1 redirect=${include}`)],
    ['a soft end', 'dns.spf.hardfail', 'warning', spf(`v=spf1 include:${include} ~all`)],
    ['both keys', 'dns.dkim', 'pass', {}],
    ['a short key', 'dns.dkim', 'warning', { [selector(2)]: dkimRecord(1024) }],
    ['keys too short to count', 'dns.dkim', 'fail', { [selector(1)]: dkimRecord(512), [selector(2)]: dkimRecord(512) }],
    ['a key in test mode', 'dns.dkim', 'warning', { [selector(1)]: dkimRecord(2048, ' t=y;') }],
    ['one key that is absent', 'dns.dkim', 'warning', { [selector(2)]: null }],
    ['one name that waits for its key', 'dns.dkim', 'pass', { [selector(2)]: { CNAME: ['gone.example'] } }],
    ['keys withdrawn', 'dns.dkim', 'fail', { [selector(1)]: { TXT: [['v=DKIM1; p=']] }, [selector(2)]: null }],
    ['no key', 'dns.dkim', 'fail', { [selector(1)]: null, [selector(2)]: null }],
    ['a key that times out', 'dns.dkim', 'couldNotCheck', { [selector(2)]: { TIMEOUT: ['*'] } }],
    ['reject', 'dns.dmarc', 'pass', {}],
    ['reject for a part, by a tag that was removed', 'dns.dmarc', 'warning', dmarc('v=DMARC1; p=reject; pct=20')],
    ['reject with that tag at its full value', 'dns.dmarc', 'pass', dmarc('v=DMARC1; p=reject; pct=100')],
    ['reject in test mode', 'dns.dmarc', 'warning', dmarc('v=DMARC1; p=reject; t=y')],
    ['quarantine in test mode', 'dns.dmarc', 'fail', dmarc('v=DMARC1; p=quarantine; t=y')],
    [
      'two DMARC records',
      'dns.dmarc',
      'fail',
      { '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=reject'], ['v=DMARC1; p=none']] } },
    ],
    ['a policy tag twice', 'dns.dmarc.published', 'fail', dmarc('v=DMARC1; p=reject; p=none')],
    ['DMARC without an answer', 'dns.dmarc', 'couldNotCheck', { '_dmarc.contoso.com': { TIMEOUT: ['*'] } }],
    [
      'a record of the suffix alone',
      'dns.dmarc.published',
      'fail',
      { '_dmarc.contoso.com': null, '_dmarc.com': { TXT: [['v=DMARC1; p=reject; psd=y']] } },
    ],
    ['reports without a policy', 'dns.dmarc.published', 'warning', dmarc('v=DMARC1; rua=mailto:a@contoso.com')],
    ['mail to Microsoft 365', 'dns.mx', 'pass', {}],
    ['mail to a host without an address', 'dns.mx', 'fail', { 'contoso-com.mail.protection.outlook.com': {} }],
    [
      'mail to somebody else',
      'dns.mx',
      'warning',
      {
        ...apex({ MX: [{ priority: 1, exchange: 'mail.example' }] }),
        'mail.example': { A: ['192.0.2.9'] },
      },
    ],
    ['a null MX', 'dns.mx', 'notApplicable', apex({ MX: [{ priority: 0, exchange: '.' }] })],
    [
      'no key, where the record that would say that it sends no mail fails',
      'dns.dkim',
      'couldNotCheck',
      { ...apex({ TXT: undefined, SERVFAIL: ['TXT'] }), [selector(1)]: null, [selector(2)]: null },
    ],
    ['an alias of a key that times out', 'dns.dkim', 'couldNotCheck', { [selector(1)]: { TIMEOUT: ['CNAME'] } }],
    [
      'keys that every name may have',
      'dns.dkim',
      'couldNotCheck',
      { [selector(1)]: dkimRecord(2048), [selector(2)]: dkimRecord(2048), [probe]: { TIMEOUT: ['*'] } },
    ],
    ['mail to a host whose address times out', 'dns.mx', 'couldNotCheck', { [mailHost]: { TIMEOUT: ['*'] } }],
    ['MX without an answer', 'dns.mx', 'couldNotCheck', apex({ MX: undefined, TIMEOUT: ['MX'] })],
  ])('%s: %s says %s', async (_name, checkId, status, changes) => {
    const verdict = await verdictOf(checkId, changes);
    expect(verdict.status, verdict.message).toBe(status);
  });

  test('a domain whose name servers are dead is a failure of no check and a pass of none', async () => {
    const dead = await collectDns(
      { resolve: () => Promise.resolve({ status: 'servfail' }) },
      [{ id: 'contoso.com' }],
      undefined,
    );
    const facts = { dns: collected(dead, testNow) };
    const { verdicts } = evaluateFacts(facts, { now: testNow, exemptions: {} });
    const mail = verdicts.filter(({ checkId }) => checkId.startsWith('dns.'));
    expect(mail.map(({ status }) => status)).toEqual(mail.map(() => 'couldNotCheck'));
  });

  test('lookups are told, and a policy for subdomains that undoes the rest', async () => {
    expect((await verdictOf('dns.spf', {})).evidence[0]?.observed).toContain('(1 of 10 lookups)');
    expect((await verdictOf('dns.dmarc', dmarc('v=DMARC1; p=reject; sp=none'))).message).toContain('sp=none');
  });
});
