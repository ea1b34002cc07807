import { type ChecklistItem, ChecklistItemId } from '@tenantry/contract/checklist';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** A tenant's manual checklist: all of its items, in their order. It moves no verdict and no score (design, 24). */
export async function checklistOf({ checklist }: Pick<TenantRecords, 'checklist'>): Promise<ChecklistItem[]> {
  const { items } = await checklist.query({ limit: ChecklistItemId.options.length });
  return ChecklistItemId.options.map((itemId) => {
    const kept = items.find((one) => one.itemId === itemId);
    return {
      itemId,
      checked: kept?.checked ?? false,
      comment: kept?.comment ?? '',
      by: kept?.updatedBy ?? null,
      at: kept?.updatedAt ?? null,
    };
  });
}
