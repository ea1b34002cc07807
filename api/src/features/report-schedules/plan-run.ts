import { tenantRecordId } from '@tenantry/contract/ids';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { dayIn, lastReportDue, nextReportDue } from '../../domain/report-deliveries/report-days.ts';
import { createOnce, replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportRun, ReportScheduleRecord } from '../../store/report-schedules.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { answering } from './schedule-tenants.ts';

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
    ...begun(dayIn(timeZone, new Date(nextAt)), lastReportDue(schedule, new Date(nextAt))),
    nextAt: nextReportDue(schedule, now).toISOString(),
  };
}

/** What changes where a run begins. */
function begun(period: string, since: Date): Pick<ReportScheduleRecord, 'run' | 'lastPeriod'> {
  return { run: { id: crypto.randomUUID(), period, since: since.toISOString(), after: '' }, lastPeriod: period };
}

/** A run that somebody asks for, of today: audits count that are as old as the period before. One that is being planned goes on. */
export function withRunNow(schedule: ReportScheduleRecord, now: Date): ReportScheduleRecord {
  if (schedule.run !== null) return schedule;
  const since = lastReportDue(schedule, lastReportDue(schedule, now));
  return { ...schedule, ...begun(dayIn(schedule.timeZone, now), since), workAt: now.toISOString() };
}

function deliveryOf(
  schedule: ReportScheduleRecord,
  run: ReportRun,
  { tenant }: TenantRecords,
  at: string,
): ReportDeliveryRecord {
  return {
    id: deliveryId(tenant.id, schedule.id, run.period),
    ...{ tenantId: tenant.id, scheduleId: schedule.id, scheduleName: schedule.name, period: run.period },
    ...{ since: run.since, runId: run.id },
    ...{ form: schedule.form, state: 'waiting', told: '', reportId: null, auditId: null, approvalId: null },
    ...{ recipients: [], isSimulated: tenant.isMock, createdAt: at, endedAt: null, workAt: at, tellAt: '' },
    ...emptyOutbox,
  };
}

/** Once more what was not sent that day; what was sent, or is under way, stays. A piece that is worked twice asks once. */
const askedAgain = (one: ReportDeliveryRecord, fresh: ReportDeliveryRecord): ReportDeliveryRecord =>
  one.state !== 'not-sent' || one.runId === fresh.runId
    ? one
    : { ...fresh, createdAt: one.createdAt, outbox: one.outbox, hasOutbox: one.hasOutbox };

async function planTenant(parts: DeliveryParts, schedule: ReportScheduleRecord, run: ReportRun, tenant: TenantRecords) {
  const fresh = deliveryOf(schedule, run, tenant, parts.clock.now().toISOString());
  if (await createOnce(tenant.reportDeliveries, fresh)) return;
  await update(tenant.reportDeliveries, fresh.id, (one) => askedAgain(one, fresh));
}

type Piece = { tenants: TenantRecords[]; next: string | undefined };

/** The next tenants of a run, by name: a page of them, however many there are. */
async function nextPiece(parts: DeliveryParts, schedule: ReportScheduleRecord, { after }: ReportRun): Promise<Piece> {
  const { scope } = await answering(parts, schedule);
  const page = await parts.tenants.page(scope, { limit: tenantsInPiece, cursor: after === '' ? undefined : after });
  return { tenants: page.items.map((tenant) => parts.tenants.recordsOf(tenant)), next: page.nextCursor };
}

/** The run after a piece: further on, or over. */
function afterPiece(schedule: ReportScheduleRecord, run: ReportRun, { next }: Piece, now: Date): ReportScheduleRecord {
  if (schedule.run?.id !== run.id) return schedule;
  const idle = schedule.isOn ? (schedule.nextAt ?? '') : '';
  return next === undefined
    ? { ...schedule, run: null, workAt: idle }
    : { ...schedule, run: { ...run, after: next }, workAt: now.toISOString() };
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
  const { run } = claimed.value;
  const piece = run === null ? null : await nextPiece(parts, claimed.value, run);
  for (const tenant of piece?.tenants ?? []) if (run !== null) await planTenant(parts, claimed.value, run, tenant);
  await update(reportSchedules, claimed.value.id, (one) =>
    run === null || piece === null
      ? { ...one, workAt: one.isOn ? (one.nextAt ?? '') : '' }
      : afterPiece(one, run, piece, clock.now()),
  );
  return true;
}
