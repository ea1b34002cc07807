import { expect, it, vi } from 'vitest';
import { openKeyVaultWithIdentity } from './key-vault.ts';
import { createTokens, startIdentityDouble, startKeyVaultDouble } from './testing/key-vault-double.ts';

// A file of its own: Microsoft's library looks for the endpoint once in a process, and keeps it.
it('Key Vault is reached with a token of the machine where the host has no endpoint of its own', async () => {
  const tokens = createTokens();
  const [double, identity] = await Promise.all([startKeyVaultDouble(tokens), startIdentityDouble(tokens)]);
  vi.stubEnv('AZURE_POD_IDENTITY_AUTHORITY_HOST', identity.url);
  vi.stubEnv('AZURE_TOKEN_CREDENTIALS', 'prod');
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const vault = openKeyVaultWithIdentity(double.url, clock, {
    allowInsecureConnection: true,
    disableChallengeResourceVerification: true,
  });
  await vault.set('key', 'one');
  expect(await vault.get('key')).toBe('one');
  expect(identity.asked).toEqual([{ resource: 'https://vault.azure.net', clientId: null, source: 'imds' }]);
  vi.unstubAllEnvs();
  await Promise.all([double.close(), identity.close()]);
});
