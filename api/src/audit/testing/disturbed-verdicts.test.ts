import type { Verdict } from '@tenantry/contract/verdicts';
import { expect, test } from 'vitest';
import { verdictProblem } from './disturbed-verdicts.ts';

const guid = '8dacfc38-a472-485a-83fc-be6fb9f3d42c';
const expected = {
  checkId: 'ca.mfa.all',
  status: 'fail',
  message: 'Except for group Scanners (6 accounts).',
  evidence: [{ dataset: 'policies', observed: 'not covered: group Scanners (6 accounts)' }],
  affected: [{ type: 'group', id: guid, name: 'Scanners' }],
  affectedCount: 7,
} as unknown as Verdict;
const lost = [{ name: 'groups', label: 'groups with members' }];
const without = (change: Partial<Verdict>) => verdictProblem(expected, { ...expected, ...change }, lost);
const seen = (observed: string) => [{ dataset: 'policies', observed }];

test('a verdict may have ids in place of names that could not be fetched, and nothing less', () => {
  const message = `Except for group ${guid} (6 accounts).`;
  expect(without({ message, evidence: seen(`not covered: group ${guid} (6 accounts)`) })).toBeNull();
});

test.each<[string, Partial<Verdict>]>([
  ['fewer affected', { affectedCount: 1 }],
  ['others affected', { affected: [] }],
  ['other evidence', { evidence: seen('not covered: group Scanners') }],
  ['another figure beside an id', { evidence: seen(`not covered: group ${guid} (2 accounts)`) }],
  ['no evidence', { evidence: [] }],
  ['another message', { message: 'Except for group Scanners.' }],
])('%s without a word of what is missing is a problem', (_what, change) => {
  expect(without(change)).toContain('it names nothing that is missing');
});

test('why something does not apply may be found out by another way', () => {
  const unlicensed = { ...expected, status: 'notLicensed', message: 'No subscription has it.' } as Verdict;
  expect(verdictProblem(unlicensed, { ...unlicensed, message: 'Graph refuses it.' }, lost)).toBeNull();
});

test('less is right where the evidence or the message names what is missing', () => {
  expect(without({ affectedCount: 1, evidence: [{ dataset: 'groups', observed: '503' }] })).toBeNull();
  expect(without({ affectedCount: 1, message: 'Groups with members could not be looked at.' })).toBeNull();
});
