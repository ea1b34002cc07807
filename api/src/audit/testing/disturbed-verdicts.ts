import type { Verdict } from '@tenantry/contract/verdicts';

/** A dataset that could not be fetched, or not all of it. */
export type LostDataset = { name: string; label: string };

function namesOneOf(verdict: Verdict, lost: readonly LostDataset[]): boolean {
  const said = `${verdict.message} ${verdict.evidence.map(({ observed }) => observed).join(' ')}`.toLowerCase();
  return lost.some(
    ({ name, label }) => verdict.evidence.some((one) => one.dataset === name) || said.includes(label.toLowerCase()),
  );
}

/**
 * What is wrong with a verdict where some datasets were lost, beside the verdict with all of them; null where nothing is. It
 * is to be the same, or to say that it could not be checked, and for want of what. Of several domains the worst that is known
 * counts, so a failure may become a warning that names what was not looked at.
 */
export function verdictProblem(
  expected: Verdict,
  verdict: Verdict | undefined,
  lost: readonly LostDataset[],
): string | null {
  const { checkId } = expected;
  if (!verdict) return `${checkId} has no verdict`;
  const said = `${checkId}: ${verdict.status} '${verdict.message}' instead of ${expected.status} '${expected.message}'`;
  if (verdict.status === expected.status) {
    if (verdict.affectedCount > expected.affectedCount) return `${said}, of more than are affected`;
    return lost.length > 0 || JSON.stringify(verdict) === JSON.stringify(expected)
      ? null
      : `${said}, and nothing is missing`;
  }
  if (!namesOneOf(verdict, lost)) return `${said}, and names nothing that is missing`;
  if (verdict.status === 'couldNotCheck') return null;
  const knowsTheRest = verdict.status === 'warning' && expected.status === 'fail';
  return knowsTheRest && verdict.message.includes('Could not be looked at:') ? null : said;
}
