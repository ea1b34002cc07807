import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDomain, domainBudget } from './check-domain.ts';
import { askedDns } from './testing/asked-dns.ts';
import { check, fetchPolicy, now, part, published, stages, sts, stsFile, told } from './testing/check-contoso.ts';
import { apex, contosoZone } from './testing/contoso.ts';

describe('a domain that is as it should be', () => {
  it('passes with every point and no issue', async () => {
    const result = await check();
    expect(told(result)).toEqual([]);
    expect(result).toMatchObject({
      domain: 'contoso.com',
      status: 'pass',
      score: 100,
      provider: 'microsoft365',
      gateway: null,
      senders: ['microsoft365'],
      takesNoMail: false,
      parked: false,
      warnings: [],
      recommendations: [],
      checkedAt: '2026-11-20T10:20:30.456Z',
    });
    expect(result.scoreParts.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    expect(result.scoreParts.every(({ weight, earned }) => earned === weight)).toBe(true);
  });
  it('optional transport security that is missing does not fail it', async () => {
    const result = await check({ [sts]: null, '_smtp._tls.contoso.com': null });
    expect(told(result)).toEqual(['info mta_sts_missing', 'info tls_rpt_missing']);
    expect(result).toMatchObject({ status: 'pass', score: 92, warnings: ['mta_sts_missing', 'tls_rpt_missing'] });
    expect(published(result, 'mta_sts_missing')).toEqual([
      `${sts} TXT v=STSv1; id=de9aa91e7de3462501bc`,
      `${stsFile} FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800`,
    ]);
    expect(stages(result, sts)).toHaveLength(2);
    expect(stages(result, stsFile)?.[0]).toContain('mode: testing');
    // Nobody said which mailbox exists: none is made up.
    expect(published(result, 'tls_rpt_missing')).toEqual([]);
    expect(result.recommendations[1]).toBe(
      'No mailbox for the reports is known. Choose one that exists and publish v=TLSRPTv1; rua=mailto: with its address.',
    );
  });
});

describe('what cannot be checked', () => {
  it('is said, is no mark against the domain, and is never called missing', async () => {
    const names = [
      'contoso.com',
      '_dmarc.contoso.com',
      'selector1._domainkey.contoso.com',
      'selector2._domainkey.contoso.com',
      sts,
      '_smtp._tls.contoso.com',
      'default._bimi.contoso.com',
    ];
    const result = await check(Object.fromEntries(names.map((name) => [name, { TIMEOUT: ['*'] }])));
    expect(told(result)).toEqual([
      'warning spf_could_not_check',
      'warning dkim_could_not_check',
      'warning dmarc_could_not_check',
      'warning mx_could_not_check',
      'info mta_sts_could_not_check',
      'info tls_rpt_could_not_check',
    ]);
    expect(result).toMatchObject({ status: 'warn', score: null });
    expect(result.scoreParts.map(({ earned }) => earned)).toEqual(Array(8).fill(null));
    expect(result.issues[0]?.message).toBe(
      'SPF: could not check: the name server of contoso.com did not answer in time.',
    );
  });
  it('DKIM alone', async () => {
    const slow = { TIMEOUT: ['*'] };
    const result = await check({ 'selector1._domainkey.contoso.com': slow, 'selector2._domainkey.contoso.com': slow });
    expect(told(result)).toEqual(['warning dkim_could_not_check']);
    expect(result).toMatchObject({ status: 'warn', score: 100 });
    expect(part(result, 'dkim')).toBeNull();
  });
  it('without a policy fetcher MTA-STS is not scored', async () => {
    const result = await checkDomain('contoso.com', { dns: askedDns(contosoZone()), now });
    expect(told(result)).toEqual(['info mta_sts_could_not_check']);
    expect([result.score, part(result, 'mtaSts')]).toEqual([100, null]);
  });
  it('without the AD bit neither DNSSEC nor DANE is scored', async () => {
    const result = await check(apex({ AD: undefined, A: ['192.0.2.1'] }));
    expect([part(result, 'dnssec'), part(result, 'dane'), result.score]).toEqual([null, null, 100]);
  });
});

describe('any domain', () => {
  it.each(['', 'http://contoso.com/', 'a b.example', '[192.0.2.1]'])(
    '%j is no domain name: said, and nothing is asked',
    async (name) => {
      const dns = askedDns({});
      const result = await checkDomain(name, { dns, now });
      expect(result).toMatchObject({ status: 'fail', score: null, warnings: ['domain_invalid'] });
      expect(result.spf).toMatchObject({ class: 'none', reason: 'invalid_domain' });
      expect(result.dmarc.found).toBe(false);
      expect(dns.asked).toEqual([]);
    },
  );
  it('of one label is none either, but may hold a DMARC record', async () => {
    const dns = askedDns({ '_dmarc.bank': { TXT: [['v=DMARC1; p=reject; psd=y']] } });
    const result = await checkDomain('bank', { dns, now });
    expect(result).toMatchObject({ status: 'fail', score: null, warnings: ['domain_invalid'] });
    expect([result.spf.reason, result.dmarc.policy]).toEqual(['invalid_domain', 'reject']);
  });
  it('is given in any case, with a final dot and spaces around it', async () => {
    const result = await checkDomain(' Contoso.COM. ', { dns: askedDns(contosoZone()), fetchPolicy, now });
    expect(result).toMatchObject({ domain: 'contoso.com', score: 100 });
  });
  it('the more is published well, the higher the score; it stays within 0 and 100 and the questions within their budget', async () => {
    const optional = [
      sts,
      '_smtp._tls.contoso.com',
      '_dmarc.contoso.com',
      'selector1._domainkey.contoso.com',
      'selector2._domainkey.contoso.com',
    ];
    await fc.assert(
      fc.asyncProperty(fc.subarray(optional), fc.constantFrom(...optional), async (gone, alsoGone) => {
        const without = (names: string[]) => check(Object.fromEntries(names.map((name) => [name, null])));
        const more = (await without(gone)).score ?? -1;
        const less = (await without([...gone, alsoGone])).score ?? 101;
        expect(less).toBeLessThanOrEqual(more);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(100);
      }),
      { numRuns: 60 },
    );
  });
  it('hostile texts everywhere are answered without an exception, within the budget', async () => {
    const names = Object.keys(contosoZone());
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'v=spf1 include:contoso.com mx a',
        'v=DMARC1; p=',
        'v=STSv1; id=1',
        'v=BIMI1; l=',
        'v=TLSRPTv1; rua=',
        'v=DKIM1; p=MII',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names, 'default._bimi.contoso.com'), fc.array(text, { maxLength: 3 }))),
        text,
        async (records, policy) => {
          const dns = askedDns(
            contosoZone(
              Object.fromEntries(records.map(([name, list]) => [name, { TXT: list.map((entry) => [entry]) }])),
            ),
          );
          const result = await checkDomain('contoso.com', {
            dns,
            fetchPolicy: () => Promise.resolve({ status: 'ok', text: policy, contentType: null }),
            now,
          });
          expect(['pass', 'warn', 'fail']).toContain(result.status);
          expect(dns.asked.length).toBeLessThanOrEqual(domainBudget.questions);
          expect(result.warnings.length > 0).toBe(result.issues.length > 0);
        },
      ),
      { numRuns: 200 },
    );
  });
});
