import type { Verdict } from '@tenantry/contract/verdicts';
import { evaluateFacts } from '../evaluate.ts';
import type { JsonObject } from '../json-reader.ts';
import { factsFromSnapshot } from '../snapshot.ts';

export const testNow = new Date('2026-11-20T12:00:00Z');

/** What one check says about a snapshot. */
export function verdictFor(checkId: string, snapshot: JsonObject): Verdict {
  const { facts, exemptions } = factsFromSnapshot(snapshot, testNow);
  const verdict = evaluateFacts(facts, { now: testNow, exemptions }).verdicts.find((item) => item.checkId === checkId);
  if (verdict === undefined) throw new Error(`there is no check ${checkId}`);
  return verdict;
}
