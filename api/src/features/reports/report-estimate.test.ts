import { expect, test } from 'vitest';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import { reportEstimate } from './report-estimate.ts';

const prices = priceListOf(undefined);

test('an estimate adds hours and price of each finding by its kind of work', () => {
  const findings = [
    { checkId: 'ca.legacy', category: 'conditional-access' as const },
    { checkId: 'ca.mfa.all', category: 'conditional-access' as const },
  ];
  expect(reportEstimate(findings, prices)).toEqual({
    findings: 2,
    hours: 6,
    price: 900,
    pricesAreDefault: true,
    byCheck: findings.map(({ checkId }) => ({ checkId, hours: 3, price: 450 })),
  });
});

test('where nothing is open there is nothing to estimate', () => {
  expect(reportEstimate([], prices)).toBeNull();
});
