import type { DatasetStateView } from '@tenantry/contract/audits';
import type { Finding } from '@tenantry/contract/findings';
import type { Verdict } from '@tenantry/contract/verdicts';
import { expect, test } from 'vitest';
import { compareScans } from './disturbed-scan.ts';
import type { Reading } from './scan-reading.ts';

const startedAt = '2026-11-20T12:00:00.000Z';
const verdict = (checkId: string, status: Verdict['status'], dataset: string) =>
  ({ checkId, status, message: status, evidence: [{ dataset, observed: '' }], affectedCount: 1 }) as Verdict;
const ok = (name: string) =>
  ({
    name,
    label: name,
    state: 'ok',
    fetchedAt: startedAt,
    status: null,
    code: null,
    message: null,
    retryAt: null,
  }) as DatasetStateView;
const lost = (name: string): DatasetStateView => ({
  ...ok(name),
  state: 'couldNotCheck',
  status: 503,
  code: 'serviceNotAvailable',
  message: 'busy',
  retryAt: '2026-11-20T13:00:00.000Z',
});
const finding = (checkId: string, change: Finding['change'] = 'still-there') =>
  ({ id: `f-${checkId}`, checkId, status: 'unresolved', change }) as Finding;

function reading(verdicts: Verdict[], datasets: DatasetStateView[], findings: Finding[], more: object = {}): Reading {
  const evaluated = verdicts.filter(({ status }) => ['pass', 'warning', 'fail'].includes(status)).length;
  const applicable = verdicts.filter(({ needsFeature }) => needsFeature === undefined).length;
  const coverage = { evaluated, applicable, percent: Math.floor((100 * evaluated) / applicable) };
  const scan = { status: 'completed', startedAt, score: 50, coverage, userCount: 7, errorMessage: null };
  const audit = { auditTimestamp: startedAt, overallScore: 50, overallStatus: 'fail', coverage };
  return { scan, audit, verdicts, datasets, findings, ...more } as unknown as Reading;
}

const verdicts = [verdict('one', 'fail', 'users'), verdict('two', 'pass', 'roles')];
const undisturbed = reading(verdicts, [ok('users'), ok('roles')], [finding('one')]);
const problemsOf = (after: Reading) => compareScans(undisturbed, after).problems;
const withoutUsers = [verdict('one', 'couldNotCheck', 'users'), verdict('two', 'pass', 'roles')];
const notVerified = [finding('one', 'not-verified')];

test('the same scan, and one that says what it lacks, are right', () => {
  expect(compareScans(undisturbed, undisturbed)).toEqual({ problems: [], lost: [] });
  const honest = reading(withoutUsers, [lost('users'), ok('roles')], notVerified);
  expect(compareScans(undisturbed, honest)).toEqual({ problems: [], lost: ['users'] });
});

test('a scan that gave hardly anything leaves the audit of before, where that says so', () => {
  const audit = { ...undisturbed.audit, auditTimestamp: '2026-11-19T12:00:00.000Z', trouble: { kind: 'scanFailing' } };
  expect(compareScans(undisturbed, reading(verdicts, [], [], { audit }))).toEqual({
    problems: [],
    lost: ['most of it'],
  });
});

test('a verdict may be of less than there is where its evidence names what is missing', () => {
  const less = reading(
    [{ ...verdict('one', 'fail', 'users'), affectedCount: 0 }, ...verdicts.slice(1)],
    [...[lost('users'), ok('roles')]],
    [finding('one')],
  );
  expect(problemsOf(less)).toEqual([]);
});

test.each<[string, Reading, RegExp]>([
  [
    'another verdict',
    reading([verdict('one', 'pass', 'users'), ...verdicts.slice(1)], [lost('users'), ok('roles')], []),
    /one: pass/,
  ],
  ['no word of what is missing', reading(withoutUsers, [ok('users'), ok('roles')], notVerified), /names nothing/],
  ['the wrong dataset named', reading(withoutUsers, [ok('users'), lost('roles')], notVerified), /names nothing/],
  [
    'a verdict of less than there is, for want of something else',
    reading(
      [{ ...verdict('one', 'fail', 'users'), affectedCount: 0 }, ...verdicts.slice(1)],
      [ok('users'), lost('roles')],
      [finding('one')],
    ),
    /one: fail.*names nothing/,
  ],
  ['a verdict too few', reading(verdicts.slice(1), [ok('users'), ok('roles')], [finding('one')]), /no verdict/],
  [
    'a dataset that is not tried again',
    reading(withoutUsers, [{ ...lost('users'), retryAt: null }, ok('roles')], notVerified),
    /not tried again/,
  ],
  [
    'a dataset that failed for no reason',
    reading(withoutUsers, [{ ...lost('users'), code: null }, ok('roles')], notVerified),
    /without a status/,
  ],
  [
    'a refusal that there was not',
    reading(verdicts, [{ ...ok('users'), state: 'notPermitted' }, ok('roles')], [finding('one')]),
    /notPermitted/,
  ],
  ['a finding twice', reading(verdicts, [ok('users'), ok('roles')], [finding('one'), finding('one')]), /twice/],
  ['a finding that is gone', reading(withoutUsers, [lost('users'), ok('roles')], []), /gone/],
  ['a finding that is new', reading(verdicts, [ok('users'), ok('roles')], [finding('one'), finding('two')]), /new/],
  [
    'a finding resolved for want of data',
    reading(withoutUsers, [lost('users'), ok('roles')], [{ ...finding('one'), status: 'resolved' }]),
    /resolved/,
  ],
  [
    'a finding said to be seen again',
    reading(withoutUsers, [lost('users'), ok('roles')], [finding('one')]),
    /still-there/,
  ],
  [
    'a better result',
    reading(verdicts, [ok('users'), ok('roles')], [finding('one')], {
      audit: { ...undisturbed.audit, overallStatus: 'pass' },
    }),
    /pass instead/,
  ],
  [
    'more coverage than there is',
    reading(withoutUsers, [lost('users'), ok('roles')], notVerified, { audit: undisturbed.audit }),
    /coverage/,
  ],
  [
    'a check that counts as one for want of a feature',
    reading(
      [{ ...withoutUsers[0], needsFeature: 'tenantConfiguration' } as Verdict, ...verdicts.slice(1)],
      [lost('users'), ok('roles')],
      notVerified,
    ),
    /one counts as one that needs tenantConfiguration/,
  ],
  ['a scan that failed', reading(verdicts, [], [], { scan: { ...undisturbed.scan, status: 'failed' } }), /failed/],
  [
    'the audit of another scan',
    reading(verdicts, [], [], { audit: { ...undisturbed.audit, auditTimestamp: '2026-11-19T12:00:00.000Z' } }),
    /not of this scan/,
  ],
])('%s is found out', (_what, after, problem) => {
  expect(problemsOf(after).join('\n')).toMatch(problem);
});
