import { describe, expect, it } from 'vitest';
import { mailProviders, microsoft365 } from '../mail-providers.ts';
import { askedDns } from '../testing/asked-dns.ts';
import { rsaSpki } from '../testing/rsa-key.ts';
import { checkDkim } from './check-dkim.ts';

const record = (bits: number) => {
  const key = rsaSpki(bits).toString('base64');
  return { TXT: [`v=DKIM1; k=rsa; p=${key}`.match(/.{1,255}/g)] };
};
const key2048 = record(2048);
const key1024 = record(1024);
const one = 'selector1._domainkey.contoso.com';
const two = 'selector2._domainkey.contoso.com';
const target = (number: number) => `selector${number}-contoso-com._domainkey.contoso.onmicrosoft.com`;
const google = mailProviders.filter(({ id }) => id === 'google');
const check = (zone: unknown, services = [microsoft365]) =>
  checkDkim(askedDns(zone), 'contoso.com', services, services[0] ?? null);
const states = ({ selectors }: Awaited<ReturnType<typeof check>>) =>
  selectors.map(({ selector, state }) => `${selector} ${state}`);

describe('Microsoft selectors', () => {
  it('both targets of the older form', async () => {
    const result = await check({
      [one]: { CNAME: [target(1)] },
      [two]: { CNAME: [`${target(2)}.`] },
      [target(1)]: key2048,
      [target(2)]: key1024,
    });
    expect(result).toMatchObject({ state: 'ok', wildcard: false, keyBits: 1024, targets: [] });
    expect(result.selectors).toMatchObject([
      {
        selector: 'selector1',
        provider: 'microsoft365',
        state: 'ok',
        format: 'legacy_onmicrosoft',
        cname: target(1),
        keyBits: 2048,
      },
      {
        selector: 'selector2',
        provider: 'microsoft365',
        state: 'ok',
        format: 'legacy_onmicrosoft',
        cname: target(2),
        keyBits: 1024,
      },
    ]);
  });
  it.each([
    ['selector1-contoso-com._domainkey.contoso.n-v1.dkim.mail.microsoft', 'dkim_mail_microsoft'],
    ['selector1-contoso-com01be2e._domainkey.Contoso.w-v1.dkim.mail.microsoft.', 'dkim_mail_microsoft'],
    ['selector1-contoso-com._domainkey.contoso.onmicrosoft.us', 'legacy_onmicrosoft'],
    ['selector1-contoso-com._domainkey.contoso.example', 'other_cname'],
    ['keys.evildkim.mail.microsoft', 'other_cname'],
  ])('%s is of the form %s', async (alias, format) => {
    const result = await check({ [one]: { CNAME: [alias] }, [alias.toLowerCase().replace(/\.$/, '')]: key2048 });
    expect(result.selectors[0]).toMatchObject({ state: 'ok', format });
  });
  it.each([
    ['selector2-contoso-com._domainkey.contoso.onmicrosoft.com', 'the key of selector2'],
    ['selector2-contoso-com._domainkey.contoso.n-v1.dkim.mail.microsoft', 'the key of selector2'],
    ['selector1-other-com._domainkey.contoso.onmicrosoft.com', 'the key of another domain'],
    ['selector1-other-com._domainkey.contoso.n-v1.dkim.mail.microsoft', 'the key of another domain'],
  ])('%s leads to %s', async (alias, whose) => {
    const { selectors } = await check({ [one]: { CNAME: [alias] }, [alias]: key2048 });
    expect(selectors[0]).toMatchObject({ state: 'invalid', problems: [`its CNAME leads to ${alias}, ${whose}`] });
  });
  it('one key is enough, the other may wait without one', async () => {
    const result = await check({ [one]: key2048, [two]: { CNAME: [target(2)] } });
    expect(result.state).toBe('ok');
    expect(states(result)).toEqual(['selector1 ok', 'selector2 cname_without_key']);
    expect(result.selectors[0]?.format).toBe('txt');
  });
  it('no record is missing, and targets that have a key are found', async () => {
    const result = await check({ [target(1)]: key2048 });
    expect(result).toMatchObject({
      state: 'missing',
      keyBits: null,
      targets: [{ selector: 'selector1', target: target(1) }],
    });
    expect(states(result)).toEqual(['selector1 missing', 'selector2 missing']);
    expect((await check({})).targets).toEqual([]);
  });
  it.each([
    [{ [one]: { CNAME: [target(1)] } }, 'selector1 cname_without_key'],
    [{ [one]: { TXT: [['v=DKIM1; p=']] } }, 'selector1 revoked'],
    [{ [one]: { TXT: [['v=DKIM1; p=AAAA']] } }, 'selector1 invalid'],
    [{ [one]: { TXT: [['v=DKIM1; p=AAAA'], ['v=DKIM1; p=']] } }, 'selector1 multiple'],
  ])('%j is broken', async (zone, state) => {
    const result = await check(zone);
    expect(result.state).toBe('broken');
    expect(states(result)[0]).toBe(state);
  });
  it('only usable RSA keys count for the size', async () => {
    const ed = { TXT: [['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=']] };
    expect(await check({ [one]: ed, [two]: key2048 })).toMatchObject({ state: 'ok', keyBits: 2048 });
    expect(await check({ [one]: ed })).toMatchObject({ state: 'ok', keyBits: null });
    const invalid = { TXT: key1024.TXT.map((strings) => [`h=sha1; ${strings?.join('')}`.replace('v=DKIM1; ', '')]) };
    expect(await check({ [one]: invalid, [two]: key2048 })).toMatchObject({ state: 'ok', keyBits: 2048 });
  });
  it('a text that is no key is no key', async () => {
    expect(states(await check({ [one]: { TXT: [['hello']] } }))[0]).toBe('selector1 missing');
  });
  it.each(['TIMEOUT', 'SERVFAIL'])('%s is neither present nor missing', async (failure) => {
    const result = await check({ [one]: { [failure]: ['*'] } });
    expect(result.state).toBe('couldNotCheck');
    expect(states(result)).toEqual(['selector1 couldNotCheck', 'selector2 missing']);
    expect((await check({ [one]: { [failure]: ['*'] }, [two]: key2048 })).state).toBe('ok');
  });
  it('a wildcard is noticed, and its key proves nothing', async () => {
    const result = await check({
      'tenantry-absent-selector-probe._domainkey.contoso.com': key2048,
      [one]: key2048,
      [two]: key1024,
    });
    expect(result.wildcard).toBe(true);
    expect(states(result)).toEqual(['selector1 wildcard', 'selector2 ok']);
  });
});

describe('other services', () => {
  it('a key under their usual selector is found', async () => {
    const result = await check({ 'google._domainkey.contoso.com': key2048 }, google);
    expect(result).toMatchObject({ state: 'ok', keyBits: 2048 });
    expect(states(result)).toEqual(['google ok']);
  });
  it('none there does not mean that there is none', async () => {
    expect((await check({}, google)).state).toBe('unknownSelectors');
    expect((await check({}, [])).state).toBe('unknownSelectors');
  });
  it('no answer does not mean that none was found', async () => {
    expect((await check({ [one]: { TIMEOUT: ['*'] } }, [])).state).toBe('couldNotCheck');
    expect((await check({ 'google._domainkey.contoso.com': { SERVFAIL: ['*'] } }, google)).state).toBe('couldNotCheck');
  });
  it('keys of Microsoft are found without any sign of Microsoft', async () => {
    const result = await check({ [two]: key2048 }, []);
    expect(result.state).toBe('ok');
    expect(states(result)).toEqual(['selector2 ok']);
  });
  it('the mailbox service decides, not a sender', async () => {
    const sender = mailProviders.filter(({ id }) => id === 'mailchimp');
    const result = await check({ 'k1._domainkey.contoso.com': key2048 }, [microsoft365, ...sender]);
    expect(result.state).toBe('missing');
    expect(states(result)).toContain('k1 ok');
  });
  it('a selector of two services is asked once', async () => {
    const both = mailProviders.filter(({ id }) => id === 'mailchimp' || id === 'mailgun');
    const result = await check({}, both);
    expect(result.selectors.filter(({ selector }) => selector === 'k1')).toHaveLength(1);
  });
});
