import type { NoticeEvent } from '../../../ports/notifier.ts';
import { auditIdOfScan } from '../../../store/latest-audit.ts';
import type { ScanRecord } from '../../../store/scans.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { askedEvent } from './approvals.ts';
import { openedEvent } from './findings.ts';
import { incidentEvent, newIncidents } from './incidents.ts';
import { type NoticeSource, named, plainEvent, type SourceParts, tenantPath, tenantsOf } from './source.ts';

/** Told once for all scans in a row that fail, or give less than half of what they ask for. */
function failingEvent({ scanFailing }: TenantRecord, tenant: TenantRecord): NoticeEvent[] {
  if (scanFailing === null) return [];
  const { since, reason, cause } = scanFailing;
  return [
    {
      ...plainEvent,
      key: `scan-failed:${tenant.id}:${since}`,
      kind: 'scan-failed',
      tenant: named(tenant),
      gravity: 'high',
      title: cause === 'refused' ? 'Microsoft refuses nearly all that a scan asks for' : 'Scans fail',
      detail: reason,
      path: tenantPath('/dashboard', tenant.id),
      at: since,
    },
  ];
}

/** What one scan brought: findings and requests that it opened, incidents that lead, and whether it failed. */
async function eventsOfScan({ noticeSources }: SourceParts, scan: ScanRecord, tenant: TenantRecord) {
  const { outcome, approvalsCreated } = scan;
  const isLatest = tenant.lastScan?.scanLogId === scan.id;
  // Of a scan that another one followed within the minute the tenant no longer tells.
  const mayHaveIncident = scan.status === 'completed' && (!isLatest || (tenant.audit?.topIncident ?? null) !== null);
  const [findings, approvals, audit] = await Promise.all([
    outcome !== null && outcome.newFindings > 0 ? noticeSources.openedByScan(scan) : [],
    (approvalsCreated ?? 0) > 0 ? noticeSources.askedByScan(scan) : [],
    mayHaveIncident ? noticeSources.auditOf(tenant.id, auditIdOfScan(tenant.id, scan.id)) : null,
  ]);
  const incidents = audit === null ? [] : await newIncidents(noticeSources, audit);
  return [
    ...(isLatest ? failingEvent(tenant, tenant) : []),
    ...incidents.map((incident) => incidentEvent(incident, tenant, scan)),
    ...findings.map((finding) => openedEvent(finding, tenant)),
    ...approvals.map((approval) => askedEvent(approval, tenant)),
  ];
}

/** So many scans are asked for what they brought at the same time. */
const atOnce = 10;

/**
 * What scans brought that ended then. A scan writes its results under the instant at which it was asked for, which may be hours
 * earlier: by its end it is found, and by it what it wrote.
 */
export const scans: NoticeSource = {
  name: 'scans',
  everyMinutes: 1,
  async collect(parts, period) {
    const ended = await Promise.all(
      (['completed', 'failed'] as const).map((status) => parts.noticeSources.scansEnded(everyTenant, status, period)),
    );
    const scansOfPeriod = ended.flat();
    const tenants = await tenantsOf(parts, scansOfPeriod);
    const events: NoticeEvent[] = [];
    for (let at = 0; at < scansOfPeriod.length; at += atOnce) {
      const some = await Promise.all(
        scansOfPeriod.slice(at, at + atOnce).map(async (scan) => {
          const tenant = tenants.get(scan.tenantId);
          return tenant ? eventsOfScan(parts, scan, tenant) : [];
        }),
      );
      events.push(...some.flat());
    }
    return events;
  },
};
