import type { Affected, Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { describe, expect, test } from 'vitest';
import { answerQuestion } from './answer-question.ts';
import { told } from './question-set.ts';
import { verdictOf } from './testing/verdict-of.ts';

const users = (...names: string[]): Affected[] => names.map((name) => ({ type: 'user', id: name, name }));
const everybody: Affected[] = [{ type: 'people', id: 'users', name: 'All users' }];

function asked(checks: string, ...verdicts: Verdict[]) {
  const { by } = told('a-question', 'A question?', checks);
  if (by.kind !== 'checks') throw new Error('It is decided by checks');
  return answerQuestion(by, new Map(verdicts.map((one) => [one.checkId, one])));
}

describe('an answer', () => {
  test.each<[string, string, Verdict[], string]>([
    ['every check passes', 'a b', [verdictOf('a', 'pass'), verdictOf('b', 'pass')], 'yes'],
    ['one fails and another is not known', 'a b', [verdictOf('a', 'fail'), verdictOf('b', 'couldNotCheck')], 'no'],
    [
      'one passes and another has no license',
      'a b',
      [verdictOf('a', 'pass'), verdictOf('b', 'notLicensed')],
      'notSeen',
    ],
    ['one passes and another is not in the audit', 'a b', [verdictOf('a', 'pass')], 'notSeen'],
    ['one passes and another does not apply', 'a b', [verdictOf('a', 'pass'), verdictOf('b', 'notApplicable')], 'yes'],
    ['nothing applies', 'a b', [verdictOf('a', 'notApplicable'), verdictOf('b', 'notApplicable')], 'notSeen'],
    ['one way to the end passes', 'a|b', [verdictOf('a', 'couldNotCheck'), verdictOf('b', 'pass')], 'yes'],
    [
      'one way fails and the other is not known',
      'a|b',
      [verdictOf('a', 'fail'), verdictOf('b', 'couldNotCheck')],
      'notSeen',
    ],
    ['both ways fail', 'a|b', [verdictOf('a', 'fail'), verdictOf('b', 'fail')], 'no'],
  ])('where %s', (_, checks, verdicts, expected) => {
    expect(asked(checks, ...verdicts).answer).toBe(expected);
  });

  test.each<[string, Partial<Verdict>, VerdictStatus, string]>([
    [
      '3 of 10 are named and the others are well',
      { affected: users('x', 'y', 'z'), affectedCount: 3, population: { of: 10, untold: 0 } },
      'fail',
      'yesExcept',
    ],
    [
      'it is all of them',
      { affected: users('x', 'y', 'z'), affectedCount: 3, population: { of: 3, untold: 0 } },
      'fail',
      'no',
    ],
    ['it is half of them', { affected: users('x'), affectedCount: 1, population: { of: 2, untold: 0 } }, 'fail', 'no'],
    [
      'of another nothing is known',
      { affected: users('x'), affectedCount: 1, population: { of: 10, untold: 1 } },
      'fail',
      'no',
    ],
    [
      'not all of them are named',
      { affected: users('x'), affectedCount: 2, population: { of: 10, untold: 0 } },
      'fail',
      'no',
    ],
    ['nobody knows how many there are', { affected: users('x'), affectedCount: 1 }, 'fail', 'no'],
    [
      'its check lets these few pass with a warning',
      { affected: users('x'), affectedCount: 1, population: { of: 10, untold: 0 } },
      'warning',
      'yesExcept',
    ],
    ['a warning does not say how many there are', { affected: users('x'), affectedCount: 1 }, 'warning', 'no'],
    [
      'a warning is about most of them',
      {
        affected: users(...Array.from({ length: 150 }, (_, index) => `user ${index}`)),
        affectedCount: 150,
        population: { of: 201, untold: 0 },
      },
      'warning',
      'no',
    ],
    ['it is everybody, by a policy in report-only', { affected: everybody, affectedCount: 800 }, 'fail', 'no'],
    ['a warning is about everybody', { affected: everybody, affectedCount: 1 }, 'warning', 'no'],
    ['a setting warns and names nothing', {}, 'warning', 'no'],
  ])('where one check does not hold and %s', (_, over, status, expected) => {
    expect(asked('a', verdictOf('a', status, over)).answer).toBe(expected);
  });

  test('names what is excepted, check by check', () => {
    const { answer, checks } = asked(
      'a b',
      verdictOf('a', 'warning', { affected: users('ann'), affectedCount: 1, population: { of: 10, untold: 0 } }),
      verdictOf('b', 'pass'),
    );
    expect(answer).toBe('yesExcept');
    const [first, second] = checks;
    expect(first?.exceptions).toEqual([
      { checkId: 'a', count: 1, named: [{ type: 'user', name: 'ann' }], isDeclared: false },
    ]);
    expect([first?.decides, second?.decides, second?.exceptions]).toEqual([true, false, []]);
  });

  test('of a pass that leaves out declared accounts is “yes, except these”', () => {
    const { answer, checks } = asked('a', verdictOf('a', 'pass', { excluded: ['account emergency@x.example'] }));
    expect(answer).toBe('yesExcept');
    expect(checks[0]?.exceptions[0]).toMatchObject({
      isDeclared: true,
      named: [{ name: 'account emergency@x.example' }],
    });
  });

  test('names declared accounts beside others that are left out', () => {
    const population = { of: 10, untold: 0 };
    const over = { affected: users('ann'), affectedCount: 1, population, excluded: ['account emergency@x.example'] };
    const { checks } = asked('a', verdictOf('a', 'warning', over));
    expect(checks[0]?.exceptions.map(({ isDeclared, named }) => [isDeclared, named[0]?.name])).toEqual([
      [false, 'ann'],
      [true, 'account emergency@x.example'],
    ]);
  });

  test('is no where more than 25 are left out, however many there are', () => {
    const many = Array.from({ length: 26 }, (_, index) => `user ${index}`);
    const over = { affected: users(...many), affectedCount: 26, population: { of: 5000, untold: 0 } };
    expect(asked('a', verdictOf('a', 'fail', over)).answer).toBe('no');
  });

  test('counts accounts once, and names the group by which they are left out', () => {
    const members: Affected[] = users('ann', 'bob').map((one) => ({ ...one, through: ['g'] }));
    const affected: Affected[] = [{ type: 'group', id: 'g', name: 'Scanners' }, ...members, ...users('cleo')];
    const over = { affected, affectedCount: 4, population: { of: 8, untold: 0 } };
    const { answer, checks } = asked('a', verdictOf('a', 'warning', over));
    expect([answer, checks[0]?.exceptions[0]]).toMatchObject([
      'yesExcept',
      { count: 3, named: [{ name: 'ann (group Scanners)' }, { name: 'bob (group Scanners)' }, { name: 'cleo' }] },
    ]);
  });

  test('is no where more than 25 are left out on purpose', () => {
    const excluded = Array.from({ length: 26 }, (_, index) => `account ${index}`);
    expect(asked('a', verdictOf('a', 'pass', { excluded })).answer).toBe('no');
    const some = { affected: users('x'), affectedCount: 1, population: { of: 900, untold: 0 } };
    expect(asked('a', verdictOf('a', 'warning', { ...some, excluded: excluded.slice(1) })).answer).toBe('no');
  });

  test('takes a warning in words for an exception where the question says so', () => {
    expect(asked('a~', verdictOf('a', 'warning')).checks[0]?.exceptions[0]?.named).toEqual([
      { type: 'words', name: 'a: warning' },
    ]);
    expect(asked('a~', verdictOf('a', 'fail')).answer).toBe('no');
  });
});
