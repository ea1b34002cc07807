import { expect, test } from 'vitest';
import type { AuditRecord } from '../../store/audits.ts';
import { answerToday, whyNoLongerYes } from './standing.ts';

const now = new Date('2026-06-01T00:00:00.000Z');
const auditOf = (createdAt: string) => ({ createdAt }) as AuditRecord;
const trouble = {
  kind: 'scanFailing',
  since: '2026-05-20T00:00:00.000Z',
  reason: 'Microsoft refused.',
  remedy: 'retry',
} as const;

test('an audit proves a yes for 90 days', () => {
  expect(whyNoLongerYes(auditOf('2026-05-31T00:00:00.000Z'), null, now)).toBeNull();
  expect(whyNoLongerYes(auditOf('2026-03-03T00:00:00.000Z'), null, now)).toBeNull();
  expect(whyNoLongerYes(auditOf('2026-03-02T00:00:00.000Z'), null, now)).toContain(
    'of 2026-03-02, more than 90 days ago',
  );
});

test('trouble says since when, why, and of which day the results are', () => {
  const why = whyNoLongerYes(auditOf('2026-05-19T00:00:00.000Z'), trouble, now);
  expect(why).toBe(
    'There are no new results since 2026-05-20: Microsoft refused. What was seen on 2026-05-19 proves nothing of today.',
  );
});

test('without an audit nothing is known', () => {
  expect(whyNoLongerYes(null, null, now)).toContain('never been scanned');
});

test('what was better than no is not known where nothing new is', () => {
  expect((['yes', 'yesExcept', 'notSeen', 'no'] as const).map((one) => answerToday(one, 'Old.'))).toEqual([
    'notSeen',
    'notSeen',
    'notSeen',
    'no',
  ]);
  expect(answerToday('yes', null)).toBe('yes');
});
