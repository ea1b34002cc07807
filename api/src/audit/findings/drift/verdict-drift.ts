import type { VerdictChange, VerdictDirection } from '@tenantry/contract/drift';
import { type Affected, Severity, type Verdict, type VerdictStatus } from '@tenantry/contract/verdicts';
import { singledOut } from '../affected-people.ts';
import { isUnknown } from '../is-finding.ts';
import { byAttention, verdictAttention } from './attention.ts';

const rank: Partial<Record<VerdictStatus, number>> = { pass: 0, warning: 1, fail: 2 };
const directions: readonly VerdictDirection[] = ['worse', 'unknown-now', 'known-again', 'better', 'other'];

function directionOf(before: Verdict, after: Verdict): VerdictDirection {
  const [from, to] = [rank[before.status], rank[after.status]];
  if (from !== undefined && to !== undefined) {
    const difference = to - from || singledOut(after).count - singledOut(before).count;
    return difference > 0 ? 'worse' : difference < 0 ? 'better' : 'other';
  }
  // `notApplicable` is a known answer.
  if (isUnknown(after) && !isUnknown(before)) return 'unknown-now';
  if (isUnknown(before) && !isUnknown(after)) return 'known-again';
  return 'other';
}

/** Those of `list` that `other` has not; null where `other` is not whole, so that one missing in it may be there. */
function only(list: readonly Affected[], other: Verdict | undefined): string[] | null {
  if (other === undefined) return list.map(({ name }) => name);
  const single = singledOut(other);
  if (single.affected.length < single.count) return null;
  const known = new Set(other.affected.map(({ type, id }) => `${type}/${id}`));
  return list.filter(({ type, id }) => !known.has(`${type}/${id}`)).map(({ name }) => name);
}

function changeOf(before: Verdict | undefined, after: Verdict | undefined): VerdictChange | null {
  const shown = after ?? before;
  if (shown === undefined) return null;
  const isTrouble = after?.status === 'fail' || after?.status === 'warning';
  const newAffected = only(after?.affected ?? [], before);
  const goneAffected = only(before?.affected ?? [], after);
  const hasSameObjects =
    (before && singledOut(before).count) === (after && singledOut(after).count) &&
    !newAffected?.length &&
    !goneAffected?.length;
  if (before?.status === after?.status && (!isTrouble || hasSameObjects)) return null;
  const change: Omit<VerdictChange, 'attention'> = {
    checkId: shown.checkId,
    title: shown.title,
    category: shown.category,
    severity: shown.severity,
    from: before?.status ?? null,
    to: after?.status ?? null,
    direction: before && after ? directionOf(before, after) : 'other',
    message: after?.message ?? '',
    affectedBefore: before?.affectedCount ?? 0,
    affectedAfter: after?.affectedCount ?? 0,
    newAffected,
    goneAffected,
  };
  return { ...change, attention: verdictAttention(change) };
}

/**
 * What became another verdict, or the same one over other objects. What needs attention first, then what got worse, then by severity. Verdicts list only the
 * first of many affected objects: where the list of one scan is not whole, which are new (or gone) is null, not guessed.
 */
export function verdictDrift(before: readonly Verdict[], after: readonly Verdict[]): VerdictChange[] {
  const old = new Map(before.map((verdict) => [verdict.checkId, verdict]));
  const young = new Map(after.map((verdict) => [verdict.checkId, verdict]));
  return [...new Set([...young.keys(), ...old.keys()])]
    .map((checkId) => changeOf(old.get(checkId), young.get(checkId)))
    .filter((change) => change !== null)
    .sort(
      (a, b) =>
        byAttention(a, b) ||
        directions.indexOf(a.direction) - directions.indexOf(b.direction) ||
        Severity.options.indexOf(a.severity) - Severity.options.indexOf(b.severity) ||
        a.checkId.localeCompare(b.checkId),
    );
}
