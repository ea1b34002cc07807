import type { Condition } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';

/** How many others of the same tenant and status need the same license: one count for each such group on the page. */
export async function othersOfGroup(
  items: readonly FindingRecord[],
  count: (where: readonly Condition[]) => Promise<number>,
): Promise<(record: FindingRecord) => number> {
  const keyOf = ({ tenantId, needsLicense, status }: FindingRecord) => JSON.stringify([tenantId, needsLicense, status]);
  const groups = new Map(items.filter(({ needsLicense }) => needsLicense !== null).map((one) => [keyOf(one), one]));
  const sizes = new Map(
    await Promise.all(
      [...groups].map(async ([key, one]) => {
        const fields = ['tenantId', 'needsLicense', 'status'] as const;
        const where = fields.map((field) => ({ field, op: 'eq', value: one[field] }) as const);
        return [key, await count(where)] as const;
      }),
    ),
  );
  return (record) => Math.max((sizes.get(keyOf(record)) ?? 1) - 1, 0);
}
