import type { Severity, Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { expect, test } from 'vitest';
import { categoryResult, coverageOf, scoreOf, scoreToTell, statusOf, whyNoScore } from './score.ts';

const verdict = (status: VerdictStatus, severity: Severity = 'high'): Verdict => ({
  checkId: 'x',
  title: 'x',
  category: 'mfa',
  severity,
  status,
  message: '',
  recommendation: '',
  evidence: [],
  affected: [],
  affectedCount: 0,
  references: [],
});

test('the score weighs by severity and counts a warning half', () => {
  expect(
    scoreOf([
      verdict('pass', 'critical'),
      verdict('fail', 'high'),
      verdict('warning', 'medium'),
      verdict('pass', 'low'),
    ]),
  ).toBe(63);
});

test('what could not be judged moves no score', () => {
  const judged = [verdict('pass'), verdict('fail')];
  const open: VerdictStatus[] = ['notLicensed', 'notPermitted', 'couldNotCheck', 'notOffered', 'notApplicable'];
  expect(scoreOf([...judged, ...open.map((status) => verdict(status, 'critical'))])).toBe(scoreOf(judged));
});

test('what the cloud does not offer, and what waits to be set up, was not checked, and is told beside the coverage', () => {
  const passes = Array.from({ length: 3 }, () => verdict('pass'));
  expect(coverageOf([...passes, verdict('couldNotCheck')])).toEqual({ evaluated: 3, applicable: 4, percent: 75 });
  const lacking = [verdict('notOffered', 'critical'), verdict('notOffered')];
  expect(coverageOf([...passes, ...lacking])).toEqual({ evaluated: 3, applicable: 5, percent: 60, notOffered: 2 });
  expect(statusOf([...passes, ...lacking])).toBe('OK');
  const waiting = { ...verdict('couldNotCheck'), needsFeature: 'tenantConfiguration' as const };
  expect(coverageOf([...passes, waiting])).toEqual({ evaluated: 3, applicable: 4, percent: 75, notSetUp: 1 });
  expect(statusOf([...passes, waiting, waiting, waiting])).toBe('Warning');
});

const tooFew = 'Only 5 of 10 checks that need nothing set up could be judged: below 60% no score is told.';
test.each([
  [{ evaluated: 0, applicable: 9, percent: 0 }, null, 'No check could be judged.'],
  [{ evaluated: 5, applicable: 10, percent: 50 }, 90, tooFew],
  [{ evaluated: 5, applicable: 14, percent: 35, notSetUp: 3, notOffered: 1 }, 90, tooFew],
  [{ evaluated: 6, applicable: 10, percent: 60 }, null, 'No check that counts in the score could be judged.'],
  [{ evaluated: 6, applicable: 14, percent: 42, notSetUp: 3, notOffered: 1 }, 90, null],
  [{ evaluated: 6, applicable: 10, percent: 60 }, 90, null],
] as const)('a score is told unless too much of what is set up was refused or not read: %j', (coverage, score, why) => {
  expect(whyNoScore(score, coverage)).toBe(why);
  expect(scoreToTell(score, coverage)).toBe(why === null ? score : null);
});

test('there is no score where nothing was evaluated', () => {
  expect(scoreOf([verdict('couldNotCheck')])).toBeNull();
  expect(scoreOf([])).toBeNull();
  expect(statusOf([verdict('notPermitted')])).toBeNull();
});

test('the score is 100 only where nothing is amiss', () => {
  const many = Array.from({ length: 200 }, () => verdict('pass', 'critical'));
  expect(scoreOf(many)).toBe(100);
  expect(scoreOf([...many, verdict('warning', 'low')])).toBe(99);
});

test('a critical failure makes the status Critical, however good the rest', () => {
  expect(statusOf([...Array.from({ length: 50 }, () => verdict('pass')), verdict('fail', 'critical')])).toBe(
    'Critical',
  );
});

test('a tenant of which a critical check could not be made is not OK, one without the license for it may be', () => {
  const passes = Array.from({ length: 50 }, () => verdict('pass'));
  expect(statusOf([...passes, verdict('couldNotCheck', 'critical')])).toBe('Warning');
  expect(statusOf([...passes, verdict('notPermitted', 'critical')])).toBe('Warning');
  expect(statusOf([...passes, verdict('couldNotCheck', 'high')])).toBe('OK');
  expect(statusOf([...passes, verdict('notLicensed', 'critical')])).toBe('OK');
});

test('below 60% coverage a tenant is never OK', () => {
  const passes = Array.from({ length: 59 }, () => verdict('pass'));
  const unknown = Array.from({ length: 41 }, () => verdict('couldNotCheck'));
  expect(statusOf([...passes, ...unknown])).toBe('Warning');
  expect(statusOf([...passes, verdict('pass'), ...unknown.slice(1)])).toBe('OK');
});

test('coverage leaves out what does not apply and is never rounded up', () => {
  expect(
    coverageOf([verdict('pass'), verdict('notApplicable'), verdict('couldNotCheck'), verdict('couldNotCheck')]),
  ).toEqual({ evaluated: 1, applicable: 3, percent: 33 });
  expect(coverageOf([])).toEqual({ evaluated: 0, applicable: 0, percent: 0 });
});

test('a category knows its own verdicts only', () => {
  const result = categoryResult('mail-flow', [verdict('fail', 'critical')]);
  expect(result).toMatchObject({ category: 'mail-flow', score: null, status: null, failed: 0 });
});
