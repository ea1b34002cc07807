import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
export type Weekday = z.infer<typeof Weekday>;

const clockTime = {
  /** Of the day in `timeZone`. An hour that a clock change leaves out comes an hour later, one that comes twice counts once. */
  hour: z.number().check(z.int('Must be an hour from 0 to 23'), z.minimum(0), z.maximum(23)),
  /** As IANA names it: `Europe/Berlin`. The service says whether it knows it. */
  timeZone: z.string().check(z.minLength(1, 'Name a time zone'), z.maxLength(64), z.regex(/^[A-Za-z0-9_+/-]*$/)),
};

/** When the scans of a tenant start by themselves. */
export const TenantSchedule = z.discriminatedUnion('frequency', [
  z.object({ frequency: z.literal('daily'), ...clockTime }),
  z.object({ frequency: z.literal('weekly'), weekday: Weekday, ...clockTime }),
  z.object({ frequency: z.literal('off') }),
]);
export type TenantSchedule = z.infer<typeof TenantSchedule>;

/** `schedule` null: a day after the last scan. `nextScanAt` null: none is planned. */
export const PlannedScans = z.object({ schedule: z.nullable(TenantSchedule), nextScanAt: z.nullable(Instant) });
export type PlannedScans = z.infer<typeof PlannedScans>;

/** As many tenants can be named in one call. */
export const maxTenantsScheduled = 500;

/**
 * What became of one tenant. `notFound` alike for one that is not there and one that is not in the caller's scope; `failed`:
 * it could not be finished. Sent again, the same call changes what was not changed yet.
 */
export const ScheduleResult = z.object({
  tenantId: TenantId,
  status: z.enum(['changed', 'unchanged', 'notFound', 'failed']),
  nextScanAt: z.nullable(Instant),
});
export type ScheduleResult = z.infer<typeof ScheduleResult>;

const path = '/api/admin/tenants/{id}/schedule';
const tenant = { from: 'path', name: 'id' } as const;
const params = z.object({ id: TenantId });

export const getTenantSchedule = defineEndpoint({
  name: 'tenant-schedule',
  summary: 'When the scans of a tenant start by themselves',
  method: 'GET',
  path,
  access: 'admin',
  token: 'read',
  tenant,
  params,
  response: PlannedScans,
});

export const setTenantSchedule = defineEndpoint({
  name: 'tenant-schedule-set',
  summary: 'Set when the scans of a tenant start by themselves; null: a day after the last one',
  method: 'PUT',
  path,
  access: 'admin',
  tenant,
  params,
  body: z.object({ schedule: z.nullable(TenantSchedule) }),
  response: PlannedScans,
});

export const setTenantSchedules = defineEndpoint({
  name: 'tenant-schedules-set',
  summary:
    'Set the same schedule for several tenants; says of each what became of it, and changes nothing when sent again',
  method: 'PUT',
  path: '/api/admin/schedules',
  access: 'admin',
  allTenants: false,
  body: z.object({
    tenantIds: z
      .array(TenantId, 'tenantIds must be a list of tenant ids')
      .check(z.minLength(1, 'tenantIds must name a tenant'), z.maxLength(maxTenantsScheduled)),
    schedule: z.nullable(TenantSchedule),
  }),
  response: z.object({ results: z.array(ScheduleResult) }),
});
