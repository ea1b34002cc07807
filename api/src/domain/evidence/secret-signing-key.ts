import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import * as z from 'zod/mini';
import type { PackSigner, SigningKey } from '../../ports/signing-key.ts';
import { acquireLease } from '../lease/lease.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { evidencePublicKey } from './detached-signature.ts';

const secretName = 'evidence-signing-key';
const Key = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() });
type Key = z.infer<typeof Key>;
const leaseForMs = 10_000;
const pollMs = 100;

async function signerOf({ kty, crv, x, y, d }: Key): Promise<PackSigner> {
  const key = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' });
  return {
    key: await evidencePublicKey({ kty, crv, x, y }),
    sign: async (input) => sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

/**
 * The signing key of one machine, where there is no Key Vault: a secret of its encrypted file. Here the process itself signs, so that
 * whoever can read the file and its key can sign too.
 */
export function createSecretSigningKey({
  vault,
  leases,
  clock,
}: Pick<CommonParts, 'vault' | 'leases' | 'clock'>): SigningKey {
  const read = async (): Promise<Key | null> => {
    const text = await vault.get(secretName);
    return text === null ? null : z.parse(Key, JSON.parse(text));
  };

  /** One process makes it; the others wait for that one. */
  async function made(): Promise<Key> {
    for (;;) {
      const lease = await acquireLease(leases, secretName, { clock, forMs: leaseForMs });
      try {
        const present = await read();
        if (present) return present;
        if (lease) {
          const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
          await vault.set(secretName, JSON.stringify(privateKey.export({ format: 'jwk' })));
        }
      } finally {
        await lease?.release();
      }
      if (!lease) await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  return {
    signer: async () => signerOf((await read()) ?? (await made())),
    async publicKeys() {
      const key = await read();
      return key === null ? [] : [await evidencePublicKey(key)];
    },
  };
}
