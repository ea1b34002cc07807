import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guidIndex, guidOf, hashFraction, mix32, unmix32 } from './counter-hash.ts';

const uint32 = fc.integer({ min: 0, max: 0xffffffff });

test('mixing can be undone for every figure', () => {
  fc.assert(fc.property(uint32, (value) => unmix32(mix32(value)) === value));
});

test('an id leads back to the index it was made from, and to none under another key', () => {
  fc.assert(
    fc.property(uint32, fc.integer({ min: 0, max: 1_000_000 }), (key, index) => {
      const id = guidOf(key, index, 17);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(guidIndex(key, id, 17)).toBe(index);
      expect(guidIndex(key ^ 1, id, 17)).toBeNull();
    }),
  );
});

test('fractions spread evenly over ten bins', () => {
  const bins = new Array<number>(10).fill(0);
  for (let index = 0; index < 100_000; index++) {
    const bin = Math.floor(hashFraction(42, index, 5) * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  for (const bin of bins) expect(Math.abs(bin - 10_000)).toBeLessThan(500);
});
