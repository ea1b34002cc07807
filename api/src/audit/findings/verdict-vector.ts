import { createHash } from 'node:crypto';
import { type MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../checks/catalog.ts';

/** The checks that judged, in the order of a vector's characters, and the short hash by which a vector names them. */
export type CheckList = { hash: string; checkIds: readonly string[] };

/** What the latest audit says of each check, one character each (`matrixCodes`). */
export type VerdictVector = { catalog: string; codes: string };

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

/** The vector with some checks judged anew; the same one where that changes nothing. All of them are of `checks`. */
export function withVerdicts(
  vector: VerdictVector,
  { checkIds }: Pick<CheckList, 'checkIds'>,
  verdicts: readonly Judged[],
): VerdictVector {
  const codes = [...vector.codes];
  for (const verdict of verdicts) {
    const at = checkIds.indexOf(verdict.checkId);
    if (at >= 0) codes[at] = codeOf(verdict);
  }
  const joined = codes.join('');
  return joined === vector.codes ? vector : { ...vector, codes: joined };
}
