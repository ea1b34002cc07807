import { DefaultAzureCredential, type TokenCredential } from '@azure/identity';
import { SecretClient, type SecretClientOptions } from '@azure/keyvault-secrets';
import type { Clock } from '../../ports/clock.ts';
import type { Vault } from '../../ports/vault.ts';

const cacheForMs = 5 * 60 * 1000;

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 404;
}

/** Azure Key Vault. Reads are cached for five minutes: the service throttles, and every request needs a key. */
export function openKeyVault(
  vaultUrl: string,
  credential: TokenCredential,
  clock: Clock,
  options?: SecretClientOptions,
): Vault {
  const client = new SecretClient(vaultUrl, credential, options);
  const cache = new Map<string, { value: string | null; readAtMs: number }>();
  return {
    async get(name) {
      const nowMs = clock.now().getTime();
      const cached = cache.get(name);
      if (cached && nowMs - cached.readAtMs < cacheForMs) return cached.value;
      let value: string | null;
      try {
        value = (await client.getSecret(name)).value ?? null;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        value = null;
      }
      cache.set(name, { value, readAtMs: nowMs });
      return value;
    },
    async set(name, value) {
      await client.setSecret(name, value);
      cache.delete(name);
    },
  };
}

/** The same, with the function app's managed identity. */
export function openKeyVaultWithIdentity(vaultUrl: string, clock: Clock): Vault {
  return openKeyVault(vaultUrl, new DefaultAzureCredential(), clock);
}
