import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** Who works at something, and until when at most. */
export type LeaseEntity = { holder: string; until: string };

export type Lease = {
  isHeld(): Promise<boolean>;
  /** For as long again, from now. False where another has it: stop at once. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
};

type Leases = StateTable<LeaseEntity>;
type Term = {
  clock: Clock;
  forMs: number;
  /** Whose work it is: an earlier try of the same, whose worker has died, gives way. */
  work?: string;
};

/** Leases end with the work; intervals run out by themselves. */
type Kind = 'leases' | 'intervals';

/** The holder's name where it is ours now; null where another has it. */
async function take(table: Leases, kind: Kind, key: string, { clock, forMs, work }: Term): Promise<string | null> {
  const now = clock.now();
  const entity = {
    holder: `${work === undefined ? '' : `${work}/`}${crypto.randomUUID()}`,
    until: new Date(now.getTime() + forMs).toISOString(),
  };
  const present = await table.get(kind, key);
  const isEarlierTry = work !== undefined && present?.value.holder.startsWith(`${work}/`) === true;
  if (present && present.value.until > now.toISOString() && !isEarlierTry) return null;
  const isOurs = present ? await table.replace(kind, key, entity, present.etag) : await table.create(kind, key, entity);
  // A write whose answer was lost is made again by the client, and then refused: who has it stands in the table.
  return isOurs || (await table.get(kind, key))?.value.holder === entity.holder ? entity.holder : null;
}

/**
 * A lease: `forMs` is longer than the work takes, or its holder renews it. `work` is given where something else sees to it that
 * one worker alone is at it. Null where another has it.
 */
export async function acquireLease(table: Leases, key: string, term: Term): Promise<Lease | null> {
  const holder = await take(table, 'leases', key, term);
  if (holder === null) return null;
  const held = async () => {
    const current = await table.get('leases', key);
    return current?.value.holder === holder ? current : null;
  };
  return {
    isHeld: async () => (await held()) !== null,
    async renew() {
      for (let current = await held(); current; current = await held()) {
        const until = new Date(term.clock.now().getTime() + term.forMs).toISOString();
        // Refused by a renewal of ours beside it, or because the answer to this one was lost: it is lost to another holder alone.
        if (await table.replace('leases', key, { holder, until }, current.etag)) return true;
      }
      return false;
    },
    async release() {
      for (let current = await held(); current; current = await held()) {
        if (await table.delete('leases', key, current.etag)) return;
      }
    },
  };
}

/** How long another may have the lease yet, in ms: whoever was refused tries again then. 0 where it is free. */
export async function leaseHeldForMs(table: Leases, key: string, clock: Clock): Promise<number> {
  const present = await table.get('leases', key);
  return present ? Math.max(0, Date.parse(present.value.until) - clock.now().getTime()) : 0;
}

/**
 * Work that one of several processes does once in a while: true for one of those that ask within `forMs`. Where that process
 * dies in the middle, the next interval makes up for it.
 */
export async function claimInterval(table: Leases, work: string, term: Term): Promise<boolean> {
  return (await take(table, 'intervals', work, term)) !== null;
}
