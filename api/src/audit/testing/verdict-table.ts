import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { describe, expect, test } from 'vitest';
import { catalog } from '../checks/catalog.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import { verdictFor } from './verdict-for.ts';
import { naming, reading } from './wording.ts';

/** The facts of a verdict; `…` stands for any wording. */
export type VerdictRow = {
  when: string;
  snapshot: JsonObject;
  says: VerdictStatus;
  /** What the message names, in this order. */
  message: string;
  /** Only where it is not the check's own: what it names. */
  recommendation?: string;
  /** `dataset: what was observed (object id)`. */
  evidence?: readonly string[];
  /** `type id: name`. */
  affected?: readonly string[];
  /** Only where more are affected than listed. */
  affectedCount?: number;
};

/** One test for each row, under the check's id: status, affected objects and evidence, and what the message names. */
export function verdictTable(checkId: string, rows: readonly VerdictRow[]): void {
  const own = catalog.find(({ id }) => id === checkId)?.recommendation;
  describe(checkId, () => {
    test.each(rows)('$when: $says', ({ snapshot, when: _, says, message, recommendation, ...more }) => {
      const verdict = verdictFor(checkId, snapshot);
      const affected = more.affected ?? [];
      expect({
        says: verdict.status,
        message: verdict.message,
        recommendation: verdict.recommendation,
        evidence: verdict.evidence.map(
          ({ dataset, observed, objectId }) =>
            `${dataset}: ${observed}${objectId === undefined ? '' : ` (${objectId})`}`,
        ),
        affected: verdict.affected.map(({ type, id, name }) => `${type} ${id}: ${name}`),
        affectedCount: verdict.affectedCount,
      }).toEqual({
        says,
        message: naming(message),
        recommendation: recommendation
          ? naming(recommendation)
          : says === 'pass' || says === 'notApplicable'
            ? ''
            : own,
        evidence: (more.evidence ?? []).map(reading),
        affected,
        affectedCount: more.affectedCount ?? affected.length,
      });
    });
  });
}
