import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** Who keeps something up, and until when at most. */
export type UpkeepEntity = { holder: string; until: string };

export type UpkeepLease = { isHeld(): Promise<boolean>; release(): Promise<void> };

/** A lease that nobody renews: `forMs` is longer than the work takes. Null where another has it. */
export async function acquireUpkeep(
  leases: StateTable<UpkeepEntity>,
  key: string,
  { clock, forMs }: { clock: Clock; forMs: number },
): Promise<UpkeepLease | null> {
  const partition = 'leases';
  const now = clock.now();
  const entity = { holder: crypto.randomUUID(), until: new Date(now.getTime() + forMs).toISOString() };
  const present = await leases.get(partition, key);
  if (present && present.value.until > now.toISOString()) return null;
  const isOurs = present
    ? await leases.replace(partition, key, entity, present.etag)
    : await leases.create(partition, key, entity);
  if (!isOurs) return null;
  const held = async () => {
    const current = await leases.get(partition, key);
    return current?.value.holder === entity.holder ? current : null;
  };
  return {
    isHeld: async () => (await held()) !== null,
    async release() {
      const current = await held();
      if (current) await leases.delete(partition, key, current.etag);
    },
  };
}
