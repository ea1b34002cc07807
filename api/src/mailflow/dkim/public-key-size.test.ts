import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfBase64, rsaKeyBits } from './public-key-size.ts';

const spki = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'der' });

describe('base64', () => {
  it('white space and missing padding do not matter', () => {
    expect(bytesOfBase64(' aGV\tsbG8= ')).toEqual(new Uint8Array([104, 101, 108, 108, 111]));
    expect(bytesOfBase64('aGVsbG8')).toEqual(new Uint8Array([104, 101, 108, 108, 111]));
    expect(bytesOfBase64('')).toEqual(new Uint8Array());
  });
  it.each(['a', 'abcde', 'ab$d', 'ab=c', 'ab===', 'ab-_'])('%s is none', (text) => {
    expect(bytesOfBase64(text)).toBeNull();
  });
});

describe('the size of an RSA key', () => {
  it.each([512, 1023, 1024, 2048, 4096])('%i bits', (bits) => {
    expect(rsaKeyBits(new Uint8Array(spki(bits)))).toBe(bits);
  });
  it('a bare RSAPublicKey has one as well', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(rsaKeyBits(new Uint8Array(publicKey.export({ type: 'pkcs1', format: 'der' })))).toBe(1024);
  });
  it('keys of another kind have none', () => {
    const ed = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
    expect(rsaKeyBits(new Uint8Array(ed))).toBeNull();
    expect(rsaKeyBits(new Uint8Array(ec))).toBeNull();
  });
  it('a key that is cut off or has something behind it has none', () => {
    const key = new Uint8Array(spki(1024));
    for (let length = 0; length < key.length; length++) expect(rsaKeyBits(key.slice(0, length))).toBeNull();
    expect(rsaKeyBits(new Uint8Array([...key, 0]))).toBeNull();
  });
  it('a modulus of nothing but zeros has none', () => {
    expect(rsaKeyBits(new Uint8Array([0x30, 6, 2, 1, 0, 2, 1, 3]))).toBeNull();
    expect(rsaKeyBits(new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 3]))).toBe(1);
    expect(rsaKeyBits(new Uint8Array([0x30, 3, 2, 1, 1]))).toBeNull();
  });
  it('any bytes are read without an exception', () => {
    const key = spki(512);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 64 }),
          fc.tuple(fc.nat(key.length - 1), fc.nat(255)).map(([at, byte]) => new Uint8Array(key).with(at, byte)),
        ),
        (bytes) => {
          const bits = rsaKeyBits(bytes);
          expect(bits === null || bits > 0).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
