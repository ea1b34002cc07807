import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { evidencePublicKey } from '../../domain/evidence/detached-signature.ts';
import { openKeyVaultSigningKey, signingKeyName } from './key-vault-signing-key.ts';
import { startKeyOperationsDouble } from './testing/key-operations-double.ts';
import { createTokens } from './testing/key-vault-double.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** The double has no certificate and no name under Microsoft's. */
const local = { allowInsecureConnection: true, disableChallengeResourceVerification: true };
const input = Buffer.from('header.payload');

async function open() {
  const tokens = createTokens();
  const double = await startKeyOperationsDouble(tokens, signingKeyName);
  closing.push(double.close);
  double.tell(createHash('sha256').update(input).digest('base64url'), input);
  let now = new Date('2026-11-20T12:00:00Z');
  const clock = { now: () => now };
  const credential = { getToken: async () => ({ token: tokens.give(), expiresOnTimestamp: Date.now() + 3_600_000 }) };
  const key = openKeyVaultSigningKey(double.url, credential, { clock, publicKeyOf: evidencePublicKey }, local);
  return { double, key, pass: (ms: number) => (now = new Date(now.getTime() + ms)) };
}

describe('the signing key in Key Vault', () => {
  it('signs by ES256 without its private half leaving, and is sent a hash alone', async () => {
    const { double, key } = await open();
    double.rotate();
    const signer = await key.signer();
    const signature = await signer.sign(input);
    const publicKey = createPublicKey({ key: { ...signer.key }, format: 'jwk' });
    expect(verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    expect(double.requests.some((one) => one.startsWith(`POST /keys/${signingKeyName}/1/sign`))).toBe(true);
    expect(double.requests.join('\n')).not.toContain('payload');
  });

  it('that was rotated stays published behind the new one, until it is disabled', async () => {
    const { double, key, pass } = await open();
    double.rotate();
    const first = (await key.signer()).key.kid;
    double.rotate();
    const second = (await key.signer()).key.kid;
    expect((await key.publicKeys()).map(({ kid }) => kid)).toEqual([second, first]);
    double.disable(1);
    const asked = double.requests.length;
    expect(await key.publicKeys()).toHaveLength(2);
    expect(double.requests).toHaveLength(asked);
    pass(5 * 60_000 + 1);
    expect((await key.publicKeys()).map(({ kid }) => kid)).toEqual([second]);
  });

  it('that is not there is told by what to do, and no key is published', async () => {
    const { key } = await open();
    await expect(key.signer()).rejects.toThrow(/no key 'evidence-signing'.*Deploy the infrastructure/);
    expect(await key.publicKeys()).toEqual([]);
  });

  it('has the name under which the infrastructure makes it', () => {
    const bicep = readFileSync(join(import.meta.dirname, '../../../../infra/bicep/modules/key-vault.bicep'), 'utf8');
    expect(bicep).toContain(`name: '${signingKeyName}'`);
  });
});
