import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** A tenant's scan that has not ended. There is one at most, since the entity's key is the tenant. */
export type ActiveScanEntity = {
  scanLogId: string;
  /** The worker that has it; '' while it waits. */
  holder: string;
  /** Until when that worker has it, as an ISO instant; '' while it waits. */
  leaseUntil: string;
  createdAt: string;
};

const partition = 'active';
/** A worker that died is missed after this long. */
export const leaseMs = 20_000;

export type Lease = {
  /** False where the scan was cancelled or another worker has it: stop at once. */
  renew(): Promise<boolean>;
  /** Lets another worker take the scan up. */
  release(): Promise<void>;
};

export type ActiveScans = {
  /** Registers the scan. The id of the scan that already runs for the tenant, where there is one. */
  begin(tenantId: string, scanLogId: string): Promise<string | null>;
  find(tenantId: string): Promise<ActiveScanEntity | null>;
  /** Null where the scan is no longer active, or another worker has it. */
  acquire(tenantId: string, scanLogId: string): Promise<Lease | null>;
  /** The scan ended, one way or another. */
  end(tenantId: string, scanLogId: string): Promise<void>;
  list(): AsyncIterable<{ tenantId: string; scanLogId: string; createdAt: string; leaseRemainingMs: number }>;
};

export function createActiveScans(table: StateTable<ActiveScanEntity>, clock: Clock): ActiveScans {
  const remainingMs = (entity: ActiveScanEntity) =>
    entity.leaseUntil === '' ? 0 : Math.max(0, Date.parse(entity.leaseUntil) - clock.now().getTime());
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs).toISOString();

  return {
    async begin(tenantId, scanLogId) {
      const entity = { scanLogId, holder: '', leaseUntil: '', createdAt: clock.now().toISOString() };
      for (;;) {
        if (await table.create(partition, tenantId, entity)) return null;
        const present = await table.get(partition, tenantId);
        if (present) return present.value.scanLogId;
      }
    },

    async find(tenantId) {
      return (await table.get(partition, tenantId))?.value ?? null;
    },

    async acquire(tenantId, scanLogId) {
      const present = await table.get(partition, tenantId);
      if (!present || present.value.scanLogId !== scanLogId || remainingMs(present.value) > 0) return null;
      const holder = crypto.randomUUID();
      const held = { ...present.value, holder, leaseUntil: leaseEnd() };
      if (!(await table.replace(partition, tenantId, held, present.etag))) return null;
      const change = async (leaseUntil: string, nextHolder: string): Promise<boolean> => {
        const current = await table.get(partition, tenantId);
        if (!current || current.value.holder !== holder) return false;
        return table.replace(partition, tenantId, { ...current.value, holder: nextHolder, leaseUntil }, current.etag);
      };
      return {
        renew: () => change(leaseEnd(), holder),
        release: async () => {
          await change('', '');
        },
      };
    },

    async end(tenantId, scanLogId) {
      const present = await table.get(partition, tenantId);
      if (present?.value.scanLogId === scanLogId) await table.delete(partition, tenantId);
    },

    async *list() {
      for await (const { key, value } of table.list(partition)) {
        const { scanLogId, createdAt } = value;
        yield { tenantId: key, scanLogId, createdAt, leaseRemainingMs: remainingMs(value) };
      }
    },
  };
}
