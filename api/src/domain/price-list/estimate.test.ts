import { Category } from '@tenantry/contract/verdicts';
import { describe, expect, it } from 'vitest';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { estimator, revenueOf } from './estimate.ts';
import { priceListOf } from './price-list.ts';

const defaults = priceListOf(undefined);
const list = {
  ...defaults,
  rates: defaults.rates.map((rate) => (rate.kind === 'mail-dns' ? { ...rate, hourlyRate: 99 } : rate)),
};
const estimate = estimator(list);
const finding = (affectedCount: number, category: Category = 'mfa') => ({ affectedCount, category });

describe('an estimate', () => {
  it('is of every remedy, with its hours once, however many findings it closes', () => {
    for (const { id } of remedies) {
      const one = estimate({ id, members: [finding(0)] });
      expect(one.hours).toBe(list.work.find((price) => price.id === id)?.hours);
      expect(estimate({ id, members: [finding(0), finding(0), finding(0)] })).toEqual(one);
      expect(one.price).toBe(one.hours * one.hourlyRate);
    }
  });

  it('goes by the largest number affected in one finding, since it is mostly the same people', () => {
    expect(estimate({ id: 'require-mfa', members: [finding(793), finding(92), finding(793)] }).hours).toBe(12);
  });

  it('is by the rate of the kind of work that the remedy is, whatever area its findings are in', () => {
    expect(estimate({ id: 'spf-record', members: [finding(1, 'mfa')] })).toEqual({
      hours: 1.5,
      hourlyRate: 99,
      price: 148.5,
    });
  });

  it('of a missing license is the work of adding it, whichever it is', () => {
    for (const needsLicense of ['Microsoft Entra ID P1', 'Microsoft Defender for Office 365']) {
      const { id } = workOf({ checkId: 'ca.mfa.all', needsLicense });
      const license = list.work.find((price) => price.id === 'license');
      expect(estimate({ id, members: [finding(34, 'conditional-access')] }).hours).toBe(license?.hours);
    }
  });

  it('of a check that the catalog no longer has goes by its category', () => {
    const { id } = workOf({ checkId: 'gone.check', needsLicense: null });
    const rates = Category.options.map((category) => estimate({ id, members: [finding(500, category)] }));
    expect(rates.map(({ hours, hourlyRate }) => [hours, hourlyRate])).toEqual([
      [2, 150],
      [2, 150],
      [2, 150],
      [2, 99],
      [2, 150],
      [2, 150],
    ]);
  });
});

describe('what a task brings', () => {
  it('is its hours at the rate of its work, which a task of before tells by its check', () => {
    const category = 'secure-score' as const;
    expect(revenueOf(list, { remedyId: 'dkim-signing', checkId: null, category }, 2)).toBe(198);
    expect(revenueOf(list, { remedyId: null, checkId: 'dns.dkim', category }, 2)).toBe(198);
    expect(revenueOf(list, { remedyId: null, checkId: 'gone.check', category: 'mail-flow' }, 2)).toBe(198);
    expect(revenueOf(list, { remedyId: null, checkId: null, category }, 2)).toBe(300);
  });
});
