import { areaOfLicenses, licenseGroupTexts } from '../../audit/findings/license-group.ts';
import { isOpen, openStatuses } from '../../domain/finding/open-findings.ts';
import type { Condition } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';

/** How many other open findings of the same tenant need the same license: one count for each such group on the page. */
export async function othersOfGroup(
  items: readonly FindingRecord[],
  count: (where: readonly Condition[]) => Promise<number>,
): Promise<(record: FindingRecord) => number> {
  const keyOf = ({ tenantId, needsLicense }: FindingRecord) => JSON.stringify([tenantId, needsLicense]);
  const isGrouped = (record: FindingRecord) => record.needsLicense !== null && isOpen(record);
  const groups = new Map(items.filter(isGrouped).map((one) => [keyOf(one), one]));
  const sizes = new Map(
    await Promise.all(
      [...groups].map(async ([key, { tenantId, needsLicense }]) => {
        const where: Condition[] = [
          { field: 'tenantId', op: 'eq', value: tenantId },
          { field: 'needsLicense', op: 'eq', value: needsLicense },
          { field: 'status', op: 'in', value: openStatuses },
        ];
        return [key, await count(where)] as const;
      }),
    ),
  );
  return (record) => (isGrouped(record) ? Math.max((sizes.get(keyOf(record)) ?? 1) - 1, 0) : 0);
}

/** The finding that stands for others, as one row tells all of them; every other as it is. */
export function asRow(record: FindingRecord, countsWith: number): FindingRecord {
  const { needsLicense, isCounted } = record;
  if (needsLicense === null || !isCounted || !isOpen(record)) return record;
  return { ...record, ...licenseGroupTexts(needsLicense, countsWith + 1), category: areaOfLicenses };
}
