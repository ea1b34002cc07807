import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { holdsToken, isWellFormedToken, newTokenSecret, publicTokenId, tokenRecordId } from './token-format.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const numberOf = (text: string) => [...text].reduce((value, digit) => value * 62n + BigInt(digits.indexOf(digit)), 0n);
const made = Array.from({ length: 200 }, newTokenSecret);

it('has 256 bits at random between the prefix and a CRC-32 that others can compute', () => {
  expect(new Set(made).size).toBe(made.length);
  for (const token of made) {
    expect(token).toMatch(/^tenantry_[0-9A-Za-z]{49}$/);
    expect(numberOf(token.slice(9, 52))).toBeLessThan(2n ** 256n);
    expect(numberOf(token.slice(52))).toBe(BigInt(crc32(token.slice(0, 52))));
  }
  // Each of the bits is set in some and not in others.
  const values = made.map((token) => numberOf(token.slice(9, 52)));
  for (let bit = 0n; bit < 256n; bit += 1n) {
    expect(new Set(values.map((value) => (value >> bit) & 1n)).size).toBe(2);
  }
});

it('is told from what was mistyped by its checksum, without a look at any store', () => {
  for (const token of made.slice(0, 50)) {
    expect(isWellFormedToken(token)).toBe(true);
    const at = 9 + (token.charCodeAt(12) % 49);
    const wrong = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
    for (const text of [wrong, token.slice(1), `${token}0`, token.toUpperCase(), ` ${token}`, `${token}\n`, '']) {
      expect([text, isWellFormedToken(text)]).toEqual([text, false]);
    }
  }
});

it('is found wherever it stands, and named by a part of its hash', () => {
  const [token = ''] = made;
  expect(holdsToken(`https://x.example/?a=${token}&b`)).toBe(true);
  expect(holdsToken('https://x.example/?a=tenantry_short')).toBe(false);
  expect(tokenRecordId(token)).toMatch(/^token-[0-9a-f]{64}$/);
  expect(tokenRecordId(token).slice(6)).toContain(publicTokenId(tokenRecordId(token)));
  expect(publicTokenId(tokenRecordId(token))).toMatch(/^[0-9a-f]{32}$/);
});
