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

/** Whom and what policies leave out on purpose: nobody may take them for covered. */
function declaredOf({ checkId, excluded = [] }: Verdict): Exception[] {
  const named = excluded.map((name) => ({ type: 'words' as const, name }));
  return named.length === 0 ? [] : [{ checkId, count: named.length, named, isDeclared: true }];
}

/** Each object once: a group whose accounts stand in the list is where they come from, and none more. */
export function objectsOf({ affected }: Verdict): Exception['named'] {
  const through = new Set(affected.flatMap((one) => one.through ?? []));
  const nameOf = (id: string) => affected.find((one) => one.type === 'group' && one.id === id)?.name ?? id;
  return affected
    .filter(({ type, id }) => type !== 'group' || !through.has(id))
    .map(({ type, name, through: groups = [] }) => {
      const from = groups.map(nameOf).join(', ');
      return { type, name: from === '' ? name : `${name} (${groups.length === 1 ? 'group' : 'groups'} ${from})` };
    });
}

/** Exceptions as long as there are few of them, in all. */
function except(exceptions: readonly Exception[], of = Number.POSITIVE_INFINITY): Read {
  const count = exceptions.reduce((sum, one) => sum + one.count, 0);
  const isFew = count <= maxExceptions && count * 2 < of;
  return isFew ? { reading: 'yesExcept', exceptions } : plain('no');
}

/**
 * What a failure or a warning comes to: an exception where it is said how many there are in all, the others are known to be well, and
 * each that is not stands in the list. Of how many nobody knows, nothing is an exception.
 */
function readLack(verdict: Verdict, { partial }: Decision): Read {
  const { checkId, status, affected, affectedCount, population, message } = verdict;
  const isListed = affected.length > 0 && affected.length === affectedCount;
  const isNamed = affected.every(({ type }) => type !== 'people' && type !== 'tenant');
  const own = (named: Exception['named']): Exception[] => [
    { checkId, count: named.length, named, isDeclared: false },
    ...declaredOf(verdict),
  ];
  if (isListed && isNamed && population?.untold === 0) return except(own(objectsOf(verdict)), population.of);
  if (status === 'warning' && affectedCount === 0 && partial.has(checkId))
    return except(own([{ type: 'words', name: message }]));
  return plain('no');
}

function readPass(verdict: Verdict): Read {
  const exceptions = declaredOf(verdict);
  return exceptions.length === 0 ? plain('yes') : except(exceptions);
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
