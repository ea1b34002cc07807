import { type Collection, type Page, RecordExistsError, update } from '../../ports/collection.ts';
import type { M365UserRecord } from '../../store/m365-users.ts';
import { isSameUser } from './directory-user.ts';

export type Written = { created: number; updated: number; unchanged: number };

const writtenAtOnce = 10;
const deletedAtOnce = 10;
/** So many records are read at a time: as many as Graph gives in a page. */
const userPageSize = 1000;

/** Replaces the record with what was read now; its day of creation stays. */
async function replace(users: Collection<M365UserRecord>, user: M365UserRecord): Promise<keyof Written> {
  let outcome: keyof Written = 'updated';
  const kept = await update(users, user.id, (stored) => {
    outcome = isSameUser(stored, user) ? 'unchanged' : 'updated';
    return outcome === 'unchanged' ? stored : { ...user, createdAt: stored.createdAt };
  });
  return kept ? outcome : create(users, user);
}

async function create(users: Collection<M365UserRecord>, user: M365UserRecord): Promise<keyof Written> {
  try {
    await users.create(user);
    return 'created';
  } catch (error) {
    if (!(error instanceof RecordExistsError)) throw error;
    return replace(users, user);
  }
}

/**
 * Writes what is new or changed on a page of accounts. One query tells what is stored of them, whatever their number, and
 * only what differs costs more.
 */
export async function writeUsers(users: Collection<M365UserRecord>, page: readonly M365UserRecord[]): Promise<Written> {
  const written: Written = { created: 0, updated: 0, unchanged: 0 };
  if (page.length === 0) return written;
  const ids = page.map(({ id }) => id);
  const { items } = await users.query({ where: [{ field: 'id', op: 'in', value: ids }], limit: ids.length });
  const stored = new Map(items.map((user) => [user.id, user]));
  const work = page.filter((user) => {
    const before = stored.get(user.id);
    return !before || !isSameUser(before, user);
  });
  written.unchanged = page.length - work.length;
  for (let start = 0; start < work.length; start += writtenAtOnce) {
    const part = work.slice(start, start + writtenAtOnce);
    const outcomes = await Promise.all(
      part.map((user) => (stored.has(user.id) ? replace(users, user) : create(users, user))),
    );
    for (const outcome of outcomes) written[outcome] += 1;
  }
  return written;
}

/** The tenant's synchronized accounts, page by page in the order of their ids. */
async function* userPages(users: Collection<M365UserRecord>): AsyncGenerator<M365UserRecord[]> {
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
