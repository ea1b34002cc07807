import { type ChecklistItemId, checklistTexts } from '@tenantry/contract/checklist';
import { tenantRecordId } from '@tenantry/contract/ids';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createOnce } from '../../ports/collection.ts';
import type { ChecklistRecord } from '../../store/checklists.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'activityLog' | 'clock'>;
type By = { username: string; name: string };
export type ChecklistChange = { itemId: ChecklistItemId; checked: boolean; comment?: string | null | undefined };

const idOf = (tenantId: string, itemId: ChecklistItemId) => tenantRecordId(tenantId, `checklist-${itemId}`);

function changed(
  before: ChecklistRecord | null,
  after: ChecklistRecord,
  { tenant }: TenantRecords,
  by: By,
): ChecklistRecord {
  const { itemId, scanId } = after;
  return withEntry(
    after,
    {
      eventType: 'checklist_updated',
      user: by.username,
      target: `${tenant.name}: ${checklistTexts[itemId].title}`,
      tenantId: tenant.id,
      details: { itemId, scanId, ...whatChanged(before, after, ['checked', 'comment']) },
    },
    new Date(after.updatedAt),
  );
}

/** What people verify by hand, an item each (design, 24). */
export function createChecklists({ trail, activityLog, clock }: Dependencies) {
  /** @returns whether anything changed: said again, it does not */
  async function changeItem(tenant: TenantRecords, scanId: string, wanted: ChecklistChange, by: By): Promise<boolean> {
    const { checklist } = tenant;
    const { id: tenantId, isMock: isSimulated } = tenant.tenant;
    const { itemId, checked } = wanted;
    const said = { scanId, checked, updatedBy: by.name, updatedAt: clock.now().toISOString(), isSimulated };
    const first: ChecklistRecord = {
      ...said,
      id: idOf(tenantId, itemId),
      tenantId,
      itemId,
      comment: wanted.comment ?? '',
      ...emptyOutbox,
    };
    const created = await createOnce(checklist, changed(null, first, tenant, by));
    if (created) {
      await settleOutbox(checklist, created.value, trail, created.etag);
      return true;
    }
    let isNew = false;
    await changeAndSeal(trail, checklist, first.id, (current) => {
      const comment = wanted.comment === undefined ? current.comment : (wanted.comment ?? '');
      isNew = current.checked !== checked || current.comment !== comment;
      return isNew ? changed(current, { ...current, ...said, comment }, tenant, by) : current;
    });
    return isNew;
  }

  return {
    async change(tenant: TenantRecords, scanId: string, items: readonly ChecklistChange[], by: By): Promise<void> {
      let changes = 0;
      for (const item of items) if (await changeItem(tenant, scanId, item, by)) changes += 1;
      if (changes === 0) return;
      const { id: tenantId, name: target } = tenant.tenant;
      await activityLog.add({
        type: 'user',
        message: `${by.name} updated the manual checklist`,
        tenantId,
        eventType: 'checklist_updated',
        target,
        user: by.name,
        details: { items: changes },
      });
    },
  };
}

export type ChecklistService = ReturnType<typeof createChecklists>;
