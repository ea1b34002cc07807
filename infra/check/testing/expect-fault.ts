import { expect } from 'vitest';
import type { BicepCopy } from './planted.ts';

/** What is planted: where, what for what, the word on whose line the fault is reported, and what is said. */
export type Plant = [title: string, file: string, from: string, to: string, word: string, message: string];

export function expectFault(copy: BicepCopy, [, file, from, to, word, message]: Plant): void {
  const planted = { file, from, to };
  const found = copy.faultsWith(planted);
  const said = found.map((one) => `${one.file}:${one.line}: ${one.message}`);
  expect(said).toContainEqual(expect.stringContaining(message));
  const lines = found.filter((one) => one.message.includes(message)).map((one) => `${one.file}:${one.line}`);
  expect(lines).toContain(`${file}:${copy.lineOf(planted, word)}`);
}
