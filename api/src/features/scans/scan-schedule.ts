import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { claimed } from '../../domain/scan-plan/scan-plan.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { ScanService } from './scan-service.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'clock' | 'log'> & {
  scans: Pick<ScanService, 'startScheduled'>;
};

/** A minute's share: ten thousand tenants a day are seven a minute. */
const startedAtOnce = 50;
/** A process that died between claiming a tenant and starting its scan is made up for after this long. */
const claimMs = 10 * 60_000;

/** Scans that start by themselves. */
export function createScanSchedule({ tenants, scans, clock, log }: Dependencies) {
  return {
    /** Starts a scan of each tenant whose time has come. Several processes may do so at once. @returns how many */
    async startDue(): Promise<number> {
      const now = clock.now();
      const claim = (tenant: TenantRecord) => claimed(tenant, claimMs, now);
      let started = 0;
      for await (const tenant of tenants.due(everyTenant, 'nextScanAt', { now, limit: startedAtOnce, claim })) {
        try {
          await scans.startScheduled(tenants.recordsOf(tenant));
          started += 1;
        } catch (error) {
          // One failure holds up no other tenant; its claim runs out, and a later run tries again.
          log('A scheduled scan could not be started', { tenantId: tenant.id, error });
        }
      }
      return started;
    },
  };
}
