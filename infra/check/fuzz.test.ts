import { globSync } from 'node:fs';
import { assert, constantFrom, integer, property } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { BicepCopy } from './testing/planted.ts';

const copy = await BicepCopy.make();
afterAll(() => copy.remove());

const files = globSync('infra/bicep/**/*.{bicep,bicepparam}', { cwd: copy.root });
const places = files.flatMap((file) =>
  copy
    .text(file)
    .split('\n')
    .map((_, line) => ({ file, line })),
);

test('whatever line is deleted, the check ends, and names a place in a file', () => {
  assert(
    property(constantFrom(...places), ({ file, line }) => {
      const lines = copy.text(file).split('\n');
      lines.splice(line, 1);
      for (const fault of copy.faultsOf(file, lines.join('\n'))) {
        expect(fault.file).not.toBe('');
        expect(fault.line).toBeGreaterThan(0);
      }
    }),
    { numRuns: 40 },
  );
});

test('whatever character is put in, the check ends', () => {
  assert(
    property(
      constantFrom(...places),
      constantFrom(..."{}[]()':?!@=$|&.,#x5\\"),
      integer({ min: 0, max: 80 }),
      (place, sign, column) => {
        const lines = copy.text(place.file).split('\n');
        const line = lines[place.line] ?? '';
        lines[place.line] = line.slice(0, column) + sign + line.slice(column);
        expect(Array.isArray(copy.faultsOf(place.file, lines.join('\n')))).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});
