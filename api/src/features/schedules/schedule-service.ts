import type { PlannedScans, ScheduleResult, TenantSchedule } from '@tenantry/contract/tenant-schedules';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { isTimeZone } from '../../domain/scan-plan/next-due.ts';
import { rescheduled } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import { UnavailableError } from '../../ports/unavailable.ts';
import { type CredentialStore, credentialId } from '../../store/credentials.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = {
  tenants: Pick<TenantStore, 'get' | 'replace' | 'open'>;
  credentials: Pick<CredentialStore, 'of'>;
  trail: Pick<Trail, 'recordOutbox'>;
  clock: Clock;
};

/** A schedule as text: for the trail, and to tell whether two are alike. */
function inWords(schedule: TenantSchedule | null): string {
  if (schedule === null) return 'a day after the last scan';
  if (schedule.frequency === 'off') return 'off';
  const time = `${String(schedule.hour).padStart(2, '0')}:00 ${schedule.timeZone}`;
  return schedule.frequency === 'daily' ? `daily at ${time}` : `weekly on ${schedule.weekday} at ${time}`;
}

export const plannedScans = ({ schedule, nextScanAt }: TenantRecord): PlannedScans => ({
  schedule: schedule ?? null,
  nextScanAt: nextScanAt ?? null,
});

function checkTimeZone(schedule: TenantSchedule | null): void {
  if (schedule === null || schedule.frequency === 'off' || isTimeZone(schedule.timeZone)) return;
  const message = `No time zone is called ${schedule.timeZone}. Give its IANA name, for example Europe/Berlin`;
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'schedule.timeZone', message }] });
}

/** Their entries are sealed together (decision 007), without a store being asked for hundreds of things at a time. */
const writtenAtOnce = 20;

/** When the scans of each tenant start by themselves. */
export function createSchedules({ tenants, credentials, trail, clock }: Dependencies) {
  async function isLost(tenantId: string): Promise<boolean> {
    const stored = await credentials.of(tenantId).get(credentialId(tenantId));
    return stored !== null && (stored.value.reconnectSince !== null || stored.value.decryptionFailed);
  }

  /** @returns the tenant as it is then, and whether that changed anything; null where it is gone */
  async function apply(
    tenantId: string,
    schedule: TenantSchedule | null,
    caller: Caller,
  ): Promise<{ record: TenantRecord; isChanged: boolean } | null> {
    const now = clock.now();
    const lost = await isLost(tenantId);
    const after = inWords(schedule);
    let isChanged = false;
    const record = await changeAndSeal(trail, tenants, tenantId, (current) => {
      const before = inWords(current.schedule ?? null);
      isChanged = before !== after;
      if (!isChanged) return current;
      const entry = {
        eventType: 'scan_schedule_changed',
        user: caller.user.username,
        target: current.name,
        tenantId: current.id,
        details: { before: { schedule: before }, after: { schedule: after } },
      } as const;
      const changed = rescheduled(current, schedule, { isLost: lost, now });
      return withEntry({ ...changed, updatedAt: now.toISOString() }, entry, now);
    });
    if (!record) return null;
    return { record, isChanged };
  }

  async function applyInScope(
    tenantId: string,
    schedule: TenantSchedule | null,
    caller: Caller,
  ): Promise<ScheduleResult> {
    try {
      const tenant = await tenants.open(caller.scope, tenantId);
      const applied = tenant && (await apply(tenant.tenant.id, schedule, caller));
      if (!applied) return { tenantId, status: 'notFound', nextScanAt: null };
      const { record, isChanged } = applied;
      return { tenantId, status: isChanged ? 'changed' : 'unchanged', nextScanAt: record.nextScanAt ?? null };
    } catch (error) {
      // What was done for the others is told all the same.
      if (!(error instanceof UnavailableError)) throw error;
      return { tenantId, status: 'failed', nextScanAt: null };
    }
  }

  return {
    /**
     * The last who sets it decides; the trail keeps what was before. The next scan is planned anew at once.
     * @throws AppError INVALID_INPUT for a time zone that nobody knows
     */
    async set(tenant: TenantRecord, schedule: TenantSchedule | null, caller: Caller): Promise<PlannedScans> {
      checkTimeZone(schedule);
      const applied = await apply(tenant.id, schedule, caller);
      if (!applied) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
      return plannedScans(applied.record);
    },

    /**
     * The same for several tenants of the caller's scope, each written whole with its entry of the trail or not at all. Sent
     * again, it changes nothing more.
     * @returns what became of each, in the order in which they were named first
     * @throws AppError INVALID_INPUT for a time zone that nobody knows, before anything is written
     */
    async setAll(
      tenantIds: readonly string[],
      schedule: TenantSchedule | null,
      caller: Caller,
    ): Promise<ScheduleResult[]> {
      checkTimeZone(schedule);
      const named = [...new Set(tenantIds)];
      const results: ScheduleResult[] = [];
      for (let start = 0; start < named.length; start += writtenAtOnce) {
        const part = named.slice(start, start + writtenAtOnce);
        results.push(...(await Promise.all(part.map((tenantId) => applyInScope(tenantId, schedule, caller)))));
      }
      return results;
    },
  };
}

export type Schedules = ReturnType<typeof createSchedules>;
