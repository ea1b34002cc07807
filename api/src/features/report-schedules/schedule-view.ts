import type { ReportDelivery, ReportSchedule } from '@tenantry/contract/report-schedules';
import type { Caller } from '../../http/caller.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportScheduleRecord } from '../../store/report-schedules.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { answering } from './schedule-tenants.ts';

/** What became of a day, for the caller's tenants. */
async function countsOf(
  { reportDeliveries }: DeliveryParts,
  { scope }: Caller,
  { id }: ReportScheduleRecord,
  period: string,
) {
  const count = (state: ReportDeliveryRecord['state']) => reportDeliveries.count(scope, id, period, state);
  const [waiting, sending, held, sent, notSent] = await Promise.all([
    count('waiting'),
    count('sending'),
    count('held'),
    count('sent'),
    count('not-sent'),
  ]);
  return { waiting: waiting + sending, held, sent, notSent };
}

/** A schedule as a caller sees it. */
export async function scheduleView(
  parts: DeliveryParts,
  caller: Caller,
  schedule: ReportScheduleRecord,
): Promise<ReportSchedule> {
  const { id, name, groupId, form, day, hour, timeZone, toContacts, staff, release, isOn, lastPeriod } = schedule;
  const [{ because }, group] = await Promise.all([
    answering(parts, schedule),
    groupId === null ? null : parts.tenantGroups.get(groupId),
  ]);
  const lastRun =
    lastPeriod === null
      ? null
      : {
          period: lastPeriod,
          isPlanned: schedule.run === null,
          counts: await countsOf(parts, caller, schedule, lastPeriod),
        };
  return {
    ...{ id, name, groupId, form, day, hour, timeZone, toContacts, release, isOn, lastRun },
    staff: [...staff],
    groupName: group?.value.name ?? null,
    owner: { name: schedule.ownerName },
    stoppedBecause: because,
    nextAt: schedule.nextAt,
    revision: schedule.revision,
    updatedAt: schedule.updatedAt,
    updatedBy: schedule.updatedBy,
  };
}

/** What was sent to whom, of one tenant. */
export function deliveryView(one: ReportDeliveryRecord, tenantName: string): ReportDelivery {
  const { id, tenantId, scheduleId, scheduleName, period, form, state, told, reportId, approvalId } = one;
  const recipients = one.recipients.map(({ address, name, state: how, told: why, at, as }) => ({
    ...{ address, name, state: how, told: why, at, as },
  }));
  return {
    ...{
      id,
      tenantId,
      tenantName,
      scheduleId,
      scheduleName,
      period,
      form,
      state,
      told,
      reportId,
      approvalId,
      recipients,
    },
    createdAt: one.createdAt,
    endedAt: one.endedAt,
  };
}
