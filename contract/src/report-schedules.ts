import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { defaultReportForm, ReportForm } from './generated-reports.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { MailAddress } from './mail-address.ts';
import { TimeZone } from './report-settings.ts';
import { line } from './text.ts';

/** On a day of each month, the last where the month is shorter; or on a day of each week, Sunday first. */
export const ReportDay = z.discriminatedUnion('every', [
  z.object({ every: z.literal('month'), day: z.int().check(z.minimum(1), z.maximum(31)) }),
  z.object({ every: z.literal('week'), weekday: z.int().check(z.minimum(0), z.maximum(6)) }),
]);
export type ReportDay = z.infer<typeof ReportDay>;
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `hold`: an administrator is asked to publish each report first. `send`: it goes as it is. */
export const ReportRelease = z.enum(['hold', 'send']);
export type ReportRelease = z.infer<typeof ReportRelease>;

/** How far a report of a schedule is for one tenant; `told` in a sentence where it was not sent. */
export const ReportDeliveryState = z.enum(['waiting', 'held', 'sending', 'sent', 'not-sent']);
export type ReportDeliveryState = z.infer<typeof ReportDeliveryState>;

export const maxStaffAddresses = 20;
const scheduleFields = {
  name: line({ min: 1, tooShort: 'Name is required', max: 80, tooLong: 'Keep the name under 80 characters' }),
  /** The tenants of a group; null: all that whoever answers for the schedule sees. */
  groupId: z.nullable(LowerGuid),
  form: z._default(ReportForm, defaultReportForm),
  day: ReportDay,
  hour: z.int('Must be an hour').check(z.minimum(0, 'Must be an hour'), z.maximum(23, 'Must be an hour')),
  timeZone: TimeZone,
  /** To the contacts of each tenant that get reports. */
  toContacts: z.boolean(),
  /** To these addresses too, for every tenant. */
  staff: z.array(MailAddress).check(z.maxLength(maxStaffAddresses, `Name at most ${maxStaffAddresses} addresses`)),
  release: ReportRelease,
  isOn: z.boolean(),
};

const Counts = z.object({ waiting: z.number(), held: z.number(), sent: z.number(), notSent: z.number() });

export const ReportSchedule = z.object({
  id: LowerGuid,
  ...scheduleFields,
  form: ReportForm,
  groupName: z.nullable(z.string()),
  /** Who answers for it: what they see is what is sent. */
  owner: z.object({ name: z.string() }),
  /** Why nothing of it is sent now, as a sentence; null where it runs. */
  stoppedBecause: z.nullable(z.string()),
  /** When it is next due; null where it is off. */
  nextAt: z.nullable(Instant),
  /** The day of its last run, in its time zone, and what came of it; null before the first. */
  lastRun: z.nullable(z.object({ period: z.string(), isPlanned: z.boolean(), counts: Counts })),
  revision: z.number(),
  updatedAt: Instant,
  updatedBy: z.string(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const listReportSchedules = defineEndpoint({
  name: 'report-schedules',
  summary: 'Reports by schedule: your own, and those of everybody for administrators of all tenants',
  method: 'GET',
  path: '/api/admin/report-schedules',
  access: 'admin',
  allTenants: false,
  response: z.object({
    schedules: z.array(ReportSchedule),
    /** Why no mail can leave now, as a sentence; null where it can. */
    mailUnavailable: z.nullable(z.string()),
  }),
});

export const createReportSchedule = defineEndpoint({
  name: 'report-schedule-create',
  summary: 'Send a report of each tenant of a group by mail, on a day of the month or week',
  method: 'POST',
  path: '/api/admin/report-schedules',
  access: 'admin',
  allTenants: false,
  stepUp: true,
  /** `key`: made by the caller, new for each schedule that is meant; sent again, it answers the same one. */
  body: z.object({ ...scheduleFields, key: LowerGuid }),
  response: ReportSchedule,
  statuses: [201],
});

const params = z.object({ scheduleId: LowerGuid });

export const changeReportSchedule = defineEndpoint({
  name: 'report-schedule-change',
  summary: 'Change a schedule; with `takeOver` the caller answers for it from now on',
  method: 'PUT',
  path: '/api/admin/report-schedules/{scheduleId}',
  access: 'admin',
  allTenants: false,
  stepUp: true,
  params,
  body: z.object({ ...scheduleFields, takeOver: z._default(z.boolean(), false), revision: z.int() }),
  response: ReportSchedule,
});

export const deleteReportSchedule = defineEndpoint({
  name: 'report-schedule-delete',
  summary: 'Delete a schedule; what waits of it is not sent, what was sent stays told',
  method: 'DELETE',
  path: '/api/admin/report-schedules/{scheduleId}',
  access: 'admin',
  allTenants: false,
  params,
  response: z.object({ success: z.literal(true) }),
});

export const runReportSchedule = defineEndpoint({
  name: 'report-schedule-run',
  summary: 'Send now: each tenant that was not sent its report today gets it; asked twice, it is one',
  method: 'POST',
  path: '/api/admin/report-schedules/{scheduleId}/run',
  access: 'admin',
  allTenants: false,
  params,
  response: ReportSchedule,
});

/** What was sent of a schedule to whom, for one tenant and one day. */
export const ReportDelivery = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  scheduleId: LowerGuid,
  scheduleName: z.string(),
  period: z.string(),
  form: ReportForm,
  state: ReportDeliveryState,
  /** Why it was not sent, or what it waits for; '' where there is nothing to tell. */
  told: z.string(),
  reportId: z.nullable(TenantRecordId),
  approvalId: z.nullable(TenantRecordId),
  recipients: z.array(
    z.object({
      address: z.string(),
      name: z.string(),
      state: z.enum(['waiting', 'sent', 'failed']),
      told: z.string(),
      at: z.nullable(Instant),
      /** With the file, or with a link that asks for a sign-in; null while it was not sent. */
      as: z.nullable(z.enum(['file', 'link'])),
    }),
  ),
  createdAt: Instant,
  endedAt: z.nullable(Instant),
});
export type ReportDelivery = z.infer<typeof ReportDelivery>;

export const listReportDeliveries = defineEndpoint({
  name: 'report-deliveries',
  summary: 'What schedules sent to whom, and what they did not send and why, for your tenants, the newest first',
  method: 'GET',
  path: '/api/admin/report-deliveries',
  access: 'admin',
  allTenants: false,
  query: z.object({
    ...listQuery,
    scheduleId: z.optional(LowerGuid),
    tenantId: z.optional(TenantId),
    state: z.optional(ReportDeliveryState),
  }),
  response: listOf(ReportDelivery),
});
