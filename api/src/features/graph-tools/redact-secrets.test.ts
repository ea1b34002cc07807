import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './redact-secrets.ts';

describe('an answer of Graph', () => {
  it('is shown without what is named like a secret, at any depth', () => {
    const answer = {
      value: [
        {
          displayName: 'An app',
          passwordCredentials: [{ secretText: 'abc', hint: 'ab', keyId: 'k', endDateTime: '2027-01-01' }],
          keyCredentials: [{ key: 'AAAA', type: 'AsymmetricX509Cert', customKeyIdentifier: 'x' }],
          passwordProfile: { password: 'p', forceChangePasswordNextSignIn: true },
          nested: { deep: { access_token: 't', client_secret: 's', refreshToken: 'r' } },
        },
      ],
    };
    const text = JSON.stringify(withoutSecrets(answer));
    for (const secret of ['"abc"', '"AAAA"', '"p"', '"t"', '"s"', '"r"', '"x"']) expect(text).not.toContain(secret);
    for (const kept of ['An app', '2027-01-01', 'AsymmetricX509Cert', '"keyId":"k"']) expect(text).toContain(kept);
  });

  it.each<[string, unknown, string]>([
    [
      'a local administrator’s password',
      { credentials: [{ accountName: 'a', passwordBase64: 'cGFzcw==' }] },
      'cGFzcw==',
    ],
    ['a recovery key', { key: '123456-654321' }, '123456'],
    ['secrets in a list', { clientSecrets: ['s3cr3t', 'other'] }, 's3cr3t'],
    ['a value beside its name', { settings: [{ name: 'Client Secret', value: 's3cr3t' }] }, 's3cr3t'],
    ['a value beside its key', [{ key: 'SecretToken', value: 's3cr3t' }], 's3cr3t'],
    ['the state of a subscription', { clientState: 's3cr3t' }, 's3cr3t'],
    ['a signed address', { url: 'https://x.blob.core.windows.net/a?sv=1&sig=s3cr3t%3D&se=2' }, 's3cr3t'],
    ['a download', { '@microsoft.graph.downloadUrl': 'https://x.example/d?UniqueId=1&tempauth=v1.s3cr3t' }, 's3cr3t'],
  ])('is shown without %s', (_what, answer, secret) => {
    expect(JSON.stringify(withoutSecrets(answer))).not.toContain(secret);
  });

  it('keeps links to the next page, settings beside their names, and when secrets end', () => {
    const page = {
      '@odata.nextLink': 'https://graph.microsoft.com/v1.0/users?$top=5&$skiptoken=abc',
      values: [{ name: 'EnableBannedPasswordCheck', value: 'True' }],
      passwordCredentials: [{ keyId: 'k', endDateTime: '2027-01-01', displayName: 'secret' }],
      keyCredentials: [{ keyId: 'k', endDateTime: '2027-01-01' }],
    };
    expect(withoutSecrets(page)).toEqual(page);
  });

  it('keeps policies and dates about secrets', () => {
    const policy = {
      passwordValidityPeriodInDays: 90,
      passwordPolicies: 'None',
      lastPasswordChangeDateTime: '2026-01-01',
      tokenLifetimePolicies: [],
    };
    expect(withoutSecrets(policy)).toEqual(policy);
  });

  it('is shown without tokens wherever they stand', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0aaaa.c2ln';
    expect(withoutSecrets({ note: `Bearer ${token} and more` })).toEqual({ note: 'Bearer [REDACTED] and more' });
  });

  it('has an end, however deep it is', () => {
    let deep: unknown = 'x';
    for (let n = 0; n < 5000; n += 1) deep = { deep };
    expect(JSON.stringify(withoutSecrets(deep)).length).toBeLessThan(1000);
  });
});
