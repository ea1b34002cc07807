import { createPublicKey } from 'node:crypto';
import type { EvidencePublicKey } from '../../ports/signing-key.ts';

/** The key as openssl reads it. */
export function publicKeyPem({ kty, crv, x, y }: EvidencePublicKey): string {
  const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
