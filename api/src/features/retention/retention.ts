import { claimInterval, type LeaseEntity } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { StateTable } from '../../ports/state.ts';
import { everyTenant } from '../../store/scope.ts';
import { forgetSignInLogs } from '../../store/sign-in-logs.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { UserStore } from '../../store/users.ts';

type Dependencies = Pick<CommonParts, 'clock' | 'log'> & {
  tenants: Pick<TenantStore, 'open'>;
  users: Pick<UserStore, 'ids'>;
  /** Deletes what is older than its container's time to live. */
  removeExpired(now: Date): Promise<number>;
  state: StateTable<LeaseEntity>;
  blobs: Pick<Blobs, 'list' | 'delete'>;
  /** Each forgets what has ended of a user. @returns how much */
  perUser: readonly { sweep(userId: string): Promise<number> }[];
  throttle: { sweep(): Promise<number> };
  /** Forgets tokens of the API that ended long ago. */
  endedTokens: { sweep(): Promise<number> };
};

const dayMs = 86_400_000;
/** A scan that has not ended for so long never will: its worker is gone, and nothing requeued it. */
const deadAfterMs = 7 * dayMs;
const checkpointPath = /^scans\/([^/]+)\/([^/]+)\//;

/** Forgets what is past its time: logs, ended sessions, what scans that were cut off left behind. Never the trail. */
export function createRetention(dependencies: Dependencies) {
  const { tenants, users, state, blobs, perUser, throttle, endedTokens, clock, log } = dependencies;

  async function isLeftBehind(tenantId: string, scanLogId: string): Promise<boolean> {
    const tenant = await tenants.open(everyTenant, tenantId);
    const stored = await tenant?.scans.get(scanLogId);
    if (!stored) return true;
    const { completedAt, timestamp } = stored.value;
    const ageMs = clock.now().getTime() - Date.parse(completedAt ?? timestamp);
    return ageMs > (completedAt === null ? deadAfterMs : dayMs);
  }

  async function forgetCheckpoints(): Promise<number> {
    const known = new Map<string, boolean>();
    let forgotten = 0;
    for await (const name of blobs.list('scans/')) {
      const [, tenantId = '', scanLogId = ''] = checkpointPath.exec(name) ?? [];
      if (scanLogId === '') continue;
      const old = known.get(scanLogId) ?? (await isLeftBehind(tenantId, scanLogId));
      known.set(scanLogId, old);
      if (!old) continue;
      await blobs.delete(name);
      forgotten += 1;
    }
    return forgotten;
  }

  async function forgetOfUsers(): Promise<number> {
    let forgotten = 0;
    for await (const id of users.ids()) {
      for (const { sweep } of perUser) forgotten += await sweep(id);
    }
    return forgotten;
  }

  const parts = {
    records: () => dependencies.removeExpired(clock.now()),
    checkpoints: forgetCheckpoints,
    signInLogs: () => forgetSignInLogs(blobs, clock.now()),
    ofUsers: forgetOfUsers,
    throttles: throttle.sweep,
    tokens: endedTokens.sweep,
  };

  return {
    /**
     * Each part once a day, by one of several processes: called each minute. One that fails keeps no other from its work.
     * @returns how much each part forgot that was due
     * @throws AggregateError with what the parts failed with
     */
    async forgetWhereDue(): Promise<Partial<Record<keyof typeof parts, number>>> {
      const forgotten: Partial<Record<keyof typeof parts, number>> = {};
      const failures: unknown[] = [];
      for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
        if (!(await claimInterval(state, `retention-${part}`, { forMs: dayMs, clock }))) continue;
        try {
          const count = await parts[part]();
          forgotten[part] = count;
          log('Retention forgot', { count, part });
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `Retention failed: ${failures.join('; ')}`);
      return forgotten;
    },
  };
}
