import type { TenantSchedule } from '@tenantry/contract/tenant-schedules';
import { overShareCode } from '../../audit/collect/tenant-configuration/snapshot-plan.ts';
import type { DatasetName } from '../../audit/facts/datasets.ts';
import { type DatasetFailure, type Facts, failureOfDataset } from '../../audit/facts/facts.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { nextDue } from './next-due.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

type Due = Pick<TenantRecord, 'scanRetries'> & { nextScanAt: string | null };
type Scheduled = Pick<TenantRecord, 'schedule'>;

/** Worth another try soon: throttled, failed on the other side, no answer, or waiting for the rate limiter. */
export function isPassing({ reason, status }: Pick<DatasetFailure, 'reason' | 'status'>): boolean {
  if (reason !== 'couldNotCheck') return false;
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** Datasets of which the next scan may know more. */
export function passingFailures(facts: Facts): DatasetName[] {
  return (Object.entries(facts) as [DatasetName, Facts[DatasetName]][]).flatMap(([name, result]) => {
    const failure = failureOfDataset(result);
    // What a month allows is not more in an hour.
    return failure && isPassing(failure) && failure.code !== overShareCode ? [name] : [];
  });
}

/** The one gate of every plan: where the schedule is off, nothing plans a scan. */
function planned({ schedule }: Scheduled, at: Date): string | null {
  return schedule?.frequency === 'off' ? null : at.toISOString();
}

/** When the schedule wants a scan after `from`: without one, a day later. */
function scheduledAfter({ schedule }: Scheduled, from: Date): Date {
  const byTheClock = schedule && schedule.frequency !== 'off' ? schedule : null;
  return byTheClock === null ? new Date(from.getTime() + dayMs) : nextDue(byTheClock, from);
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** What has not passed after 1, 2, 4, 8, 16 and 24 hours (a name server that is gone for good) expedites no scan any more. */
const expeditedTries = 6;

/**
 * When the tenant is scanned again: as its schedule says, or, where something could not be read for a reason that passes,
 * after 1, 2, 4 … hours, at most a day, if that is sooner. Never while the schedule is off.
 * @param isWhole whether everything that could be read was read
 */
export function nextScan(tenant: Pick<TenantRecord, 'schedule' | 'scanRetries'>, isWhole: boolean, now: Date) {
  const scanRetries = isWhole ? 0 : Math.min((tenant.scanRetries ?? 0) + 1, 10);
  const scheduled = scheduledAfter(tenant, now);
  const waitMs = Math.min(hourMs * 2 ** (scanRetries - 1), dayMs);
  const isExpedited = !isWhole && scanRetries <= expeditedTries;
  const at = isExpedited ? earlier(scheduled, new Date(now.getTime() + waitMs)) : scheduled;
  return { nextScanAt: planned(tenant, at), scanRetries } satisfies Due;
}

/** The plan while a scan goes on: its end plans anew. */
export function planAtStart(tenant: TenantRecord, now: Date): TenantRecord {
  return { ...tenant, nextScanAt: nextScan(tenant, true, now).nextScanAt };
}

/** After a scan without results. Where the connection was lost meanwhile, none is planned. */
export function planAfterFailure(tenant: TenantRecord, now: Date): TenantRecord {
  return (tenant.nextScanAt ?? null) === null ? tenant : { ...tenant, ...nextScan(tenant, false, now) };
}

/** The connection is lost: another scan would fail too, until somebody connects the tenant again. */
export function planNone(tenant: TenantRecord): TenantRecord {
  return { ...tenant, nextScanAt: null };
}

/** Due at the next run of the timer: the tenant was connected again. */
export function planNow(tenant: TenantRecord, now: Date): TenantRecord {
  return { ...tenant, nextScanAt: planned(tenant, now) };
}

/**
 * The tenant can be reached again: its scans go on as its schedule allows, and its accounts are read. That scans fail stands
 * until one does not, but what was refused before says no longer what mends it.
 */
export function resumed(tenant: TenantRecord, now: Date): TenantRecord {
  const scanFailing = tenant.scanFailing && { ...tenant.scanFailing, cause: 'failed' as const };
  return { ...planNow(tenant, now), scanFailing, directorySyncDueAt: now.toISOString() };
}

/** A planned scan comes now, since the data that verdicts waited for is there. Where none is planned, none is added. */
export function expedited(tenant: TenantRecord, now: Date): TenantRecord {
  const at = tenant.nextScanAt ?? null;
  return at !== null && at > now.toISOString() ? planNow(tenant, now) : tenant;
}

/** Held by whoever starts its scan: due again after `forMs` where they died over it. */
export function claimed(tenant: TenantRecord, forMs: number, now: Date): TenantRecord {
  return { ...tenant, nextScanAt: planned(tenant, new Date(now.getTime() + forMs)) };
}

/** Where nobody ever asked for a scan and no clock says when, none is planned. */
function plannedAnew(tenant: TenantRecord, now: Date): string | null {
  if (tenant.schedule) return planned(tenant, scheduledAfter(tenant, now));
  // Retries of a first scan that failed go on.
  if (tenant.audit === null) return (tenant.scanRetries ?? 0) > 0 ? (tenant.nextScanAt ?? null) : null;
  const afterTheLast = new Date(Date.parse(tenant.audit.auditedAt) + dayMs);
  return (afterTheLast < now ? now : afterTheLast).toISOString();
}

/**
 * The tenant under another schedule, planned by it at once. What is tried again sooner for a reason that passes stays,
 * except under `off`.
 * @param isLost whether the connection is lost: then none is planned until somebody connects the tenant again
 */
export function rescheduled(
  tenant: TenantRecord,
  schedule: TenantSchedule | null,
  { isLost, now }: { isLost: boolean; now: Date },
): TenantRecord {
  const changed = { ...tenant, schedule };
  const before = tenant.nextScanAt ?? null;
  if (isLost && before === null) return changed;
  const anew = plannedAnew(changed, now);
  const retries = anew !== null && before !== null && (tenant.scanRetries ?? 0) > 0;
  return { ...changed, nextScanAt: retries && before < anew ? before : anew };
}
