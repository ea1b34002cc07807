import { describe, expect, it } from 'vitest';
import { textWithoutOAuthSecrets, withoutOAuthSecrets } from './oauth-secrets.ts';

const code = '0.AXoAbCdEfGhIjKlMnOpQrStUvWxYz01234567890-_AbCd.AgABAAIAAAD--DLA3VO7QrddgJg7WevrAgDs';
const opaque = 'M3pQz7Lk9xVb2Nw8Rt5Yc1Hd6Gf4Js0Aq2We3Er4Ty5Ui6Op7';

describe('the details of a sign-in', () => {
  it.each<[string, unknown]>([
    ['a code', { code: 's3cr3t-of-it' }],
    ['a code under a longer name', { authorization_code: 's3cr3t', deviceCode: 's3cr3t', authCode: 's3cr3t' }],
    ['state, nonce, verifier', { state: 's3cr3t', nonce: 's3cr3t', code_verifier: 's3cr3t', codeChallenge: 's3cr3t' }],
    ['tokens', { access_token: 's3cr3t', refreshToken: 's3cr3t', id_token: 's3cr3t' }],
    ['what an address carries', { url: 'https://x.example/callback?code=s3cr3tvalue&state=s3cr3tstate' }],
    ['what a body carries', { body: 'grant_type=authorization_code&code=s3cr3tvalue&redirect_uri=x' }],
    ['a code at the start', { text: 'code=s3cr3tvalue' }],
    ['JSON in a text', { text: '{"code":"s3cr3tvalue","session_state":"s3cr3tstate"}' }],
    ['a code within an error', { message: `The code '${code}' was redeemed; code: s3cr3tvalue` }],
    ['a value under any name', { note: opaque }],
    ['a code of Entra ID', { note: `got ${code}` }],
    ['a code of a personal account', { note: 'M.C507_BAY.2.U.s3cr3t-1234-abcd' }],
    ['a list', { codes: ['x'], items: [{ code: 's3cr3t!' }] }],
  ])('hide %s', (_, raw) => {
    const shown = JSON.stringify(withoutOAuthSecrets(raw));
    expect(shown).not.toMatch(/s3cr3t/);
    for (const secret of [code, opaque]) expect(shown).not.toContain(secret.slice(0, 30));
    if (!('codes' in (raw as object))) expect(shown).toContain('[REDACTED]');
  });

  it.each<[string, unknown]>([
    [
      'codes of errors',
      { code: 'invalid_grant', errorCode: 'AADSTS65001', error_codes: [70011], suberror: 'consent_required' },
    ],
    [
      'ids',
      { tenantId: '00000000-0000-4000-8000-0000000000aa', correlation_id: '3f0c1c5e-0000-4000-8000-000000000001' },
    ],
    ['words', { message: 'AADSTS70000: The provided value for the input parameter is not valid.', step: 'callback' }],
    [
      'addresses and figures',
      { url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize', durationMs: 12, ok: true, none: null },
    ],
  ])('keep %s', (_, raw) => {
    expect(withoutOAuthSecrets(raw)).toEqual(raw);
  });

  it('are taken in time in proportion to their length', () => {
    const long = 'code='.repeat(20_000) + 'a1'.repeat(20_000);
    expect(textWithoutOAuthSecrets(long).length).toBeLessThan(long.length);
  });
});
