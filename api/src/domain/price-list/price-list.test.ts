import { readFile } from 'node:fs/promises';
import { workKindLabels } from '@tenantry/contract/labels';
import { mostOfSize, WorkKind } from '@tenantry/contract/price-list';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import type { PriceListRecord } from '../../store/system-config.ts';
import { defaultPrices, defaultRates, defaultWork, licenseWorkId } from './default-prices.ts';
import { hoursFor, priceListOf } from './price-list.ts';

const stored = (list: Partial<PriceListRecord>): PriceListRecord => ({
  id: 'price-list',
  key: 'price-list',
  rates: [...defaultRates],
  work: [],
  hoursByKind: [],
  revision: 4,
  updatedBy: 'ada',
  updatedAt: '2026-03-01T00:00:00.000Z',
  outbox: [],
  hasOutbox: false,
  ...list,
});

describe('the price list', () => {
  it('has hours in quarters for every remedy and for a license, each with one line why', () => {
    expect(defaultPrices.map(({ id }) => id)).toEqual([...remedies.map(({ id }) => id), licenseWorkId]);
    expect(Object.keys(defaultWork).toSorted()).toEqual(defaultPrices.map(({ id }) => id).toSorted());
    for (const { id, hours, size, why } of defaultPrices) {
      expect([id, hours > 0, Number.isInteger(hours * 4), Number.isInteger((size?.hours ?? 0) * 4)]).toEqual([
        id,
        true,
        true,
        true,
      ]);
      expect([id, why.length > 15, why.length <= 140, /[.;]$/.test(why)]).toEqual([id, true, true, false]);
    }
    expect(new Set(defaultPrices.map(({ why }) => why)).size).toBe(defaultPrices.length);
    expect(new Set(defaultPrices.map(({ kind }) => kind))).toEqual(new Set(WorkKind.options));
  });

  it('has the defaults that its page tells', async () => {
    const page = await readFile(new URL('../../../../docs/project-plan.md', import.meta.url), 'utf8');
    for (const { title, kind, hours, size, why } of defaultPrices) {
      const bySize = size ? `${size.hours} per ${size.each}` : '';
      expect(page).toContain(`| ${title} | ${workKindLabels[kind]} | ${hours} | ${bySize} | ${why} |`);
    }
    expect(new Set(defaultRates.map(({ hourlyRate }) => hourlyRate))).toEqual(new Set([150]));
    expect(page).toContain('150 dollars an hour');
  });

  it('has the product’s own hours and rate for what nobody edited, and for what came after it was saved', () => {
    const [first] = defaultRates;
    const list = priceListOf(
      stored({
        rates: first ? [{ ...first, hourlyRate: 180 }] : [],
        work: [
          { id: 'require-mfa', hours: 9, sizeHours: 0.5 },
          { id: 'gone-remedy', hours: 3, sizeHours: null },
        ],
      }),
    );
    expect(list.rates.map(({ hourlyRate }) => hourlyRate)).toEqual([180, ...defaultRates.slice(1).map(() => 150)]);
    const edited = list.work.find(({ id }) => id === 'require-mfa');
    expect(edited).toMatchObject({ hours: 9, size: { hours: 0.5, per: 100, each: '100 users' } });
    expect(list.work.filter((price) => price !== edited)).toEqual(
      defaultPrices.filter(({ id }) => id !== 'require-mfa'),
    );
    expect([list.isDefault, list.revision]).toEqual([false, 4]);
  });

  it('keeps hours that were edited by kind of work, as many times the default as they were', () => {
    const hoursByKind = [{ kind: 'mail-dns' as const, hours: 4, defaultHours: 2 }];
    const list = priceListOf(stored({ hoursByKind, work: [{ id: 'mx-records', hours: 1, sizeHours: 1 }] }));
    expect(list.carriedOver).toEqual(hoursByKind);
    for (const { id, kind, hours, size } of list.work) {
      const own = defaultPrices.find((price) => price.id === id);
      const times = kind === 'mail-dns' && id !== 'mx-records' ? 2 : 1;
      expect([id, hours]).toEqual([id, (own?.hours ?? 0) * times]);
      if (id !== 'mx-records') expect([id, size?.hours]).toEqual([id, own?.size ? own.size.hours * times : undefined]);
    }
    const tiny = priceListOf(stored({ hoursByKind: [{ kind: 'exchange', hours: 0.25, defaultHours: 400 }] }));
    expect(tiny.work.every(({ hours }) => hours >= 0.25)).toBe(true);
  });
});

describe('the hours of a remedy', () => {
  const size = { hours: 1, per: 100, each: '100 users' };

  it('grow with those affected, in quarters rounded up, and are at most four times those of the smallest client', () => {
    const price = { hours: 4, size };
    expect([0, 10, 25, 26, 793, 1_200, 50_000].map((affected) => hoursFor(price, affected))).toEqual([
      4, 4.25, 4.25, 4.5, 12, 16, 16,
    ]);
    expect(hoursFor({ hours: 4, size: null }, 847)).toBe(4);
  });

  it('never shrink where more are affected, and are quarters', () => {
    const hours = fc.integer({ min: 1, max: 80 }).map((quarters) => quarters / 4);
    const count = fc.nat({ max: 20_000 });
    fc.assert(
      fc.property(hours, hours, fc.constantFrom(1, 10, 100), count, count, (fixed, more, per, a, b) => {
        const price = { hours: fixed, size: { hours: more, per, each: '' } };
        const [fewer, most] = [hoursFor(price, Math.min(a, b)), hoursFor(price, Math.max(a, b))];
        expect(fewer).toBeLessThanOrEqual(most);
        expect(fewer).toBeGreaterThanOrEqual(fixed);
        expect(most).toBeLessThanOrEqual(fixed + mostOfSize * fixed);
        expect(Number.isInteger(most * 4)).toBe(true);
      }),
    );
  });
});
