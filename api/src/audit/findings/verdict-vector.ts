import { createHash } from 'node:crypto';
import { type MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../checks/catalog.ts';

/** The checks that judged, in the order of a vector's characters, and the short hash by which a vector names them. */
export type CheckList = { hash: string; checkIds: readonly string[] };

/** Checks that were looked at by themselves, and by their ids the characters of what the look said. */
export type VerdictLook = { at: string; codes: Readonly<Record<string, string>> };

/**
 * What the latest audit says of each check, one character each (`matrixCodes`).
 * @property looks those that are laid over it already; absent where there are none
 */
export type VerdictVector = { catalog: string; codes: string; looks?: readonly VerdictLook[] };

type Judged = Pick<Verdict, 'checkId' | 'status' | 'needsFeature'>;

const hashLength = 16;

/** Sorted, so that the order in which checks are shown can change without a new list. */
export function checkListOf(ids: readonly string[]): CheckList {
  const checkIds = [...new Set(ids)].sort();
  const hash = createHash('sha256').update(checkIds.join('\n')).digest('base64url').slice(0, hashLength);
  return { hash, checkIds };
}

/** The checks of this version. */
export const currentChecks: CheckList = checkListOf(catalog.map(({ id }) => id));

/** What waits for tenant configuration says so, as the coverage counts it (`coverageOf`). */
export function matrixStatusOf({ status, needsFeature }: Omit<Judged, 'checkId'>): MatrixStatus {
  return status === 'couldNotCheck' && needsFeature !== undefined ? 'notSetUp' : status;
}

const codeOf = (verdict: Judged): string => matrixCodes[matrixStatusOf(verdict)];

/** The vector of an audit, with the list of the checks that it judged. */
export function verdictVector(verdicts: readonly Judged[]): { vector: VerdictVector; checks: CheckList } {
  const checks = checkListOf(verdicts.map(({ checkId }) => checkId));
  const codes = new Map(verdicts.map((verdict) => [verdict.checkId, codeOf(verdict)]));
  const vector = { catalog: checks.hash, codes: checks.checkIds.map((id) => codes.get(id) ?? '').join('') };
  return { vector, checks };
}

/** What a look said of these checks. */
export const lookOf = (verdicts: readonly Judged[], at: string): VerdictLook => ({
  at,
  codes: Object.fromEntries(verdicts.map((verdict) => [verdict.checkId, codeOf(verdict)])),
});

/** The look without what a later one said of the same checks. */
const without = ({ at, codes }: VerdictLook, later: VerdictLook): VerdictLook => ({
  at,
  codes: Object.fromEntries(Object.entries(codes).filter(([checkId]) => !Object.hasOwn(later.codes, checkId))),
});

const isEmpty = ({ codes }: VerdictLook): boolean => Object.keys(codes).length === 0;

/** The vector with a look laid over that is later than what it has; the same one where nothing was looked at. */
export function withLook(
  vector: VerdictVector,
  { checkIds }: Pick<CheckList, 'checkIds'>,
  look: VerdictLook,
): VerdictVector {
  if (isEmpty(look)) return vector;
  const before = (vector.looks ?? []).map((one) => without(one, look)).filter((one) => !isEmpty(one));
  const looked = new Map(Object.entries(look.codes));
  const codes = checkIds.map((id, at) => looked.get(id) ?? vector.codes.charAt(at)).join('');
  return { ...vector, codes, looks: [...before, look] };
}

/** The looks at checks by themselves that came after this instant: what a scan that began then has not seen. */
export const looksAfter = (vector: VerdictVector | null | undefined, at: string): readonly VerdictLook[] =>
  (vector?.looks ?? []).filter((look) => look.at > at);

/** When a check was last looked at by itself, where no scan has looked since; '' where none did. */
export const lookedAt = (vector: VerdictVector | null | undefined, checkId: string): string =>
  vector?.looks?.findLast(({ codes }) => Object.hasOwn(codes, checkId))?.at ?? '';

/** The checks that were looked at after this instant. */
export const lookedAtAfter = (vector: VerdictVector | null | undefined, at: string): ReadonlySet<string> =>
  new Set(looksAfter(vector, at).flatMap(({ codes }) => Object.keys(codes)));
