import type { Parsed } from '@tenantry/contract/endpoint';
import type {
  changeReportSchedule,
  createReportSchedule,
  listReportDeliveries,
  ReportDelivery,
  ReportSchedule,
} from '@tenantry/contract/report-schedules';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { nextReportDue } from '../../domain/report-deliveries/report-days.ts';
import { isTimeZone } from '../../domain/scan-plan/next-due.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce } from '../../ports/collection.ts';
import { type ReportScheduleRecord, reportScheduleKey } from '../../store/report-schedules.ts';
import { isInScope } from '../../store/scope.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { withRunNow } from './plan-run.ts';
import { deliveryView, scheduleView } from './schedule-view.ts';

type Fields = Omit<Parsed<typeof createReportSchedule.body>, 'key'>;
type Change = Parsed<typeof changeReportSchedule.body>;

const schedulesAtMost = 100;
const told = [
  ...([
    'name',
    'groupId',
    'form',
    'day',
    'hour',
    'timeZone',
    'toContacts',
    'staff',
    'release',
    'isOn',
    'ownerName',
  ] as const),
];

const noSuchSchedule = () => new AppError('NOT_FOUND', 'There is no such schedule. Somebody may have deleted it.');
const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed this schedule meanwhile. Reload it and make your change again.');
const fieldError = (path: string, message: string) =>
  new AppError('INVALID_INPUT', `${message}.`, { fields: [{ path, message }] });

/** Whose schedules a caller sees: their own, and with all tenants in scope everybody's. */
const isVisible = ({ scope, userId }: Caller, { ownerId }: ReportScheduleRecord): boolean =>
  scope.kind === 'all' || ownerId === userId;

async function visible(parts: DeliveryParts, caller: Caller, scheduleId: string): Promise<ReportScheduleRecord> {
  const stored = await parts.reportSchedules.get(scheduleId);
  if (!stored || !isVisible(caller, stored.value)) throw noSuchSchedule();
  return stored.value;
}

/** @throws AppError INVALID_INPUT for a group in which the caller has no tenant, no time zone, or nobody who would get anything */
async function mustFit({ tenantGroups }: DeliveryParts, { scope }: Caller, fields: Fields): Promise<void> {
  if (!isTimeZone(fields.timeZone)) throw fieldError('timeZone', 'There is no such time zone');
  if (!fields.toContacts && fields.staff.length === 0) throw fieldError('staff', 'Name somebody who gets the reports');
  if (fields.groupId === null) return;
  const group = (await tenantGroups.get(fields.groupId))?.value;
  const isSeen = group && (scope.kind === 'all' || group.tenantIds.some((id) => isInScope(scope, id)));
  if (!isSeen) throw fieldError('groupId', 'There is no such group');
}

/** When it is due, where anything of that was changed. */
function due(fields: Fields, now: Date): Pick<ReportScheduleRecord, 'nextAt' | 'workAt'> {
  const nextAt = fields.isOn ? nextReportDue(fields, now).toISOString() : null;
  return { nextAt, workAt: nextAt ?? '' };
}

const distinct = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [address.toLowerCase(), address])).values(),
];

function newSchedule({ userId, name }: Caller, id: string, fields: Fields, now: Date): ReportScheduleRecord {
  const at = now.toISOString();
  return {
    id,
    key: reportScheduleKey(id),
    ...fields,
    staff: distinct(fields.staff),
    ...due(fields, now),
    ...{ ownerId: userId, ownerName: name, run: null, lastPeriod: null },
    ...{ revision: 1, createdAt: at, updatedAt: at, updatedBy: name },
    ...emptyOutbox,
  };
}

/** @throws AppError INVALID_INPUT; CONFLICT where there are too many, or the key is somebody else's */
async function create(
  parts: DeliveryParts,
  caller: Caller,
  { key, ...fields }: Parsed<typeof createReportSchedule.body>,
): Promise<ReportSchedule> {
  const { reportSchedules, trail, clock } = parts;
  await mustFit(parts, caller, fields);
  const known = (await reportSchedules.get(key))?.value;
  // The same request again.
  if (known?.ownerId === caller.userId) return scheduleView(parts, caller, known);
  if ((await reportSchedules.all()).length >= schedulesAtMost)
    throw new AppError('CONFLICT', `There are ${schedulesAtMost} schedules already. Delete one first.`);
  const now = clock.now();
  const made = newSchedule(caller, key, fields, now);
  const details = whatChanged<ReportScheduleRecord>(null, made, told);
  const entry = {
    eventType: 'report_schedule_created',
    user: caller.user.username,
    target: made.name,
    tenantId: null,
    details,
  } as const;
  const created = await createOnce(reportSchedules, withEntry(made, entry, now));
  if (created) await settleOutbox(reportSchedules, created.value, trail, created.etag);
  return scheduleView(parts, caller, await visible(parts, caller, key));
}

const dueFields = ['day', 'hour', 'timeZone', 'isOn'] as const;

/** @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT */
async function change(
  parts: DeliveryParts,
  caller: Caller,
  scheduleId: string,
  { revision, takeOver, ...fields }: Change,
): Promise<ReportSchedule> {
  await visible(parts, caller, scheduleId);
  await mustFit(parts, caller, fields);
  const changed = await changeAndSeal(
    parts.trail,
    parts.reportSchedules,
    scheduleId,
    (current): ReportScheduleRecord => {
      if (current.revision !== revision) throw changedMeanwhile();
      const now = parts.clock.now();
      const owner = takeOver ? { ownerId: caller.userId, ownerName: caller.name } : {};
      const stamped = { revision: revision + 1, updatedAt: now.toISOString(), updatedBy: caller.name };
      const next: ReportScheduleRecord = { ...current, ...fields, staff: distinct(fields.staff), ...owner, ...stamped };
      const details = whatChanged(current, next, told);
      const isDueOtherwise = dueFields.some((field) => field in details.after);
      // A run that is being planned goes on; when it is over, the new time holds.
      const when = isDueOtherwise ? due(fields, now) : {};
      const regrouped = 'groupId' in details.after ? { isRegrouped: true } : {};
      const withTime = { ...next, ...when, ...regrouped, ...(current.run === null ? {} : { workAt: current.workAt }) };
      const entry = {
        eventType: 'report_schedule_changed',
        user: caller.user.username,
        target: next.name,
        tenantId: null,
        details,
      } as const;
      return withEntry(withTime, entry, now);
    },
  );
  if (!changed) throw noSuchSchedule();
  return scheduleView(parts, caller, changed);
}

async function remove(parts: DeliveryParts, caller: Caller, scheduleId: string): Promise<void> {
  const { reportSchedules, trail } = parts;
  const schedule = await visible(parts, caller, scheduleId);
  await settleOutbox(reportSchedules, schedule, trail);
  if (!(await reportSchedules.delete(scheduleId))) throw noSuchSchedule();
  const details = whatChanged<ReportScheduleRecord>(schedule, null, told);
  await trail.record({
    eventType: 'report_schedule_deleted',
    user: caller.user.username,
    target: schedule.name,
    tenantId: null,
    details,
  });
}

/** Begins a run of today, unless one is being planned: that is the same one. */
async function runNow(parts: DeliveryParts, caller: Caller, scheduleId: string): Promise<ReportSchedule> {
  await visible(parts, caller, scheduleId);
  const changed = await changeAndSeal(parts.trail, parts.reportSchedules, scheduleId, (current) => {
    const now = parts.clock.now();
    const next = withRunNow(current, now);
    if (next === current) return current;
    const details = { scheduleId, period: next.run?.period ?? '' };
    const entry = {
      eventType: 'report_schedule_run',
      user: caller.user.username,
      target: current.name,
      tenantId: null,
      details,
    } as const;
    return withEntry(next, entry, now);
  });
  if (!changed) throw noSuchSchedule();
  await parts.queue.send('upkeep', { kind: 'scheduled-reports', lane: '1' });
  return scheduleView(parts, caller, changed);
}

async function list(parts: DeliveryParts, caller: Caller) {
  const all = (await parts.reportSchedules.all()).filter((one) => isVisible(caller, one));
  const schedules = await Promise.all(
    all.toSorted((a, b) => a.name.localeCompare(b.name)).map((one) => scheduleView(parts, caller, one)),
  );
  return { schedules, mailUnavailable: await parts.mail.unavailable() };
}

async function deliveries(
  parts: DeliveryParts,
  { scope }: Caller,
  query: Parsed<typeof listReportDeliveries.query>,
): Promise<{ items: ReportDelivery[]; total: number; nextCursor?: string | undefined }> {
  const page = await parts.reportDeliveries.page(scope, query);
  const known = await parts.tenants.ofRecords(scope, page.items);
  return { ...page, items: page.items.map((one) => deliveryView(one, known.get(one.tenantId)?.name ?? one.tenantId)) };
}

/** Reports by schedule, as administrators make and see them. */
export function createReportSchedules(parts: DeliveryParts) {
  return {
    list: (caller: Caller) => list(parts, caller),
    create: (caller: Caller, body: Parsed<typeof createReportSchedule.body>) => create(parts, caller, body),
    change: (caller: Caller, scheduleId: string, body: Change) => change(parts, caller, scheduleId, body),
    remove: (caller: Caller, scheduleId: string) => remove(parts, caller, scheduleId),
    runNow: (caller: Caller, scheduleId: string) => runNow(parts, caller, scheduleId),
    deliveries: (caller: Caller, query: Parsed<typeof listReportDeliveries.query>) => deliveries(parts, caller, query),
  };
}

export type ReportSchedules = ReturnType<typeof createReportSchedules>;
