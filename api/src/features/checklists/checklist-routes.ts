import { changeChecklist, getChecklist } from '@tenantry/contract/checklist';
import { checklistOf } from '../../domain/checklist/checklist.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { ChecklistService } from './checklist-service.ts';

/** @throws AppError NO_SCAN_YET where the tenant has no such scan */
async function checkScan({ scans }: TenantRecords, scanId: string): Promise<void> {
  if ((await scans.get(scanId)) === null)
    throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
}

export function checklistRoutes({ checklists }: { checklists: ChecklistService }): Route[] {
  return [
    tenantRoute(getChecklist, async ({ tenant, params }) => {
      await checkScan(tenant, params.scanId);
      return { items: await checklistOf(tenant) };
    }),

    tenantRoute(changeChecklist, async ({ tenant, params, body, caller }) => {
      await checkScan(tenant, params.scanId);
      const by = { username: caller.user.username, name: caller.name };
      await checklists.change(tenant, params.scanId, body.items, by);
      return { items: await checklistOf(tenant) };
    }),
  ];
}
