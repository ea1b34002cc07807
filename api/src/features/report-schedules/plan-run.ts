import { tenantRecordId } from '@tenantry/contract/ids';
import { changeAndSeal, emptyOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { dayIn, lastReportDue, nextReportDue } from '../../domain/report-deliveries/report-days.ts';
import { createOnce, replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportRun, ReportScheduleRecord } from '../../store/report-schedules.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { later, tellAfterMs } from './delivery-states.ts';
import { type Answering, answering } from './schedule-tenants.ts';

/** Tenants that are planned in one piece. */
const tenantsInPiece = 100;
/** A piece whose worker died is taken up again after this long. */
const claimMs = 2 * 60_000;

/** Derived: one for schedule, tenant and day, however often it is asked for. */
const deliveryId = (tenantId: string, scheduleId: string, period: string): string =>
  tenantRecordId(tenantId, `delivery-${scheduleId}-${period}`);

/** A schedule whose time has come begins a run of this day; one that is late makes up for one day, and for no more. */
function withDueRun(schedule: ReportScheduleRecord, now: Date): ReportScheduleRecord {
  const { run, nextAt, timeZone, isOn } = schedule;
  if (run !== null || !isOn || nextAt === null || nextAt > now.toISOString()) return schedule;
  return {
    ...schedule,
    ...begun(schedule, dayIn(timeZone, new Date(nextAt)), lastReportDue(schedule, new Date(nextAt))),
    nextAt: nextReportDue(schedule, now).toISOString(),
  };
}

/** What changes where a run begins. */
function begun(
  { lastPeriod, isRegrouped }: ReportScheduleRecord,
  period: string,
  since: Date,
): Pick<ReportScheduleRecord, 'run' | 'lastPeriod' | 'isRegrouped'> {
  const before = isRegrouped === true ? null : lastPeriod;
  const run = { id: crypto.randomUUID(), period, since: since.toISOString(), after: '', before };
  return { run, lastPeriod: period, isRegrouped: false };
}

/** A run that somebody asks for, of today: audits count that are as old as the period before. One that is being planned goes on. */
export function withRunNow(schedule: ReportScheduleRecord, now: Date): ReportScheduleRecord {
  if (schedule.run !== null) return schedule;
  const since = lastReportDue(schedule, lastReportDue(schedule, now));
  return { ...schedule, ...begun(schedule, dayIn(schedule.timeZone, now), since), workAt: now.toISOString() };
}

function deliveryOf(
  schedule: ReportScheduleRecord,
  run: ReportRun,
  { tenant }: TenantRecords,
  { at, isOutside }: { at: string; isOutside: boolean },
): ReportDeliveryRecord {
  return {
    id: deliveryId(tenant.id, schedule.id, run.period),
    ...{ tenantId: tenant.id, scheduleId: schedule.id, scheduleName: schedule.name, period: run.period },
    ...{ since: run.since, runId: run.id },
    ...{ form: schedule.form, state: 'waiting', told: '', reportId: null, auditId: null, approvalId: null },
    ...{ recipients: [], isSimulated: tenant.isMock, createdAt: at, endedAt: null, workAt: at, tellAt: '' },
    ...(isOutside ? { isOutside } : {}),
    ...emptyOutbox,
  };
}

/** Once more what was not sent that day; what was sent, or is under way, stays. A piece that is worked twice asks once. */
const askedAgain = (one: ReportDeliveryRecord, fresh: ReportDeliveryRecord): ReportDeliveryRecord =>
  one.state !== 'not-sent' || one.runId === fresh.runId
    ? one
    : { ...fresh, createdAt: one.createdAt, outbox: one.outbox, hasOutbox: one.hasOutbox };

async function planTenant(
  parts: DeliveryParts,
  schedule: ReportScheduleRecord,
  run: ReportRun,
  tenant: TenantRecords,
  isOutside: boolean,
) {
  const fresh = deliveryOf(schedule, run, tenant, { at: parts.clock.now().toISOString(), isOutside });
  if (await createOnce(tenant.reportDeliveries, fresh)) return;
  await update(tenant.reportDeliveries, fresh.id, (one) => askedAgain(one, fresh));
}

/** `next`: where the run goes on; null where it is over. */
type Piece = { tenants: TenantRecords[]; isOutside: boolean; next: Pick<ReportRun, 'after' | 'isLookingBack'> | null };

/** The next tenants of a run, by name: a page of them, however many there are. */
async function ownPiece(parts: DeliveryParts, { scope }: Answering, { after, before }: ReportRun): Promise<Piece> {
  const page = await parts.tenants.page(scope, { limit: tenantsInPiece, cursor: after === '' ? undefined : after });
  const tenants = page.items.map((tenant) => parts.tenants.recordsOf(tenant));
  if (page.nextCursor !== undefined) return { tenants, isOutside: false, next: { after: page.nextCursor } };
  return { tenants, isOutside: false, next: before ? { after: '', isLookingBack: true } : null };
}

/**
 * Tenants that the run before had and that this one may not have: each gets a delivery too, which is refused with the reason, so that
 * nobody misses a report of which nobody hears. Those that left for good are told of once; while nobody answers for the schedule, each time.
 */
async function pieceOfBefore(
  parts: DeliveryParts,
  { scope, because }: Answering,
  schedule: ReportScheduleRecord,
  { after, before }: ReportRun,
): Promise<Piece> {
  const place = { limit: tenantsInPiece, cursor: after === '' ? undefined : after };
  const page = await parts.reportDeliveries.ofPeriod(everyTenant, schedule.id, before ?? '', place);
  const missing = page.items.filter(({ tenantId, isOutside }) => isOutside !== true && !isInScope(scope, tenantId));
  const found = await parts.tenants.ofRecords(everyTenant, missing);
  const next = page.nextCursor === undefined ? null : { after: page.nextCursor, isLookingBack: true };
  const tenants = [...found.values()].map((tenant) => parts.tenants.recordsOf(tenant));
  return { tenants, isOutside: because === null, next };
}

/** A run that was for nobody is in the trail, and told to administrators. */
function withStopped(
  parts: DeliveryParts,
  schedule: ReportScheduleRecord,
  { period }: ReportRun,
  because: string,
): ReportScheduleRecord {
  const { id: scheduleId, name: target } = schedule;
  const details = { scheduleId, schedule: target, period, because };
  const entry = { eventType: 'report_not_sent', user: 'system', target, tenantId: null, details } as const;
  const stopped = { stopped: { period, because }, tellAt: later(parts, tellAfterMs), tellTries: 0 };
  return withEntry({ ...schedule, ...stopped }, entry, parts.clock.now());
}

/** The run after a piece: further on, or over. */
function afterPiece(
  parts: DeliveryParts,
  schedule: ReportScheduleRecord,
  run: ReportRun,
  { next }: Piece,
  { because }: Answering,
): ReportScheduleRecord {
  if (schedule.run?.id !== run.id) return schedule;
  if (next !== null) return { ...schedule, run: { ...run, ...next }, workAt: parts.clock.now().toISOString() };
  const over = { ...schedule, run: null, workAt: schedule.isOn ? (schedule.nextAt ?? '') : '' };
  return because === null ? over : withStopped(parts, over, run, because);
}

/**
 * Plans one piece of a schedule that is due: a delivery for each tenant. It is claimed by its etag, so that of several workers one
 * does so. @returns whether there was one
 */
export async function planDue(parts: DeliveryParts): Promise<boolean> {
  const { reportSchedules, clock } = parts;
  const now = clock.now();
  const [due] = await reportSchedules.due(now, 1);
  const stored = due && (await reportSchedules.get(due.id));
  if (!stored || stored.value.workAt === '' || stored.value.workAt > now.toISOString()) return due !== undefined;
  const workAt = new Date(now.getTime() + claimMs).toISOString();
  const claimed = await replaceIfUnchanged(reportSchedules, { ...withDueRun(stored.value, now), workAt }, stored.etag);
  if (!claimed) return true;
  const { id, run } = claimed.value;
  if (run === null) {
    await update(reportSchedules, id, (one) => ({ ...one, workAt: one.isOn ? (one.nextAt ?? '') : '' }));
    return true;
  }
  const who = await answering(parts, claimed.value);
  const piece =
    run.isLookingBack === true ? await pieceOfBefore(parts, who, claimed.value, run) : await ownPiece(parts, who, run);
  for (const tenant of piece.tenants) await planTenant(parts, claimed.value, run, tenant, piece.isOutside);
  await changeAndSeal(parts.trail, reportSchedules, id, (one) => afterPiece(parts, one, run, piece, who));
  return true;
}
