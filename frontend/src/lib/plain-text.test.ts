import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('text from an address is one line of at most 300 characters', () => {
  expect(plainText(' The consent\r\nwas\u0000 declined. ')).toBe('The consent was declined.');
  expect(plainText('😀'.repeat(400))).toBe(`${'😀'.repeat(300)}…`);
});

test('it cannot turn the direction of what follows it', () => {
  expect(plainText('safe\u202eexe')).toBe('safe exe');
});

test.each([null, '', ' \n\u200b'])('%j says nothing', (text) => {
  expect(plainText(text)).toBeNull();
});
