import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rsaKey, rsaSpki } from '../testing/rsa-key.ts';
import { bytesOfBase64, rsaKeyBits } from './public-key-size.ts';

describe('base64', () => {
  it('white space and missing padding do not matter', () => {
    expect(bytesOfBase64(' aGV\tsbG8= ')).toEqual(new Uint8Array([104, 101, 108, 108, 111]));
    expect(bytesOfBase64('aGVsbG8')).toEqual(new Uint8Array([104, 101, 108, 108, 111]));
    expect(bytesOfBase64('')).toEqual(new Uint8Array());
  });
  it('padding may be there in part', () => {
    expect(bytesOfBase64('aA==')).toEqual(new Uint8Array([104]));
    expect(bytesOfBase64('aA=')).toEqual(new Uint8Array([104]));
    expect(bytesOfBase64('a\nG\r\n k =')).toEqual(new Uint8Array([104, 105]));
  });
  it.each(['a', 'abcde', 'ab$d', 'ab=c', 'ab===', 'ab-_', '=ab', 'abcde==='])('%s is none', (text) => {
    expect(bytesOfBase64(text)).toBeNull();
  });
});

describe('the size of an RSA key', () => {
  it.each([512, 1023, 1024, 2048, 4096])('%i bits', (bits) => {
    expect(rsaKeyBits(new Uint8Array(rsaSpki(bits)))).toBe(bits);
  });
  it('a bare RSAPublicKey has one as well', () => {
    expect(rsaKeyBits(new Uint8Array(rsaKey(1024).export({ type: 'pkcs1', format: 'der' })))).toBe(1024);
  });
  it('keys of another kind have none', () => {
    const ed = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
    expect(rsaKeyBits(new Uint8Array(ed))).toBeNull();
    expect(rsaKeyBits(new Uint8Array(ec))).toBeNull();
  });
  it('a key that is cut off or has something behind it has none', () => {
    const key = new Uint8Array(rsaSpki(1024));
    for (let length = 0; length < key.length; length++) expect(rsaKeyBits(key.slice(0, length))).toBeNull();
    expect(rsaKeyBits(new Uint8Array([...key, 0]))).toBeNull();
  });
  it('a modulus of nothing but zeros has none', () => {
    expect(rsaKeyBits(new Uint8Array([0x30, 6, 2, 1, 0, 2, 1, 3]))).toBeNull();
    expect(rsaKeyBits(new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 3]))).toBe(1);
    expect(rsaKeyBits(new Uint8Array([0x30, 3, 2, 1, 1]))).toBeNull();
  });
  it.each<[string, number[], number | null]>([
    ['a bare key', [0x30, 6, 2, 1, 0x7f, 2, 1, 3], 7],
    ['a length of two octets where one would do', [0x30, 0x81, 6, 2, 1, 0x7f, 2, 1, 3], 7],
    ['a length of four octets', [0x30, 0x83, 0, 0, 6, 2, 1, 0x7f, 2, 1, 3], 7],
    ['a length of five octets', [0x30, 0x84, 0, 0, 0, 6, 2, 1, 0x7f, 2, 1, 3], null],
    ['a length that is not told', [0x30, 0x80, 2, 1, 0x7f, 2, 1, 3, 0, 0], null],
    ['a length that is cut off', [0x30, 0x82, 1], null],
    ['one octet', [0x30], null],
    ['no octet', [], null],
    ['a set in place of a sequence', [0x31, 6, 2, 1, 0x7f, 2, 1, 3], null],
    ['an empty sequence', [0x30, 0], null],
    ['an exponent that is none', [0x30, 6, 2, 1, 0x7f, 4, 1, 3], null],
    ['a text in place of the modulus', [0x30, 6, 4, 1, 0x7f, 2, 1, 3], null],
    ['a modulus with zeros before it', [0x30, 8, 2, 3, 0, 0, 0x80, 2, 1, 3], 8],
  ])('%s', (_, bytes, bits) => {
    expect(rsaKeyBits(Uint8Array.from(bytes))).toBe(bits);
  });

  const sized = (tag: number, ...content: number[]) => [tag, content.length, ...content];
  const rsa = sized(0x30, ...sized(6, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1), 5, 0);
  const pair = sized(0x30, 2, 1, 0x7f, 2, 1, 3);
  it.each<[string, number[], number | null]>([
    ['an algorithm and a key', sized(0x30, ...rsa, ...sized(3, 0, ...pair)), 7],
    ['another algorithm', sized(0x30, ...sized(0x30, ...sized(6, 0x2a, 0x86, 0x48)), ...sized(3, 0, ...pair)), null],
    ['an algorithm that is no sequence', sized(0x30, ...sized(0x31, ...rsa.slice(2)), ...sized(3, 0, ...pair)), null],
    ['an algorithm alone', sized(0x30, ...rsa), null],
    ['a key in octets in place of bits', sized(0x30, ...rsa, ...sized(4, 0, ...pair)), null],
    ['a key with unused bits', sized(0x30, ...rsa, ...sized(3, 1, ...pair)), null],
    ['a key that is no sequence', sized(0x30, ...rsa, ...sized(3, 0, ...sized(0x31, ...pair.slice(2)))), null],
    ['a key without a modulus', sized(0x30, ...rsa, ...sized(3, 0, ...sized(0x30, 4, 1, 0x7f, 2, 1, 3))), null],
    ['an empty key', sized(0x30, ...rsa, ...sized(3, 0)), null],
  ])('in the form of certificates: %s', (_, bytes, bits) => {
    expect(rsaKeyBits(Uint8Array.from(bytes))).toBe(bits);
  });
  it('any bytes are read without an exception', () => {
    const key = rsaSpki(512);
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
