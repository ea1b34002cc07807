import { createHash } from 'node:crypto';
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
  /** Looks in a row that failed for a reason that passes. */
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

/**
 * Begins to watch a tenant that has a scan to compare with, from the moment at which that began. One that is watched already in this
 * mode stays as it is; one whose log was refused is asked again, since the scan may have come with new permissions.
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
  // Another mode is another directory.
  const isRefused = known !== null && known.value.because !== '';
  if (known && (isRefused || known.value.isSimulated !== isMock))
    await table.replace(watchPartition, id, fresh, known.etag);
}
