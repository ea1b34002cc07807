import { type Collection, RecordExistsError, update } from '../../ports/collection.ts';
import type { M365UserRecord } from '../../store/m365-users.ts';
import { isSameUser } from './directory-user.ts';

export type Written = { created: number; updated: number; unchanged: number };

const writtenAtOnce = 10;

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
