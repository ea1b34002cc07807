import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../checks/catalog.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import { verdictOf } from '../findings/evaluate.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';

export const testNow = new Date('2026-11-20T12:00:00Z');

/** What one check says about a snapshot. The others are not asked: a mutant of theirs is none of this test's business. */
export function verdictFor(checkId: string, snapshot: JsonObject): Verdict {
  const check = catalog.find((item) => item.id === checkId);
  if (check === undefined) throw new Error(`there is no check ${checkId}`);
  const { facts, exemptions } = factsFromSnapshot(snapshot, testNow);
  return verdictOf(check, facts, { now: testNow, exemptions });
}
