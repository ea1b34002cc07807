import type { SecretClientOptions } from '@azure/keyvault-secrets';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openKeyVault, openKeyVaultWithIdentity } from './key-vault.ts';
import { createTokens, startIdentityDouble, startKeyVaultDouble } from './testing/key-vault-double.ts';
import { vaultContract } from './vault.contract.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** The double has no certificate and no name under Microsoft's; delays are a test's. */
const local = {
  allowInsecureConnection: true,
  disableChallengeResourceVerification: true,
  retryOptions: { retryDelayInMs: 1, maxRetryDelayInMs: 2 },
};

function movedClock() {
  let now = new Date('2026-11-20T12:00:00Z');
  return {
    now: () => now,
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

/** With tokens that are at hand. */
async function open() {
  const tokens = createTokens();
  const double = await startKeyVaultDouble(tokens);
  closing.push(double.close);
  const clock = movedClock();
  const credential = {
    getToken: async () => ({ token: tokens.give(), expiresOnTimestamp: Date.now() + 3_600_000 }),
  };
  return { ...double, clock, vault: openKeyVault(double.url, credential, clock, local) };
}

const identityTokens = createTokens();
// Microsoft's library looks for the endpoint once in a process, and keeps it.
const identity = await startIdentityDouble(identityTokens);
afterAll(identity.close);

/** With the managed identity of a function app. */
async function openOnFunctions(options: SecretClientOptions = local, resource?: string) {
  const double = await startKeyVaultDouble(identityTokens, resource);
  closing.push(double.close);
  // Tokens are kept for the process by the identity they are for: each test is one of its own, a user-assigned one.
  const clientId = crypto.randomUUID();
  vi.stubEnv('IDENTITY_ENDPOINT', `${identity.url}/msi/token`);
  vi.stubEnv('IDENTITY_HEADER', identity.identityHeader);
  vi.stubEnv('AZURE_CLIENT_ID', clientId);
  vi.stubEnv('AZURE_TOKEN_CREDENTIALS', 'prod');
  const asked = () => identity.asked.filter((one) => one.clientId === clientId);
  return { double, clientId, asked, vault: openKeyVaultWithIdentity(double.url, movedClock(), options) };
}

vaultContract('Key Vault', async () => (await open()).vault);
vaultContract('Key Vault, with a managed identity', async () => (await openOnFunctions()).vault);

describe('Key Vault', () => {
  it('is asked once in five minutes for a secret, and at once after it was set', async () => {
    const { vault, reads, clock } = await open();
    await vault.set('key', 'one');
    for (let n = 0; n < 5; n += 1) expect(await vault.get('key')).toBe('one');
    expect(reads()).toBe(1);
    await vault.set('key', 'two');
    expect(await vault.get('key')).toBe('two');
    clock.pass(5 * 60 * 1000 + 1);
    expect(await vault.get('key')).toBe('two');
    expect(reads()).toBe(3);
  });

  it('keeps no answer from before a secret was set that comes after it', async () => {
    const { vault, versions, holdNextRead } = await open();
    versions.set('key', ['one']);
    const late = holdNextRead();
    const reading = vault.get('key');
    await late.wasRead;
    await vault.set('key', 'two');
    late.release();
    expect(await reading).toBe('one');
    expect(await vault.get('key')).toBe('two');
  });

  it('is asked again for what was not there: another process may have set it', async () => {
    const { vault, versions } = await open();
    expect(await vault.get('key')).toBeNull();
    versions.set('key', ['set by another']);
    expect(await vault.get('key')).toBe('set by another');
  });

  it('adds a version and never deletes one', async () => {
    const { vault, versions, requests } = await open();
    await vault.set('key', 'one');
    await vault.set('key', 'two');
    expect(versions.get('key')).toEqual(['one', 'two']);
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['PUT']));
  });

  it('is told no secret before it has taken our token', async () => {
    const { vault, requests } = await open();
    await vault.set('key', 'very secret value');
    expect(requests.map(({ authorization, body }) => [authorization === '', body.includes('very secret')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it.each([
    ['throttles', { status: 429, headers: { 'retry-after-ms': '1' } }],
    ['is busy', { status: 503 }],
    ['fails', { status: 500 }],
    ['has a gateway that fails', { status: 502 }],
  ])('that %s is asked again, for reading and for writing', async (_, fault) => {
    const { vault, fail, versions } = await open();
    fail(fault, fault);
    await vault.set('key', 'one');
    expect(versions.get('key')).toEqual(['one']);
    fail(fault, fault);
    expect(await vault.get('key')).toBe('one');
  });

  it('that goes on failing is an error, never a secret that is not there', async () => {
    const { vault, fail } = await open();
    await vault.set('key', 'one');
    const down = { status: 503 };
    fail(down, down, down, down);
    await expect(vault.get('key')).rejects.toThrow();
    expect(await vault.get('key')).toBe('one');
  });

  it.each([
    [403, 'Forbidden'],
    [403, 'SecretDisabled'],
    [400, 'BadParameter'],
  ])('that refuses (%d %s) is an error, never a secret that is not there', async (status, code) => {
    const { vault, fail } = await open();
    fail({ status, code });
    await expect(vault.get('key')).rejects.toThrow();
  });

  it('with the name in its bin says what to do, and tells nothing of the secret', async () => {
    const { vault, softDelete, recover, versions } = await open();
    await vault.set('key', 'one');
    softDelete('key');
    const refused = await vault.set('key', 'very secret value').catch((error: unknown) => error as Error);
    expect(refused).toMatchObject({ message: expect.stringMatching(/deleted in Key Vault.*[Rr]ecover it/) });
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain('very secret value');
    expect(versions.get('key')).toEqual(['one']);
    recover('key');
    await vault.set('key', 'two');
    expect(await vault.get('key')).toBe('two');
  });
});

describe('Key Vault with a managed identity', () => {
  it('is reached with a token of the function app, for vaults alone, which is kept', async () => {
    const { vault, asked, double, clientId } = await openOnFunctions();
    await vault.set('key', 'one');
    expect(await vault.get('key')).toBe('one');
    expect(asked()).toEqual([{ resource: 'https://vault.azure.net', clientId, source: 'app-service' }]);
    const used = double.requests.map(({ authorization }) => authorization).filter((text) => text !== '');
    expect(new Set(used).size).toBe(1);
    expect(used[0]).toMatch(/^Bearer ey/);
  });

  it('is not reached without the identity, and that is an error', async () => {
    const { vault, double } = await openOnFunctions();
    identity.refuse(400);
    await expect(vault.get('key')).rejects.toThrow(/ManagedIdentityCredential/);
    identity.refuse(null);
    await vault.set('key', 'one');
    expect(double.versions.get('key')).toEqual(['one']);
  });

  it('whose challenge names another resource than the vault’s gets no token', async () => {
    const { disableChallengeResourceVerification: _, ...verifying } = local;
    const { vault, asked, double } = await openOnFunctions(verifying, 'https://vault.attacker.example');
    await expect(vault.get('key')).rejects.toThrow(/challenge resource/i);
    expect(asked()).toEqual([]);
    expect(double.requests.every(({ authorization }) => authorization === '')).toBe(true);
  });
});
