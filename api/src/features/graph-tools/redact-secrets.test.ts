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
