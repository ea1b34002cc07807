import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { IdentityError } from '../../ports/identity-provider.ts';
import { verifyIdToken } from './verify-id-token.ts';

const now = new Date('2026-11-20T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const ours = '11111111-1111-4111-8111-111111111111';
const foreign = '22222222-2222-4222-8222-222222222222';
const clientId = '33333333-3333-4333-8333-333333333333';
const oid = '44444444-4444-4444-8444-444444444444';
const good: JWTPayload = {
  iss: `https://login.microsoftonline.com/${ours}/v2.0`,
  aud: clientId,
  tid: ours,
  oid,
  nonce: 'the nonce',
  name: 'Ada Lovelace',
  preferred_username: 'ada@msp.example',
  iat: seconds,
  nbf: seconds,
  exp: seconds + 3600,
};

describe('an ID token', () => {
  type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
  let microsoft: Keys;
  let attacker: Keys;
  let keySet: ReturnType<typeof createLocalJWKSet>;
  beforeAll(async () => {
    microsoft = await generateKeyPair('RS256', { extractable: true });
    attacker = await generateKeyPair('RS256', { extractable: true });
    keySet = createLocalJWKSet({ keys: [{ ...(await exportJWK(microsoft.publicKey)), kid: 'ms', alg: 'RS256' }] });
  });

  const signed = (claims: JWTPayload, key = microsoft.privateKey, header = { alg: 'RS256', kid: 'ms' }) =>
    new SignJWT(claims).setProtectedHeader(header).sign(key);
  const verified = (token: string, entraTenantId: string | null = ours) =>
    verifyIdToken(token, keySet, { clientId, entraTenantId, nonce: 'the nonce', now });

  it('of our directory, for us, from this sign-in proves who signed in', async () => {
    expect(await verified(await signed({ ...good, email: 'ada@msp.example' }))).toEqual({
      entraTenantId: ours,
      objectId: oid,
      name: 'Ada Lovelace',
      username: 'ada@msp.example',
      principalName: 'ada@msp.example',
      email: 'ada@msp.example',
      isExternal: null,
      authenticatedAt: null,
    });
  });

  it.each<[string, JWTPayload, string | null]>([
    ['preferred_username', { upn: 'eve@msp.example', email: 'eve@msp.example' }, 'ada@msp.example'],
    ['upn', { preferred_username: undefined, upn: 'ada@msp.example', email: 'eve@msp.example' }, 'ada@msp.example'],
    ['nothing else: an address is none', { preferred_username: undefined, email: 'eve@msp.example' }, null],
  ])('has the user name of the directory from %s', async (_, claims, principalName) => {
    expect((await verified(await signed({ ...good, ...claims }))).principalName).toBe(principalName);
  });

  it.each<[unknown, Date | null]>([
    [seconds - 60, new Date('2026-11-20T11:59:00Z')],
    ['yesterday', null],
    [Number.MAX_SAFE_INTEGER, null],
    [undefined, null],
  ])('says when they signed in, or that it is not known: %s', async (auth_time, at) => {
    expect((await verified(await signed({ ...good, auth_time }))).authenticatedAt).toEqual(at);
  });

  it.each<[string, JWTPayload, boolean | null]>([
    ['of a member', { acct: 0 }, false],
    ['of a guest', { acct: 1 }, true],
    ['of a guest, as text', { acct: '1' }, true],
    ['that says nothing of it', {}, null],
    ['that was checked at home', { acct: 0, idp: `https://sts.windows.net/${ours}/` }, false],
    ['that was checked at home, which alone makes no member', { idp: good.iss }, null],
    ['of another directory’s account', { acct: 0, idp: `https://sts.windows.net/${foreign}/` }, true],
    ['of a personal account', { idp: 'live.com' }, true],
    ['of an invited name', { acct: 0, upn: 'eve_x.example#EXT#@msp.onmicrosoft.com' }, true],
    ['with the role that every guest has', { wids: ['10dae51f-b6af-4016-8d66-8c2a99b929b3'] }, true],
    ['with the role that every member has', { wids: ['b79fbf4d-3ef9-4689-8143-76b194e85509'] }, null],
  ])('%s tells guests from members', async (_, claims, isExternal) => {
    expect((await verified(await signed({ ...good, ...claims }))).isExternal).toBe(isExternal);
  });

  it.each<[string, JWTPayload]>([
    ['for another application', { ...good, aud: foreign }],
    ['for several applications', { ...good, aud: [clientId, foreign] }],
    ['with another nonce', { ...good, nonce: 'replayed' }],
    ['without a nonce', { ...good, nonce: undefined }],
    ['of another directory', { ...good, tid: foreign, iss: `https://login.microsoftonline.com/${foreign}/v2.0` }],
    ['of another directory under our issuer', { ...good, tid: foreign }],
    ['under a foreign issuer', { ...good, iss: `https://login.evil.example/${ours}/v2.0` }],
    ['under the issuer of version 1', { ...good, iss: `https://sts.windows.net/${ours}/` }],
    ['that has expired', { ...good, exp: seconds - 301 }],
    ['that is not valid yet', { ...good, nbf: seconds + 301 }],
    ['without an end', { ...good, exp: undefined }],
    ['without an object id', { ...good, oid: undefined }],
    [
      'with a directory that is no GUID',
      { ...good, tid: '../common', iss: 'https://login.microsoftonline.com/../common/v2.0' },
    ],
  ])('%s is refused', async (_, claims) => {
    await expect(verified(await signed(claims))).rejects.toBeInstanceOf(IdentityError);
  });

  it('signed by somebody else, or by nobody, is refused', async () => {
    await expect(verified(await signed(good, attacker.privateKey))).rejects.toBeInstanceOf(IdentityError);
    const [header, payload] = (await signed(good)).split('.');
    await expect(verified(`${header}.${payload}.AAAA`)).rejects.toBeInstanceOf(IdentityError);
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    await expect(verified(`${none}.${payload}.`)).rejects.toBeInstanceOf(IdentityError);
    await expect(verified('garbage')).rejects.toBeInstanceOf(IdentityError);
  });

  it('that was signed with our own public key as a shared secret is refused', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(microsoft.publicKey)));
    const token = await new SignJWT(good).setProtectedHeader({ alg: 'HS256', kid: 'ms' }).sign(secret);
    await expect(verified(token)).rejects.toBeInstanceOf(IdentityError);
  });

  it('of any directory is taken where any may sign in, and says which', async () => {
    const token = await signed({ ...good, tid: foreign, iss: `https://login.microsoftonline.com/${foreign}/v2.0` });
    expect((await verified(token, null)).entraTenantId).toBe(foreign);
  });

  it('is never taken for an empty nonce', async () => {
    const token = await signed({ ...good, nonce: '' });
    const checked = verifyIdToken(token, keySet, { clientId, entraTenantId: ours, nonce: '', now });
    await expect(checked).rejects.toBeInstanceOf(IdentityError);
  });
});
