import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** A tenant's scan that has not ended. There is one at most, since the entity's key is the tenant. */
export type ActiveScanEntity = {
  scanLogId: string;
  /** The worker that has it; '' while it waits. */
  holder: string;
  /** Until when that worker has it, as an ISO instant; '' while it waits. */
  leaseUntil: string;
  /** When its message was last put into the queue, and how often it was put there again. */
  sentAt: string;
  resends: number;
  createdAt: string;
};

const partition = 'active';
/** When a worker died, another one may have its scan after this long. */
export const leaseMs = 20_000;
/**
 * The message of a waiting scan may be lost with the process that was to send it. It is sent again after this long, and each
 * time after four times as long: a scan behind thousands of others has not lost its message and needs no more of them.
 */
const resendAfterMs = 15 * 60_000;
/** As many of them in one sweep: the rest waits for the next one, and other work of the minute is not held up. */
const resentAtOnce = 300;

export type Lease = {
  /** False where the scan was cancelled or another worker has it: stop at once. */
  renew(): Promise<boolean>;
  /** Lets another worker resume the scan. */
  release(): Promise<void>;
};

export function createActiveScans(table: StateTable<ActiveScanEntity>, clock: Clock) {
  const remainingMs = (entity: ActiveScanEntity) =>
    entity.leaseUntil === '' ? 0 : Math.max(0, Date.parse(entity.leaseUntil) - clock.now().getTime());
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs).toISOString();

  return {
    /** Registers the scan. The id of the scan that already runs for the tenant, where there is one. */
    async begin(tenantId: string, scanLogId: string): Promise<string | null> {
      const createdAt = clock.now().toISOString();
      const entity = { scanLogId, holder: '', leaseUntil: '', sentAt: createdAt, resends: 0, createdAt };
      for (;;) {
        if (await table.create(partition, tenantId, entity)) return null;
        const present = await table.get(partition, tenantId);
        // Its own where the answer to its creation was lost, and the client asked again.
        if (present) return present.value.scanLogId === scanLogId ? null : present.value.scanLogId;
      }
    },

    async find(tenantId: string): Promise<ActiveScanEntity | null> {
      return (await table.get(partition, tenantId))?.value ?? null;
    },

    /** Whether a worker has the tenant's scan now. */
    async isHeld(tenantId: string): Promise<boolean> {
      const present = await table.get(partition, tenantId);
      return present !== null && remainingMs(present.value) > 0;
    },

    /** Null where the scan is no longer active, or another worker has it. */
    async acquire(tenantId: string, scanLogId: string): Promise<Lease | null> {
      const present = await table.get(partition, tenantId);
      if (!present || present.value.scanLogId !== scanLogId || remainingMs(present.value) > 0) return null;
      const holder = crypto.randomUUID();
      const held = async () => {
        const current = await table.get(partition, tenantId);
        return current?.value.holder === holder ? current : null;
      };
      const taken = { ...present.value, holder, leaseUntil: leaseEnd() };
      // A write whose answer was lost is made again by the client, and then refused: who has it stands in the table.
      if (!(await table.replace(partition, tenantId, taken, present.etag)) && !(await held())) return null;
      /** Refused by a renewal of ours beside it, it is tried again: a lease is lost to another holder alone. */
      const change = async (next: () => Pick<ActiveScanEntity, 'holder' | 'leaseUntil'>): Promise<boolean> => {
        for (let current = await held(); current; current = await held()) {
          const value = { ...current.value, ...next(), sentAt: clock.now().toISOString(), resends: 0 };
          if (await table.replace(partition, tenantId, value, current.etag)) return true;
        }
        return false;
      };
      return {
        renew: () => change(() => ({ holder, leaseUntil: leaseEnd() })),
        release: async () => {
          await change(() => ({ holder: '', leaseUntil: '' }));
        },
      };
    },

    /** The scan ended, one way or another. */
    async end(tenantId: string, scanLogId: string): Promise<void> {
      const present = await table.get(partition, tenantId);
      if (present?.value.scanLogId === scanLogId) await table.delete(partition, tenantId);
    },

    /** Scans whose message has to be put into the queue, claimed for this caller where they wait; `delayMs`: not before. */
    async *toSend(): AsyncGenerator<{ tenantId: string; scanLogId: string; delayMs: number }> {
      let resent = 0;
      for await (const { key: tenantId, value, etag } of table.list(partition)) {
        const { scanLogId, holder, resends } = value;
        const leaseRemainingMs = remainingMs(value);
        if (holder !== '') {
          // A live lease may be that of a worker that has just died: requeued for when it would have run out.
          yield { tenantId, scanLogId, delayMs: leaseRemainingMs === 0 ? 0 : leaseRemainingMs + 1000 };
          continue;
        }
        const nowMs = clock.now().getTime();
        if (resent >= resentAtOnce || nowMs - Date.parse(value.sentAt) < resendAfterMs * 4 ** resends) continue;
        const claimed = { ...value, sentAt: new Date(nowMs).toISOString(), resends: resends + 1 };
        if (!(await table.replace(partition, tenantId, claimed, etag))) continue;
        resent += 1;
        yield { tenantId, scanLogId, delayMs: 0 };
      }
    },
  };
}

export type ActiveScans = ReturnType<typeof createActiveScans>;
