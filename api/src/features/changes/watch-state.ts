import { createHash } from 'node:crypto';
import { truncate } from '@tenantry/contract/text';
import type { DirectoryAuditEntry } from '../../audit/facts/directory-audit-facts.ts';
import type { StateTable } from '../../ports/state.ts';

/** How far the directory audit log of a tenant has been looked at. */
export type WatchEntity = {
  /** When it is looked at next. */
  dueAt: string;
  /** Entries from here on are asked for. */
  since: string;
  /** Hashes of the entries from `since` on that were looked at already, separated by spaces. */
  seen: string;
  /** Whether Graph refused to narrow the log by category, so that the time alone is asked for. */
  isPlain: boolean;
  /** Whether these are the simulated tenant's entries: another mode begins anew. */
  isSimulated: boolean;
  /** Looks in a row that failed. */
  failures: number;
  /** Why the tenant is left out, in plain words; '' where it is not. */
  because: string;
};

export type WatchTable = StateTable<WatchEntity>;

export const watchPartition = 'tenants';

/** So many hashes fit in an entity by far; a tenant with more entries in an hour is looked at again for the oldest of them. */
const seenAtMost = 1000;

/** What tells an entry from every other; a repeated one has the same. */
export const hashOfEntry = (entry: DirectoryAuditEntry): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('base64url').slice(0, 12);

/** The hashes of the latest entries as they are kept. */
export const seenText = (entries: readonly DirectoryAuditEntry[]): string =>
  entries.slice(0, seenAtMost).map(hashOfEntry).join(' ');

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** So many looks in a row that failed leave a tenant out, until one succeeds. */
const leftOutAfter = 3;
const countedAtMost = 999;
const maxWhyLength = 300;

type FailedLook = {
  /** What failed, in plain words. */
  why: string;
  /** Whether it passes by itself. What does not leaves the tenant out at once, and is asked for again in a day. */
  passes: boolean;
  everyMs: number;
  now: Date;
};

/** The state after a look that failed: what it did not tell is asked for again by the next one. */
export function afterFailedLook(entity: WatchEntity, { why, passes, everyMs, now }: FailedLook): WatchEntity {
  const failures = Math.min(entity.failures + 1, countedAtMost);
  const told = truncate(why, maxWhyLength);
  const inARow = failures < leftOutAfter ? '' : `The last ${failures} looks failed: ${told}`;
  const waitMs = passes ? Math.min(everyMs * 2 ** Math.min(failures, 10), hourMs) : dayMs;
  const dueAt = new Date(now.getTime() + waitMs).toISOString();
  return { ...entity, failures, because: passes ? inARow : told, dueAt };
}

/**
 * Begins to watch a tenant that has a scan to compare with, from the moment at which that began. One that is watched already in this
 * mode stays as it is; one that is left out is asked again for all that it missed, since the scan may have come with new permissions.
 */
export async function beginWatch(
  table: WatchTable,
  { id, isMock }: { id: string; isMock: boolean },
  since: string,
  dueAt: Date,
): Promise<void> {
  const fresh: WatchEntity = {
    dueAt: dueAt.toISOString(),
    since,
    seen: '',
    isPlain: false,
    isSimulated: isMock,
    failures: 0,
    because: '',
  };
  if (await table.create(watchPartition, id, fresh)) return;
  const known = await table.get(watchPartition, id);
  if (known === null) return;
  // Another mode is another directory.
  if (known.value.isSimulated !== isMock) await table.replace(watchPartition, id, fresh, known.etag);
  else if (known.value.because !== '') {
    const again = { ...known.value, dueAt: fresh.dueAt, failures: 0, because: '' };
    await table.replace(watchPartition, id, again, known.etag);
  }
}
