import { generateKeyPairSync, sign } from 'node:crypto';
import type { PackSigner } from '../../../ports/signing-key.ts';
import { evidencePublicKey } from '../detached-signature.ts';

/** A signer with a key of its own. */
export async function packSigner(): Promise<PackSigner> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = await evidencePublicKey(publicKey.export({ format: 'jwk' }));
  return { key, sign: async (input) => sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' }) };
}

/** What a small pack says of itself. */
export const packHead = {
  evidencePack: 1,
  tenant: { id: 't', name: 'Contoso', directoryId: 'd' },
  framework: { id: 'cmmc-level-1', name: 'CMMC', version: '2.0' },
  audit: { id: 'a', judgedAt: '2026-11-20T08:00:00.000Z', isSimulated: true },
  snapshot: 'redacted',
  catalogue: { sha256: '0'.repeat(64), checks: 3 },
  tool: { name: 'Tenantry', version: '0.1.0', commit: null },
  madeAt: '2026-11-20T09:00:00.000Z',
  madeBy: 'ada',
  installation: { name: 'MSP', address: 'https://msp.example', keysAt: 'https://msp.example/api/evidence/keys' },
} as const;
