import type { ComparedFindings } from '@tenantry/contract/drift';
import { Severity, type Verdict } from '@tenantry/contract/verdicts';
import { findingTitle } from '../finding-titles.ts';
import { isFinding } from '../is-finding.ts';

type ComparedFinding = Omit<ComparedFindings['added'][number], 'findingId'>;
/** The findings of two scans by what became of them. */
export type FindingDrift = Record<keyof ComparedFindings, ComparedFinding[]>;

const byCheck = (verdicts: readonly Verdict[]) => new Map(verdicts.map((verdict) => [verdict.checkId, verdict]));
const isAnswered = ({ status }: Verdict): boolean =>
  status === 'pass' || status === 'notApplicable' || isTrouble(status);
const isTrouble = (status: Verdict['status']): boolean => status === 'warning' || status === 'fail';

/** Which of the lists a check's finding belongs in; null where it is a finding of neither scan. */
function listOf(
  before: Verdict | undefined,
  after: Verdict | undefined,
): Exclude<keyof ComparedFindings, 'accepted'> | null {
  const wasOne = before !== undefined && isFinding(before);
  const isOne = after !== undefined && isFinding(after);
  if (isOne) return wasOne ? 'stillOpen' : 'added';
  if (!wasOne) return null;
  return after !== undefined && isAnswered(after) ? 'resolved' : 'notVerified';
}

function compared(
  checkId: string,
  shown: Verdict,
  before: Verdict | undefined,
  after: Verdict | undefined,
): ComparedFinding {
  return {
    checkId,
    title: findingTitle(checkId, shown.title),
    category: shown.category,
    severity: shown.severity,
    affectedBefore: before?.affectedCount ?? 0,
    affectedAfter: after?.affectedCount ?? 0,
  };
}

/**
 * Each finding of two scans in exactly one list: new, resolved, still open, or not verified where its check gave no answer in the
 * later one. Those of `accepted`, ids of checks whose risk is accepted now, are in a list of their own, whatever became of them.
 * The most severe come first.
 */
export function findingDrift(
  before: readonly Verdict[],
  after: readonly Verdict[],
  accepted: ReadonlySet<string>,
): FindingDrift {
  const lists: FindingDrift = { added: [], resolved: [], stillOpen: [], accepted: [], notVerified: [] };
  const [then, now] = [byCheck(before), byCheck(after)];
  for (const checkId of new Set([...now.keys(), ...then.keys()])) {
    const [was, is] = [then.get(checkId), now.get(checkId)];
    const list = listOf(was, is);
    // A finding of then is told as it was then: its check may no longer weigh the same.
    const shown = list === 'added' || list === 'stillOpen' ? is : was;
    if (list === null || shown === undefined) continue;
    lists[accepted.has(checkId) ? 'accepted' : list].push(compared(checkId, shown, was, is));
  }
  const rank = ({ severity }: ComparedFinding) => Severity.options.indexOf(severity);
  for (const list of Object.values(lists)) list.sort((a, b) => rank(a) - rank(b) || a.checkId.localeCompare(b.checkId));
  return lists;
}
