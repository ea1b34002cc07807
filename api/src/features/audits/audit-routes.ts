import { type Audit, getLatestAudit } from '@tenantry/contract/audits';
import { deleteAudit, getAudit, listAudits } from '@tenantry/contract/managed-audits';
import { getSampledPasses } from '@tenantry/contract/sampled-passes';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { sampleAudit } from '../../domain/audit-results/sample-audit.ts';
import { seen } from '../../domain/finding/finding-of-verdict.ts';
import { openStatuses } from '../../domain/finding/open-findings.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { every } from '../../ports/collection.ts';
import type { AuditStore } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { auditView, noAuditView } from './audit-view.ts';
import type { AuditDeletion } from './delete-audit.ts';
import { isBeingDeleted, managedAudit, managedAudits } from './managed-audits.ts';
import { sampledPassesOf } from './sampled-passes.ts';

/** That a tenant passed is no longer known once nothing new is: what failed then is not better now. */
function inTrouble(audit: Omit<Audit, 'trouble'>, trouble: TenantTrouble | null): Audit {
  const told = { ...audit, trouble };
  if (trouble === null || audit.overallStatus !== 'pass') return told;
  return { ...told, overallStatus: null, overallStatusUnknownBecause: trouble.reason };
}

const openFindings = ({ findings }: TenantRecords) =>
  every(findings, { where: [{ field: 'status', op: 'in', value: openStatuses }] });

/** What a simulated tenant shows before its first scan. */
function sampleView(tenant: TenantRecord, now: Date): Omit<Audit, 'trouble'> {
  const audit = sampleAudit(now);
  const sight = { tenant, scanLogId: '', at: audit.createdAt, now };
  const open = audit.data.verdicts.filter(isFinding).map((verdict) => seen(verdict, null, sight));
  return auditView(tenant, audit, open, true);
}

type Dependencies = Pick<CommonParts, 'clock' | 'tenants'> & {
  auditResults: AuditStore;
  auditDeletion: Pick<AuditDeletion, 'delete'>;
};

export function auditRoutes({ clock, auditDeletion, ...stores }: Dependencies): Route[] {
  return [
    callerRoute(listAudits, ({ caller, query }) => managedAudits(stores, caller.scope, query)),

    tenantRoute(getAudit, async ({ tenant, params }) => {
      const stored = await tenant.audits.get(params.id);
      if (!stored || isBeingDeleted(tenant.tenant, params.id))
        throw new AppError('NOT_FOUND', 'There is no such audit.');
      return managedAudit(tenant.tenant, stored.value);
    }),

    tenantRoute(deleteAudit, async ({ tenant, params, caller }) => ({
      success: true as const,
      latestAuditAt: await auditDeletion.delete(tenant, params.id, caller),
    })),

    tenantRoute(getSampledPasses, async ({ tenant }) => ({ sampled: await sampledPassesOf(tenant) })),

    tenantRoute(getLatestAudit, async (context) => {
      const { tenant } = context.tenant;
      const audit = await latestAudit(context.tenant);
      const trouble = await troubleOfTenant(context.tenant, clock.now());
      if (audit) return inTrouble(auditView(tenant, audit, await openFindings(context.tenant), false), trouble);
      return { ...(tenant.isMock ? sampleView(tenant, clock.now()) : noAuditView(tenant)), trouble };
    }),
  ];
}
