import { expect, test } from 'vitest';
import { seen } from '../../domain/finding/finding-of-verdict.ts';
import { estimator } from '../../domain/price-list/estimate.ts';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { reportEstimate } from './report-estimate.ts';

const prices = priceListOf(undefined);
const now = new Date('2026-11-03T10:00:00.000Z');
const sight = { tenant: { id: crypto.randomUUID(), isMock: true }, scanLogId: '', at: now.toISOString(), now };

const finding = (checkId: string, affectedCount: number, needsLicense?: string): FindingRecord =>
  seen(
    {
      checkId,
      affectedCount,
      title: checkId,
      category: 'conditional-access',
      severity: 'high',
      status: 'fail',
      message: '',
      recommendation: '',
      evidence: [],
      affected: [],
      references: [],
      ...(needsLicense !== undefined && { needsLicense }),
    },
    null,
    sight,
  );

test('an estimate has hours and price once for each remedy, and once for a license that is missing', () => {
  const license = 'Microsoft Entra ID P1';
  const open = [
    finding('ca.mfa.all', 793),
    finding('ca.mfa.guests', 92),
    finding('dns.dkim', 1),
    finding('ca.legacy', 793, license),
    finding('ca.devicecode', 793, license),
  ];
  const estimate = reportEstimate({ open, planned: open }, estimator(prices), prices);
  expect(estimate).toMatchObject({ findings: 4, hours: 14.5, price: 2175, pricesAreDefault: true });
  const told = estimate?.work.map(({ title, checkIds, hours, price }) => [title, checkIds.length, hours, price]);
  expect(told?.toSorted()).toEqual([
    ['Get Microsoft Entra ID P1', 2, 1.5, 225],
    ['Require MFA for every sign-in', 2, 12, 1800],
    ['Sign mail of every domain with DKIM', 1, 1, 150],
  ]);
});

test('work that was denied is told, and is in no sum', () => {
  const [dkim, legacy] = [finding('dns.dkim', 1), finding('ca.legacy', 1)];
  const estimate = (planned: FindingRecord[]) =>
    reportEstimate({ open: [dkim, legacy], planned }, estimator(prices), prices);
  expect(estimate([dkim])).toMatchObject({ findings: 1, denied: 1, hours: 1, price: 150 });
  expect(estimate([])).toMatchObject({ findings: 0, denied: 2, hours: 0, price: 0, work: [] });
});

test('where nothing is open there is nothing to estimate', () => {
  expect(reportEstimate({ open: [], planned: [] }, estimator(prices), prices)).toBeNull();
});
