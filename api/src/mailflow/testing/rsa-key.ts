import { createPublicKey, type KeyObject } from 'node:crypto';

/** An RSA key as Node writes it, of a modulus of ones: its size is all that matters, and no primes have to be found. */
export function rsaKey(bits: number): KeyObject {
  const modulus = Buffer.alloc(Math.ceil(bits / 8), 0xff);
  modulus[0] = 0xff >> (modulus.length * 8 - bits);
  return createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' });
}

/** The same in DER, as SubjectPublicKeyInfo: what stands in a DKIM record (RFC 6376, 3.6.1). */
export const rsaSpki = (bits: number): Buffer => rsaKey(bits).export({ type: 'spki', format: 'der' });
