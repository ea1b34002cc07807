import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** The audit that a report of this period is made of, or why there is none, as a sentence. */
export type AuditOfPeriod = { audit: AuditRecord } | { because: string };

const dayOf = (instant: string) => instant.slice(0, 10);

/** The audit whose report this schedule sent of the tenant last; null where it sent none. */
async function lastSent({ reportDeliveries }: TenantRecords, { scheduleId, id }: ReportDeliveryRecord) {
  const { items } = await reportDeliveries.query({
    where: [
      { field: 'scheduleId', op: 'eq', value: scheduleId },
      { field: 'state', op: 'in', value: ['sent', 'sending', 'held'] },
      { field: 'id', op: 'ne', value: id },
    ],
    orderBy: { field: 'createdAt', direction: 'desc' },
    limit: 1,
  });
  return items[0] ?? null;
}

/**
 * The latest audit, where it is of the period: since the reports before were due, and not the one that the schedule has sent already. A
 * client is never sent an old report as if it were new. Of a tenant whose connection is lost nothing is sent: what is so today, nobody knows.
 */
export async function auditOfPeriod(
  tenant: TenantRecords,
  delivery: ReportDeliveryRecord,
  now: Date,
): Promise<AuditOfPeriod> {
  const [audit, trouble, before] = await Promise.all([
    latestAudit(tenant),
    troubleOfTenant(tenant, now),
    lastSent(tenant, delivery),
  ]);
  const isLost =
    trouble?.kind === 'connectionLost' || trouble?.remedy === 'reconnect' || trouble?.remedy === 'newSecret';
  if (trouble && isLost) return { because: `The connection to the tenant is lost: ${trouble.reason}` };
  const why = trouble === null ? '' : ` ${trouble.reason}`;
  if (!audit) return { because: `No scan of the tenant has completed yet.${why}` };
  if (before?.auditId === audit.id) {
    return {
      because: `No scan has completed since the report of ${before.period}, which was of ${dayOf(audit.createdAt)}.${why}`,
    };
  }
  const { since } = delivery;
  if (audit.createdAt <= since) {
    return {
      because: `No scan has completed since ${dayOf(since)}; the latest is of ${dayOf(audit.createdAt)}.${why}`,
    };
  }
  return { audit };
}
