import type { PlannedScans, TenantSchedule } from '@tenantry/contract/tenant-schedules';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { isTimeZone } from '../../domain/scan-plan/next-due.ts';
import { rescheduled } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Changeable, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { type CredentialStore, credentialId } from '../../store/credentials.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = {
  tenants: Changeable<TenantRecord>;
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

/** When the scans of each tenant start by themselves. */
export function createSchedules({ tenants, credentials, trail, clock }: Dependencies) {
  async function isLost(tenantId: string): Promise<boolean> {
    const stored = await credentials.of(tenantId).get(credentialId(tenantId));
    return stored !== null && (stored.value.reconnectSince !== null || stored.value.decryptionFailed);
  }

  return {
    /**
     * The last who sets it decides; the trail keeps what was before. The next scan is planned anew at once.
     * @throws AppError INVALID_INPUT for a time zone that nobody knows
     */
    async set(tenant: TenantRecord, schedule: TenantSchedule | null, caller: Caller): Promise<PlannedScans> {
      checkTimeZone(schedule);
      const now = clock.now();
      const lost = await isLost(tenant.id);
      const after = inWords(schedule);
      const record = await update(tenants, tenant.id, (current) => {
        const before = inWords(current.schedule ?? null);
        if (before === after) return current;
        const entry = {
          eventType: 'scan_schedule_changed',
          user: caller.user.username,
          target: current.name,
          tenantId: current.id,
          details: { before, after },
        } as const;
        const changed = rescheduled(current, schedule, { isLost: lost, now });
        return withEntry({ ...changed, updatedAt: now.toISOString() }, entry, now);
      });
      if (!record) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
      await settleOutbox(tenants, record, trail);
      return plannedScans(record);
    },
  };
}

export type Schedules = ReturnType<typeof createSchedules>;
