import type { Clock } from '../../ports/clock.ts';
import { RecordChangedError, type RecordStore } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../records/containers.ts';
import type { TenantRecord } from '../../records/record-types.ts';
import { tenantRecords } from '../../records/tenant-records.ts';
import type { ScanService } from './scan-service.ts';

type Dependencies = {
  store: RecordStore;
  scans: Pick<ScanService, 'startScheduled'>;
  clock: Clock;
  log(message: string): void;
};

/** A minute's share: ten thousand tenants a day are seven a minute. */
const startedAtOnce = 50;
/** A process that died between claiming a tenant and starting its scan is made up for after this long. */
const claimMs = 10 * 60_000;

/** Scans that start by themselves. */
export type ScanSchedule = {
  /** Starts a scan of each tenant whose time has come. Several processes may do so at once. @returns how many */
  startDue(): Promise<number>;
};

export function createScanSchedule({ store, scans, clock, log }: Dependencies): ScanSchedule {
  const tenants = store.partition<TenantRecord>(containers.tenants, globalPartition);
  const isDue = ({ nextScanAt }: TenantRecord, now: string) =>
    (nextScanAt ?? null) !== null && String(nextScanAt) <= now;

  /** The tenant, where this process is the one that starts its scan. */
  async function claim(id: string, now: Date): Promise<TenantRecord | null> {
    const stored = await tenants.get(id);
    if (!stored || !isDue(stored.value, now.toISOString())) return null;
    const nextScanAt = new Date(now.getTime() + claimMs).toISOString();
    try {
      return (await tenants.replace({ ...stored.value, nextScanAt }, stored.etag)).value;
    } catch (error) {
      if (error instanceof RecordChangedError) return null;
      throw error;
    }
  }

  return {
    async startDue() {
      const now = clock.now();
      const { items } = await tenants.query({
        where: [{ field: 'nextScanAt', op: 'lte', value: now.toISOString() }],
        orderBy: { field: 'nextScanAt', direction: 'asc' },
        limit: startedAtOnce,
      });
      let started = 0;
      for (const { id } of items) {
        const tenant = await claim(id, now);
        if (!tenant) continue;
        try {
          await scans.startScheduled(tenantRecords(store, tenant));
          started += 1;
        } catch (error) {
          // The others are not to wait for it; its claim ends, and the next tick after that tries again.
          log(`The scheduled scan of ${id} could not be started: ${error instanceof Error ? error.stack : error}`);
        }
      }
      return started;
    },
  };
}
