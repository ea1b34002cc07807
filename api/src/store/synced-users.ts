import { tenantRecordId } from '@tenantry/contract/ids';
import type { Collection, Page, RecordStore } from '../ports/collection.ts';
import { containers } from './containers.ts';
import type { M365UserRecord } from './m365-users.ts';
import type { TenantRecord } from './tenants.ts';

/** So many records are read at a time: as many as Graph gives in a page. */
export const userPageSize = 1000;
const deletedAtOnce = 10;

export const m365Users = (store: RecordStore, tenantId: string): Collection<M365UserRecord> =>
  store.partition(containers.m365Users, tenantId);

/** An account is one record, however often and by whomever it is read. */
export const m365UserId = (tenantId: string, graphId: string) => tenantRecordId(tenantId, graphId);

/** The tenant's synchronized accounts, page by page in the order of their ids. */
export async function* userPages(users: Collection<M365UserRecord>): AsyncGenerator<M365UserRecord[]> {
  let cursor: string | undefined;
  do {
    const page: Page<M365UserRecord> = await users.query({ limit: userPageSize, ...(cursor ? { cursor } : {}) });
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Deletes those that are not to stay. @returns how many there were */
export async function deleteUsers(
  users: Collection<M365UserRecord>,
  isOver: (user: M365UserRecord) => boolean,
): Promise<number> {
  let deleted = 0;
  for await (const page of userPages(users)) {
    const over = page.filter(isOver);
    for (let start = 0; start < over.length; start += deletedAtOnce) {
      const part = over.slice(start, start + deletedAtOnce);
      await Promise.all(part.map(({ id }) => users.delete(id)));
    }
    deleted += over.length;
  }
  return deleted;
}

/**
 * The part of a tenant that tells of its accounts, when they are to be read anew: a synchronization under way finds itself
 * called off, and the next is due at once.
 */
export const withoutDirectory = (now: Date) =>
  ({ directory: null, directorySync: null, directorySyncDueAt: now.toISOString() }) satisfies Partial<TenantRecord>;
