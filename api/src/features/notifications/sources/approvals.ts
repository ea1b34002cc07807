import type { NoticeEvent } from '../../../ports/notifier.ts';
import { type ApprovalRecord, tenantOfApproval } from '../../../store/approvals.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { type NoticeSource, named, plainEvent, tenantsOf } from './source.ts';

/** @param tenant null where it concerns the installation */
export function askedEvent(approval: ApprovalRecord, tenant: TenantRecord | null): NoticeEvent {
  const { id, priority, title, requestedBy, description, remedyId, createdAt } = approval;
  return {
    ...plainEvent,
    key: `approval:${id}`,
    kind: 'approval-waiting',
    tenant: tenant && named(tenant),
    gravity: priority,
    title: `Waits for approval: ${title}`,
    detail: [`Asked for by ${requestedBy}`, description].filter((line) => line !== '').join('\n'),
    path: tenant === null ? '/admin/approvals' : `/admin/approvals?${new URLSearchParams({ tenantId: tenant.id })}`,
    at: createdAt,
    remedyId,
  };
}

/** Requests that people made; those of scans are found by their scan. */
export const approvals: NoticeSource = {
  name: 'approvals',
  everyMinutes: 1,
  async collect(parts, period) {
    const asked = await parts.noticeSources.approvalsAsked(everyTenant, period);
    const tenants = await tenantsOf(parts, asked);
    return asked.flatMap((approval) => {
      const tenantId = tenantOfApproval(approval);
      if (tenantId === null) return [askedEvent(approval, null)];
      const tenant = tenants.get(tenantId);
      return tenant ? [askedEvent(approval, tenant)] : [];
    });
  },
};
