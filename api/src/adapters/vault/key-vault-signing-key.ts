import { DefaultAzureCredential, type TokenCredential } from '@azure/identity';
import {
  CryptographyClient,
  type CryptographyClientOptions,
  KeyClient,
  type KeyClientOptions,
  type KeyVaultKey,
} from '@azure/keyvault-keys';
import type { Clock } from '../../ports/clock.ts';
import type { EvidencePublicKey, PackSigner, SigningKey } from '../../ports/signing-key.ts';

/** The name of the key, as infra/bicep/modules/key-vault.bicep makes it. */
export const signingKeyName = 'evidence-signing';

/** Anybody may ask for the public keys, and the service throttles. */
const cacheForMs = 5 * 60 * 1000;

type PublicKeyOf = (key: { kty: 'EC'; crv: 'P-256'; x: string; y: string }) => Promise<EvidencePublicKey>;
type Options = KeyClientOptions & CryptographyClientOptions;

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === status;

const inBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/**
 * The signing key in Azure Key Vault: an EC key of P-256 whose private half never leaves it (REST API 7.x, Sign). Its versions are the
 * keys that were in use: those that are enabled stay published, so that packs of before a rotation verify; one that is disabled counts for
 * nothing from then on.
 */
export function openKeyVaultSigningKey(
  vaultUrl: string,
  credential: TokenCredential,
  { clock, publicKeyOf }: { clock: Clock; publicKeyOf: PublicKeyOf },
  options?: Options,
): SigningKey {
  const client = new KeyClient(vaultUrl, credential, options);
  let cached: { keys: readonly EvidencePublicKey[]; readAtMs: number } | null = null;

  async function publicKey({ name, key }: KeyVaultKey): Promise<EvidencePublicKey> {
    if (key?.crv !== 'P-256' || !key.x || !key.y) throw new Error(`The key '${name}' of Key Vault is no key of P-256`);
    return publicKeyOf({ kty: 'EC', crv: 'P-256', x: inBase64Url(key.x), y: inBase64Url(key.y) });
  }

  /** The enabled versions, the newest first: that is the one in use. */
  async function versions(): Promise<KeyVaultKey[]> {
    const enabled: { version: string; createdOn: number }[] = [];
    try {
      for await (const { version, enabled: isEnabled, createdOn } of client.listPropertiesOfKeyVersions(signingKeyName))
        if (version !== undefined && isEnabled) enabled.push({ version, createdOn: createdOn?.getTime() ?? 0 });
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
    const newest = enabled.toSorted((one, other) => other.createdOn - one.createdOn);
    return Promise.all(newest.map(({ version }) => client.getKey(signingKeyName, { version })));
  }

  return {
    async signer(): Promise<PackSigner> {
      const [newest] = await versions();
      if (newest === undefined)
        throw new Error(
          `Key Vault has no key '${signingKeyName}' that is enabled. Deploy the infrastructure, which makes it.`,
        );
      const signing = new CryptographyClient(newest, credential, options);
      // A version that is new is published at once.
      cached = null;
      return { key: await publicKey(newest), sign: async (input) => (await signing.signData('ES256', input)).result };
    },

    async publicKeys() {
      const nowMs = clock.now().getTime();
      if (cached === null || nowMs - cached.readAtMs >= cacheForMs)
        cached = { keys: await Promise.all((await versions()).map(publicKey)), readAtMs: nowMs };
      return cached.keys;
    },
  };
}

/** The same, with the function app's managed identity. */
export const openKeyVaultSigningKeyWithIdentity = (
  vaultUrl: string,
  parts: { clock: Clock; publicKeyOf: PublicKeyOf },
): SigningKey => openKeyVaultSigningKey(vaultUrl, new DefaultAzureCredential(), parts);
