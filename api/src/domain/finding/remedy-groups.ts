import type { FreeSwitch } from '@tenantry/contract/verdicts';
import { remedyOfFinding } from '../../audit/findings/remedies/remedies.ts';
import type { Remedy } from '../../audit/findings/remedies/remedy.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { byFindingOrder } from './finding-order.ts';

/** Open findings that one decision closes: a piece of work, or a license that is bought. */
export type RemedyGroup = {
  /** Null of those that a license closes, and of those whose checks the catalog no longer has. */
  remedy: Pick<Remedy, 'id' | 'title'> | null;
  /** The license that all of them need and the tenant does not have. */
  needsLicense: string | null;
  /** The switch that costs nothing and closes them; null where there is none. */
  closedBy: FreeSwitch | null;
  /** The gravest first. */
  findings: readonly [FindingRecord, ...FindingRecord[]];
};

function keyOf(finding: FindingRecord): string {
  if (finding.needsLicense !== null) return `license ${finding.needsLicense}`;
  return `remedy ${remedyOfFinding(finding)?.id ?? ''}`;
}

/**
 * Open findings by what closes them together. Each stands in one group, and a group where its gravest finding stands in the one
 * order of findings, so that lists of work and lists of findings begin with the same (decision 063).
 */
export function remedyGroups(open: readonly FindingRecord[]): RemedyGroup[] {
  const groups = Map.groupBy(open.toSorted(byFindingOrder), keyOf);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { needsLicense } = first;
    const findings = [first, ...others] as const;
    const switched = findings.find(({ closedBy }) => closedBy);
    const remedy = needsLicense === null ? remedyOfFinding(switched ?? first) : null;
    return [{ remedy, needsLicense, closedBy: switched?.closedBy ?? null, findings }];
  });
}
