import type { QuestionAnswer } from '@tenantry/contract/questionnaires';
import type { Affected, Verdict } from '@tenantry/contract/verdicts';
import type { Decision } from './question-set.ts';

/**
 * From the worst to the best. An answer is as good as the worst of what has to hold; what is not known stands before all but a known
 * no, since it may be one.
 */
const order: readonly QuestionAnswer[] = ['no', 'notSeen', 'yesExcept', 'yes'];

const worstOf = (answers: readonly QuestionAnswer[]): QuestionAnswer =>
  order.find((one) => answers.includes(one)) ?? 'notSeen';
const bestOf = (answers: readonly QuestionAnswer[]): QuestionAnswer =>
  order.findLast((one) => answers.includes(one)) ?? 'notSeen';

/** What a check is not true of. `named`: the objects, or in words what it is. */
export type Exception = {
  checkId: string;
  count: number;
  named: { type: Affected['type'] | 'words'; name: string }[];
  /** They are let out on purpose, as somebody declared or Microsoft advises: the check passes all the same. */
  isDeclared: boolean;
};

/** What a check says to a question. `none`: there is nothing in the tenant that it could be about. */
type Reading = QuestionAnswer | 'none';
export type ReadCheck = {
  checkId: string;
  /** Null where the audit is older than the check. */
  verdict: Verdict | null;
  reading: Reading;
  exceptions: readonly Exception[];
  /** Whether the answer is what it is by this check. */
  decides: boolean;
};

export type AnsweredQuestion = { answer: QuestionAnswer; checks: readonly ReadCheck[] };

type Read = Pick<ReadCheck, 'reading' | 'exceptions'>;
const plain = (reading: Reading): Read => ({ reading, exceptions: [] });

/** Of more, or of half of all, nobody would say that it is so, except for them. */
export const maxExceptions = 25;
const isExceptional = (count: number, of: number): boolean => count <= maxExceptions && count * 2 < of;

/** Whom and what policies leave out on purpose: nobody may take them for covered. */
function declaredOf({ checkId, excluded = [] }: Verdict): Exception[] {
  const named = excluded.map((name) => ({ type: 'words' as const, name }));
  return named.length === 0 ? [] : [{ checkId, count: named.length, named, isDeclared: true }];
}

/**
 * What a failure or a warning comes to: an exception where all others are known to be well, and each that is not stands in the list. A
 * failure has to say how many there are in all; a warning is by itself the word of its check that only these are left out.
 */
function readLack(verdict: Verdict, { partial }: Decision): Read {
  const { checkId, status, affected, affectedCount, population, message } = verdict;
  const isListed = affected.length > 0 && affected.length === affectedCount;
  const isNamed = affected.every(({ type }) => type !== 'people' && type !== 'tenant');
  const isKnown = population === undefined ? status === 'warning' : population.untold === 0;
  const isFew = population === undefined || isExceptional(affectedCount, population.of);
  const except = (named: Exception['named']): Read => ({
    reading: 'yesExcept',
    exceptions: [{ checkId, count: named.length, named, isDeclared: false }, ...declaredOf(verdict)],
  });
  if (isListed && isNamed && isKnown && isFew) return except(affected.map(({ type, name }) => ({ type, name })));
  if (status === 'warning' && affectedCount === 0 && partial.has(checkId))
    return except([{ type: 'words', name: message }]);
  return plain('no');
}

function readPass(verdict: Verdict): Read {
  const exceptions = declaredOf(verdict);
  return exceptions.length === 0 ? plain('yes') : { reading: 'yesExcept', exceptions };
}

function read(checkId: string, verdict: Verdict | null, decision: Decision): Omit<ReadCheck, 'decides'> {
  const of = (): Read => {
    switch (verdict?.status) {
      case 'pass':
        return readPass(verdict);
      case 'warning':
      case 'fail':
        return readLack(verdict, decision);
      case 'notApplicable':
        return plain('none');
      default:
        return plain('notSeen');
    }
  };
  return { checkId, verdict, ...of() };
}

const isAnswer = (reading: Reading): reading is QuestionAnswer => reading !== 'none';

/**
 * What an audit answers to a question. Pure. Yes where every check that decides passes on what was read; yes, except these, where each
 * that does not names what it is not true of and knows the others to be well; no where one fails beyond that; not seen where none does
 * and one has no answer, is not in the audit, or there is nothing in the tenant that any of them is about. Of checks that are ways to the
 * same end the best counts. Taking an answer away or making one worse never makes the answer better.
 */
export function answerQuestion(decision: Decision, verdicts: ReadonlyMap<string, Verdict>): AnsweredQuestion {
  const groups = decision.all.map((ids) => {
    const checks = ids.map((id) => read(id, verdicts.get(id) ?? null, decision));
    const readings = checks.map(({ reading }) => reading).filter(isAnswer);
    return { checks, answer: readings.length === 0 ? null : bestOf(readings) };
  });
  const told = groups.flatMap(({ answer }) => answer ?? []);
  const answer = told.length === 0 ? 'notSeen' : worstOf(told);
  const checks = groups.flatMap((group) =>
    group.checks.map((check) => ({ ...check, decides: group.answer === answer && check.reading === answer })),
  );
  return { answer, checks };
}
