import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rsaSpki } from '../testing/rsa-key.ts';
import { isDkimRecord, parseDkimKey } from './dkim-key.ts';

const rsa = rsaSpki(1024).toString('base64');
const edKey = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'der' })
  .subarray(-32)
  .toString('base64');

describe('key records (RFC 6376, 3.6.1)', () => {
  it.each(['v=DKIM1; p=x', 'v=DKIM1', 'v=dkim1; p=', 'p=abc', 'k=rsa; p=abc'])('%s is one', (text) => {
    expect(isDkimRecord(text)).toBe(true);
  });
  it.each(['', 'v=spf1 -all', 'v=DMARC1; p=none', 'hello', 'k=rsa'])('%j is none', (text) => {
    expect(isDkimRecord(text)).toBe(false);
  });
  it('an RSA key is measured', () => {
    expect(parseDkimKey(`v=DKIM1; k=rsa; p=${rsa}`)).toEqual({
      state: 'ok',
      keyType: 'rsa',
      keyBits: 1024,
      testing: false,
      hashes: [],
      problems: [],
    });
    expect(parseDkimKey(`p=${rsa.slice(0, 20)} \t${rsa.slice(20)};`)).toMatchObject({ state: 'ok', keyBits: 1024 });
  });
  it('an Ed25519 key has 32 bytes (RFC 8463)', () => {
    expect(parseDkimKey(`v=DKIM1; k=ed25519; p=${edKey}`)).toMatchObject({
      state: 'ok',
      keyType: 'ed25519',
      keyBits: 256,
    });
    expect(parseDkimKey('v=DKIM1; k=ed25519; p=AAAA')).toMatchObject({
      state: 'invalid',
      keyBits: null,
      problems: ['p= is not a valid ed25519 key'],
    });
  });
  it('an empty p= withdraws the key', () => {
    expect(parseDkimKey('v=DKIM1; p=')).toMatchObject({ state: 'revoked', keyBits: null, problems: [] });
    expect(parseDkimKey('v=DKIM1; k=rsa; p= ;')).toMatchObject({ state: 'revoked' });
  });
  it('flags, hashes and services', () => {
    expect(parseDkimKey(`v=DKIM1; t=s:y; h=sha1:SHA256; s=email; p=${rsa}`)).toMatchObject({
      state: 'ok',
      testing: true,
      hashes: ['sha1', 'sha256'],
    });
    expect(parseDkimKey(`v=DKIM1; t=s; s=*; p=${rsa}`)).toMatchObject({ state: 'ok', testing: false });
  });
  it.each([
    [`k=rsa; v=DKIM1; p=${rsa}`, 'v=DKIM1 must be the first tag'],
    [`v=dkim1; p=${rsa}`, 'v=DKIM1 must be the first tag'],
    [`v=DKIM1; h=sha1; p=${rsa}`, 'h= does not allow sha256'],
    [`v=DKIM1; s=tlsrpt; p=${rsa}`, 's= does not allow email'],
    [`v=DKIM1; k=x; p=${rsa}`, 'the key type x is unknown'],
    ['v=DKIM1; p=AAAA', 'p= is not a valid rsa key'],
    ['v=DKIM1; p=%%', 'p= is not a valid rsa key'],
    ['v=DKIM1; k=rsa', 'p= is missing'],
    [`v=DKIM1; p=${rsa}; p=${rsa}`, 'p= is duplicated'],
    [`v=DKIM1; p=${rsa}; junk`, '"junk" is not a tag'],
  ])('%s cannot be used', (text, problem) => {
    expect(parseDkimKey(text)).toMatchObject({ state: 'invalid', problems: [problem] });
  });
});
