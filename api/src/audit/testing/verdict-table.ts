import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { describe, expect, test } from 'vitest';
import { catalog } from '../catalog.ts';
import type { JsonObject } from '../json-reader.ts';
import { verdictFor } from './verdict-for.ts';

export type ExactVerdict = {
  when: string;
  snapshot: JsonObject;
  says: VerdictStatus;
  message: string;
  /** Only where it is not the check's own. */
  recommendation?: string;
  /** `dataset: what was observed (object id)`. */
  evidence?: readonly string[];
  /** `type id: name`. */
  affected?: readonly string[];
  /** Only where more are affected than listed. */
  affectedCount?: number;
};

/** One test for each row, under the check's id: the whole verdict, word for word. */
export function saysExactly(checkId: string, rows: readonly ExactVerdict[]): void {
  const own = catalog.find(({ id }) => id === checkId)?.recommendation;
  describe(checkId, () => {
    test.each(rows)('$when: $says', ({ snapshot, when: _, says, message, ...more }) => {
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
        message,
        recommendation: more.recommendation ?? (says === 'pass' || says === 'notApplicable' ? '' : own),
        evidence: more.evidence ?? [],
        affected,
        affectedCount: more.affectedCount ?? affected.length,
      });
    });
  });
}
