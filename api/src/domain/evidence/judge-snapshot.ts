import type { Verdict } from '@tenantry/contract/verdicts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { type AuditOutcome, evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { takenAtOf } from '../../audit/snapshot/snapshot-facts.ts';

/**
 * Judges a snapshot as of when it was taken, as `npm run evaluate` does.
 * @throws SnapshotError where a newer version wrote it, or it does not say when it was taken
 */
export function judgeSnapshot(snapshot: JsonObject): AuditOutcome {
  const now = takenAtOf(snapshot);
  if (now === null) throw new Error('The snapshot does not say when it was taken');
  const { facts, exemptions } = factsFromSnapshot(snapshot, now);
  return evaluateFacts(facts, { now, exemptions });
}

/** As JSON holds it: without what is undefined. */
const plain = (value: unknown): string => JSON.stringify(value ?? null);

type Told = Pick<Verdict, 'checkId'> & Record<string, unknown>;

/** What differs between verdicts that were told and those that judging again gives, a line each; none where both are the same. */
export function verdictDifferences(told: readonly Told[], again: readonly Verdict[]): string[] {
  const found = new Map(again.map((verdict) => [verdict.checkId, verdict as unknown as Told]));
  const differences = told.flatMap((verdict) => {
    const other = found.get(verdict.checkId);
    found.delete(verdict.checkId);
    if (other === undefined)
      return [`${verdict.checkId}: told as ${plain(verdict.status)}, and there is no such check here`];
    const fields = new Set([...Object.keys(verdict), ...Object.keys(other)]);
    return [...fields]
      .filter((field) => plain(verdict[field]) !== plain(other[field]))
      .map((field) =>
        field === 'status'
          ? `${verdict.checkId}: told as ${plain(verdict.status)}, judged again as ${plain(other.status)}`
          : `${verdict.checkId}: another ${field}`,
      );
  });
  return [...differences, ...[...found.keys()].map((checkId) => `${checkId}: judged here, and not told`)];
}
