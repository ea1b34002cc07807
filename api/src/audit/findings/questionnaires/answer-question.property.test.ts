import type { QuestionAnswer } from '@tenantry/contract/questionnaires';
import type { Affected, Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerQuestion, maxExceptions } from './answer-question.ts';
import type { Decision } from './question-set.ts';
import { questionSets, questionsOf } from './question-sets.ts';
import { verdictOf } from './testing/verdict-of.ts';

const runs = { numRuns: 60 };
/** From the worst to the best. */
const order: readonly QuestionAnswer[] = ['no', 'notSeen', 'yesExcept', 'yes'];
const unknowns = ['couldNotCheck', 'notLicensed', 'notPermitted', 'notOffered'] as const;

const decided = questionSets.flatMap((set) =>
  questionsOf(set).flatMap(({ id, by }) => (by.kind === 'checks' ? [[`${set.id}/${id}`, by] as const] : [])),
);

const affected = fc.array(
  fc.record({
    type: fc.constantFrom<Affected['type']>('user', 'group', 'domain', 'people', 'setting', 'tenant'),
    id: fc.uuid(),
    name: fc.string({ minLength: 1, maxLength: 8 }),
  }),
  { maxLength: 40, size: 'max' },
);
const lack = fc.record({
  affected,
  more: fc.integer({ min: 0, max: 2 }),
  population: fc.option(
    fc.record({
      of: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 40, max: 200 })),
      untold: fc.integer({ min: 0, max: 2 }),
    }),
    {
      nil: undefined,
    },
  ),
});

/** Any verdict that an audit can hold for a check, or none. */
const verdictFor = (checkId: string): fc.Arbitrary<Verdict | null> =>
  fc.oneof(
    fc.constant(null),
    fc.constantFrom<VerdictStatus>('pass', 'notApplicable', ...unknowns).map((status) => verdictOf(checkId, status)),
    fc
      .array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 30 })
      .map((excluded) => verdictOf(checkId, 'pass', { excluded })),
    fc.tuple(fc.constantFrom<VerdictStatus>('fail', 'warning'), lack).map(([status, one]) =>
      verdictOf(checkId, status, {
        affected: one.affected,
        affectedCount: one.affected.length + one.more,
        ...(one.population && { population: one.population }),
      }),
    ),
  );

const idsOf = ({ all }: Decision): string[] => [...new Set(all.flat())];
const verdictsFor = (decision: Decision): fc.Arbitrary<Map<string, Verdict>> =>
  fc
    .tuple(...idsOf(decision).map(verdictFor))
    .map((found) => new Map(found.flatMap((one) => (one === null ? [] : [[one.checkId, one] as const]))));

const answerOf = (decision: Decision, verdicts: ReadonlyMap<string, Verdict>) =>
  answerQuestion(decision, verdicts).answer;
const isAtMost = (answer: QuestionAnswer, other: QuestionAnswer) => order.indexOf(answer) <= order.indexOf(other);

describe.each(decided)('the answer to %s', (_, decision) => {
  const ids = idsOf(decision);

  test('is never a yes of what is not known: each part that has to hold is one that passed', () => {
    fc.assert(
      fc.property(verdictsFor(decision), (verdicts) => {
        const answer = answerOf(decision, verdicts);
        if (answer !== 'yes' && answer !== 'yesExcept') return;
        for (const group of decision.all) {
          const statuses = group.map((id) => verdicts.get(id)?.status);
          const isProven = statuses.some(
            (status) =>
              status === 'pass' ||
              (answer === 'yesExcept' && status !== undefined && ['fail', 'warning'].includes(status)),
          );
          const isMoot = statuses.every((status) => status === 'notApplicable');
          expect(isProven || isMoot).toBe(true);
        }
      }),
      runs,
    );
  });

  test.each(unknowns)('is no yes where every check says %s, nor where none is in the audit', (status) => {
    expect(answerOf(decision, new Map(ids.map((id) => [id, verdictOf(id, status)])))).toBe('notSeen');
    expect(answerOf(decision, new Map())).toBe('notSeen');
  });

  test('does not get better where a verdict that has to hold becomes unknown, or is taken away', () => {
    fc.assert(
      fc.property(
        verdictsFor(decision),
        fc.constantFrom(...ids),
        fc.constantFrom(null, ...unknowns),
        (verdicts, id, unknown) => {
          const before = verdicts.get(id);
          // What fails is known to: not to know it any more is no loss to the answer, and no yes either.
          const later = new Map(verdicts);
          if (unknown === null) later.delete(id);
          else later.set(id, verdictOf(id, unknown));
          const answer = answerOf(decision, later);
          const alone = decision.all.some((group) => group.length === 1 && group[0] === id);
          if (alone) expect(['no', 'notSeen']).toContain(answer);
          if (before !== undefined && before.status === 'pass') {
            expect(isAtMost(answer, answerOf(decision, verdicts))).toBe(true);
          }
        },
      ),
      runs,
    );
  });

  test('does not get better where a verdict becomes worse', () => {
    fc.assert(
      fc.property(
        verdictsFor(decision),
        fc.constantFrom(...ids),
        lack,
        (verdicts, id, { affected: names, more, population }) => {
          const worst = { affected: names, affectedCount: names.length + more, ...(population && { population }) };
          const steps = [
            verdictOf(id, 'pass'),
            verdictOf(id, 'warning', worst),
            verdictOf(id, 'fail', worst),
            verdictOf(id, 'fail', { affected: [{ type: 'people', id: 'users', name: 'All users' }], affectedCount: 9 }),
          ];
          const answers = steps.map((step) => answerOf(decision, new Map(verdicts).set(id, step)));
          for (const [index, answer] of answers.entries()) {
            if (index > 0) expect(isAtMost(answer, answers[index - 1] ?? 'no')).toBe(true);
          }
        },
      ),
      runs,
    );
  });

  test('names every exception, and has some where it is “yes, except these”', () => {
    fc.assert(
      fc.property(verdictsFor(decision), (verdicts) => {
        const { answer, checks } = answerQuestion(decision, verdicts);
        const exceptions = checks.flatMap(({ exceptions: own, decides }) => (decides ? own : []));
        if (answer === 'yes') expect(exceptions).toEqual([]);
        if (answer === 'yesExcept') expect(exceptions.length).toBeGreaterThan(0);
        for (const { count, named } of exceptions) expect(named).toHaveLength(count);
      }),
      runs,
    );
  });

  test('excepts few, each of them counted, and never of how many nobody knows', () => {
    fc.assert(
      fc.property(verdictsFor(decision), (verdicts) => {
        for (const { verdict, reading, exceptions } of answerQuestion(decision, verdicts).checks) {
          if (reading !== 'yesExcept' || verdict === null) continue;
          const count = exceptions.reduce((sum, one) => sum + one.count, 0);
          expect(count).toBeLessThanOrEqual(maxExceptions);
          const { population, affectedCount, status } = verdict;
          if (population !== undefined && affectedCount > 0) expect(count * 2).toBeLessThan(population.of);
          if (population === undefined && status !== 'pass') expect([status, affectedCount]).toEqual(['warning', 0]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
