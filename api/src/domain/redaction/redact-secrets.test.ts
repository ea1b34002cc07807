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
    ['a secret key', { secretKey: 's3cr3t' }, 's3cr3t'],
    ['a shared access key', { SharedAccessKey: 's3cr3t' }, 's3cr3t'],
    ['an account key', { storage: [{ account_key: 's3cr3t' }] }, 's3cr3t'],
    ['names written together', { accountkey: 's3cr3t', apikey: 's3cr3t', dbpassword: 's3cr3t' }, 's3cr3t'],
    ['the key of a function', { headers: { 'x-functions-key': 's3cr3t' } }, 's3cr3t'],
    ['the first and the second key', { key1: 's3cr3t', secondaryKey: 's3cr3t', keys: ['s3cr3t'] }, 's3cr3t'],
    ['an authorization', { Authorization: 'Basic s3cr3t', proxyAuthorization: 's3cr3t' }, 's3cr3t'],
    ['a passphrase', { wifi: { passPhrase: 's3cr3t', passphrase: 's3cr3t', PSK: 's3cr3t', pwd: 's3cr3t' } }, 's3cr3t'],
    ['tokens of OAuth', { refresh_token: 's3cr3t', id_token: 's3cr3t', client_assertion: 's3cr3t' }, 's3cr3t'],
    ['a connection string', { sqlConnectionString: 's3cr3t' }, 's3cr3t'],
    [
      'the key in a connection string',
      { endpoint: 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=s3cr3t==;EndpointSuffix=core.windows.net' },
      's3cr3t',
    ],
    ['the key of a bus', { value: 'Endpoint=sb://a/;SharedAccessKeyName=n;SharedAccessKey=s3cr3t=' }, 's3cr3t'],
    ['a password of a database', { text: 'Server=a;User ID=b;Password=my s3cr3t;Encrypt=True' }, 's3cr3t'],
    ['a quoted password', { text: 'Server=a;Pwd="s3c;r3t s3cr3t";' }, 's3cr3t'],
    ['a header that was logged', { message: 'GET /a\r\nAuthorization: Basic s3cr3t\r\nAccept: */*' }, 's3cr3t'],
    ['a form that was logged', { message: 'grant_type=x&client_secret=s3cr3t&client_assertion=s3cr3t' }, 's3cr3t'],
    ['a note', { notes: 'Router. Password: s3cr3t!' }, 's3cr3t'],
    ['what an address signs in with', { url: 'https://ada:s3cr3t@example.org/a' }, 's3cr3t'],
    ['JSON in a string', { data: JSON.stringify({ deep: [{ clientSecret: 's3cr3t' }] }) }, 's3cr3t'],
    [
      'JSON in JSON in a string',
      { data: JSON.stringify({ inner: JSON.stringify([{ 'account key': 's3cr3t' }]) }) },
      's3cr3t',
    ],
    ['a changed property', [{ displayName: 'ClientSecret', oldValue: null, newValue: '"s3cr3t"' }], 's3cr3t'],
    [
      'a private key',
      { text: '-----BEGIN RSA PRIVATE KEY-----\ns3cr3t\nAAAA\n-----END RSA PRIVATE KEY-----' },
      's3cr3t',
    ],
    ['half a private key', { text: 'x -----BEGIN PRIVATE KEY-----\ns3cr3t' }, 's3cr3t'],
    ['an encrypted token', { text: 'eyJhbGciOiJkaXIifQ..aXY.s3cr3t.dGFn' }, 's3cr3t'],
    ['a key by its form', { text: `see ${'Ab9/'.repeat(21)}Zz==, thanks` }, 'Ab9/Ab9/'],
    ['a token of this API by its form', { displayName: `x tenantry_${'s3cr3t'.repeat(8)}0` }, 's3cr3t'],
    ['a client secret by its form', { displayName: `x Abc8Q~${'s3cr3t_'.repeat(4)}abcdef` }, 's3cr3t'],
    ['a token in the name of a property', { 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0aaaa.s3cr3t': true }, 's3cr3t'],
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
      keyId: 'k',
      tokenType: 'Bearer',
      secretExpiresAt: '2027-01-01',
      isPasswordHashSyncEnabled: true,
      passwordProfile: { forceChangePasswordNextSignIn: true },
      authorizationPolicy: { allowInvites: 'none' },
      credentialUserRegistrationDetails: [],
      publicKey: 'AAAA',
      partitionKey: 'a',
      monkey: 'see',
      description: 'Basic authentication. Reset your password: ask the help desk. Bearer tokens are refused.',
      additionalDetails: [{ key: 'User-Agent', value: 'Mozilla/5.0' }],
      modifiedProperties: [
        { displayName: 'KeyDescription', oldValue: '[]', newValue: '["[KeyType=AsymmetricX509Cert]"]' },
      ],
      setting: { id: 'passwordMinimumLength', value: 12 },
      json: '{ "a" : [1, 2] }',
    };
    expect(withoutSecrets(policy)).toEqual(policy);
  });

  it('is looked through in proportion to its length, whatever stands in it', () => {
    const onceMs = (text: string) => {
      const beganMs = performance.now();
      withoutSecrets({ text });
      return performance.now() - beganMs;
    };
    // The best of some: what else runs on the machine makes a run longer, never shorter.
    const bestMs = (text: string) => Math.min(...[1, 2, 3, 4].map(() => onceMs(text)));
    for (const part of [
      'pwd=',
      'pwd= ',
      'eyJaaaaaa.',
      'Bearer ',
      'a',
      '://a:',
      '-----BEGIN PRIVATE KEY-----',
      'cookie: ',
      '{"a":',
    ]) {
      const repeat = (chars: number) => part.repeat(Math.floor(chars / part.length));
      const shortMs = Math.max(1, bestMs(repeat(60_000)));
      expect([part, bestMs(repeat(480_000)) / shortMs < 40]).toEqual([part, true]);
    }
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
