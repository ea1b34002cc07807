import type { Verdict } from '@tenantry/contract/verdicts';

/** A dataset that could not be fetched, or not all of it. */
export type LostDataset = { name: string; label: string };

function namesOneOf(verdict: Verdict, lost: readonly LostDataset[]): boolean {
  const said = `${verdict.message} ${verdict.evidence.map(({ observed }) => observed).join(' ')}`.toLowerCase();
  return lost.some(
    ({ name, label }) => verdict.evidence.some((one) => one.dataset === name) || said.includes(label.toLowerCase()),
  );
}

const unnamed = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\bunknown\b/i;

/** Whether a text is the expected one, but for names in whose place it has an id, and figures that it calls unknown. */
function sameButForNames(expected: string, text: string): boolean {
  const known = text.split(unnamed).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${known.join('.+')}$`, 's').test(expected);
}

/** Whether it is of the same things, as many, with the same to show for it. */
function saysTheSame(expected: Verdict, verdict: Verdict): boolean {
  const ids = ({ affected }: Verdict) => JSON.stringify(affected.map(({ id }) => id).toSorted());
  const left = [...expected.evidence];
  const isShown = verdict.evidence.every(({ dataset, observed, objectId }) => {
    const same = left.findIndex(
      (one) => one.dataset === dataset && one.objectId === objectId && sameButForNames(one.observed, observed),
    );
    return same >= 0 && left.splice(same, 1).length === 1;
  });
  return (
    isShown &&
    left.length === 0 &&
    verdict.affectedCount === expected.affectedCount &&
    ids(verdict) === ids(expected) &&
    sameButForNames(expected.message, verdict.message)
  );
}

/**
 * What is wrong with a verdict where some datasets were lost, compared with the verdict on all of them; null where nothing
 * is. It has to be the same, except for names that are not known, or to say that it could not be checked, and for want of
 * what. Of several domains the worst that is known counts, so that a failure may become a warning that names what was not
 * read.
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
    if (JSON.stringify(verdict) === JSON.stringify(expected)) return null;
    if (lost.length === 0) return `${said}, and nothing is missing`;
    // Nothing is counted of the others, and there may be more than one reason for them.
    if (!['pass', 'warning', 'fail'].includes(verdict.status)) return null;
    if (saysTheSame(expected, verdict) || namesOneOf(verdict, lost)) return null;
    return `${said}: ${verdict.affectedCount} of ${expected.affectedCount} affected, ${verdict.evidence.length} of ${expected.evidence.length} pieces of evidence; it names nothing that is missing`;
  }
  if (!namesOneOf(verdict, lost)) return `${said}, and names nothing that is missing`;
  if (verdict.status === 'couldNotCheck') return null;
  const knowsTheRest = verdict.status === 'warning' && expected.status === 'fail';
  return knowsTheRest && verdict.message.includes('Could not be checked:') ? null : said;
}
