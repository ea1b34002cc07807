import { reportFormLabels } from '@tenantry/contract/generated-reports';
import {
  type ReportDay,
  type ReportDelivery,
  type ReportDeliveryState,
  type ReportSchedule,
  weekdayNames,
} from '@tenantry/contract/report-schedules';
import { countOf } from '../../lib/format.ts';

export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `1st of each month`; the last day is what 31 means. */
function dayText(day: ReportDay): string {
  if (day.every === 'week') return `${weekdayNames[day.weekday] ?? ''}s`;
  return day.day === 31 ? 'Last day of each month' : `Day ${day.day} of each month`;
}

export const whenText = ({ day, hour, timeZone }: Pick<ReportSchedule, 'day' | 'hour' | 'timeZone'>): string =>
  `${dayText(day)}, ${hourLabel(hour)} (${timeZone})`;

export const whatText = ({ form, groupName, groupId }: ReportSchedule): string =>
  `${reportFormLabels[form]} of ${groupId === null ? 'all tenants' : (groupName ?? 'a group that was deleted')}`;

/** Who gets it. */
export function whomText({ toContacts, staff }: Pick<ReportSchedule, 'toContacts' | 'staff'>): string {
  const contacts = toContacts ? ['contacts of each tenant'] : [];
  return [...contacts, ...(staff.length > 0 ? [countOf(staff.length, 'fixed address', 'fixed addresses')] : [])].join(
    ', ',
  );
}

export const stateLabels: Readonly<Record<ReportDeliveryState, string>> = {
  waiting: 'Waiting',
  held: 'Held',
  sending: 'Sending',
  sent: 'Sent',
  'not-sent': 'Not sent',
};

/** What became of the last run, in one line. */
export function runText({ lastRun }: ReportSchedule): string {
  if (lastRun === null) return 'Never run';
  const { waiting, held, sent, notSent } = lastRun.counts;
  const parts = [
    `${sent} sent`,
    `${notSent} not sent`,
    ...(held > 0 ? [`${held} held`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  return `${lastRun.period}: ${parts.join(', ')}${lastRun.isPlanned ? '' : ', still being planned'}`;
}

/** Who got it, and who did not and why. */
export function recipientsText({ recipients }: ReportDelivery): string {
  return recipients
    .map(({ address, state, as }) =>
      state === 'sent' ? `${address}${as === 'link' ? ' (link)' : ''}` : `${address}: ${state}`,
    )
    .join(', ');
}
