import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { EvidencePublicKey } from '../../ports/signing-key.ts';

/** Order of the curve P-256 (FIPS 186-5; SEC 2, 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const halfBytes = 32;

const numberIn = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/**
 * @param key of P-256, with or without other fields, which are left out
 * @throws Error where it is none, or no point of the curve
 */
export async function evidencePublicKey({ kty, crv, x, y }: JsonWebKey): Promise<EvidencePublicKey> {
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string')
    throw new Error('The key is no key of the curve P-256');
  createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const kid = await calculateJwkThumbprint({ kty, crv, x, y }, 'sha256');
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
}

/**
 * The one form of a signature `r || s`: of the two that hold for the same text, `(r, s)` and `(r, n - s)`, the one with the smaller `s`.
 * Else somebody without the key could change bytes of a pack and it would still verify.
 */
export function lowS(signature: Uint8Array): Buffer {
  const [r, s] = [signature.subarray(0, halfBytes), numberIn(signature.subarray(halfBytes))];
  const low = s > order / 2n ? order - s : s;
  return Buffer.concat([r, Buffer.from(low.toString(16).padStart(2 * halfBytes, '0'), 'hex')]);
}

/** The header of a detached signature: the payload goes in as it is (RFC 7797, 3), and `b64` has to be understood (RFC 7515, 4.1.11). */
const headerOf = (kid: string): string =>
  Buffer.from(JSON.stringify({ alg: 'ES256', b64: false, crit: ['b64'], kid })).toString('base64url');

/**
 * What is signed of a payload: its header, a dot and the payload itself (RFC 7797, 3).
 * @param kid of the key that signs
 */
export const signingInput = (kid: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${headerOf(kid)}.`, 'ascii'), payload]);

/** A JSON Web Signature with detached content (RFC 7515, appendix F, with RFC 7797). */
export const detachedJws = (kid: string, signature: Uint8Array): string =>
  `${headerOf(kid)}..${lowS(signature).toString('base64url')}`;

/**
 * Why a detached signature does not hold for a payload; null where it does. It has to be to the letter as `detachedJws` writes it: another
 * spelling of the header, of base64 or of the signature itself is none.
 */
export function signatureProblem(jws: string, payload: Uint8Array, key: EvidencePublicKey): string | null {
  const [header = '', between, encoded = '', ...more] = jws.split('.');
  if (between !== '' || more.length > 0) return 'it is no detached signature';
  if (header !== headerOf(key.kid)) return 'it is of another key, or has a header that no pack has';
  const signature = Buffer.from(encoded, 'base64url');
  if (signature.length !== 2 * halfBytes || signature.toString('base64url') !== encoded)
    return 'it is no signature of ES256';
  if (!lowS(signature).equals(signature)) return 'it was changed into its other form';
  const { kty, crv, x, y } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const isGood = verify(
    'sha256',
    signingInput(key.kid, payload),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    signature,
  );
  return isGood ? null : 'it does not hold: the text or the signature was changed';
}
