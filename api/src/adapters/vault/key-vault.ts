import { DefaultAzureCredential, type TokenCredential } from '@azure/identity';
import { SecretClient, type SecretClientOptions } from '@azure/keyvault-secrets';
import type { Clock } from '../../ports/clock.ts';
import type { DisablingVault } from '../../ports/vault.ts';

const cacheForMs = 5 * 60 * 1000;

const hasStatus = (error: unknown, status: number): error is Error =>
  error instanceof Error && 'statusCode' in error && error.statusCode === status;

/** A name whose secret was deleted stays taken until it is recovered or purged (Key Vault, soft-delete). */
const isInBin = (error: unknown): boolean =>
  hasStatus(error, 409) && /deleted but recoverable|ObjectIsDeletedButRecoverable|being deleted/i.test(error.message);

/**
 * Azure Key Vault. Reads are cached for five minutes: the service throttles, and every request needs a key. What is not
 * there is not cached, since another process may set it.
 */
export function openKeyVault(
  vaultUrl: string,
  credential: TokenCredential,
  clock: Clock,
  options?: SecretClientOptions,
): DisablingVault {
  const client = new SecretClient(vaultUrl, credential, options);
  const cache = new Map<string, { value: string; readAtMs: number }>();
  /** How often each was set: what was asked for before a change may come after it, and is not kept. */
  const changes = new Map<string, number>();
  const changesOf = (name: string) => changes.get(name) ?? 0;
  const changed = (name: string) => {
    changes.set(name, changesOf(name) + 1);
    cache.delete(name);
  };
  return {
    async get(name) {
      const nowMs = clock.now().getTime();
      const cached = cache.get(name);
      if (cached && nowMs - cached.readAtMs < cacheForMs) return cached.value;
      cache.delete(name);
      const changesBefore = changesOf(name);
      let value: string | undefined;
      try {
        value = (await client.getSecret(name)).value;
      } catch (error) {
        if (!hasStatus(error, 404)) throw error;
      }
      if (value === undefined) return null;
      if (changesOf(name) === changesBefore) cache.set(name, { value, readAtMs: nowMs });
      return value;
    },
    async set(name, value) {
      changed(name);
      try {
        await client.setSecret(name, value);
      } catch (error) {
        if (!isInBin(error)) throw error;
        throw new Error(`The secret '${name}' was deleted in Key Vault. Recover it there, then try again.`);
      } finally {
        changed(name);
      }
    },
    async disable(name) {
      changed(name);
      try {
        for await (const { version, enabled } of client.listPropertiesOfSecretVersions(name)) {
          if (version !== undefined && enabled) await client.updateSecretProperties(name, version, { enabled: false });
        }
      } catch (error) {
        if (!hasStatus(error, 404)) throw error;
      } finally {
        changed(name);
      }
    },
  };
}

/** The same, with the function app's managed identity. */
export function openKeyVaultWithIdentity(
  vaultUrl: string,
  clock: Clock,
  options?: SecretClientOptions,
): DisablingVault {
  return openKeyVault(vaultUrl, new DefaultAzureCredential(), clock, options);
}
