import { all, type Collection, createOnce, update } from '../../ports/collection.ts';
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
  return (await createOnce(users, user)) ? 'created' : replace(users, user);
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

/** Deletes those that are not to stay. @returns how many there were */
export async function deleteUsers(
  users: Collection<M365UserRecord>,
  isOver: (user: M365UserRecord) => boolean,
): Promise<number> {
  const over: string[] = [];
  for await (const user of all(users, { limit: userPageSize })) if (isOver(user)) over.push(user.id);
  for (let start = 0; start < over.length; start += deletedAtOnce) {
    await Promise.all(over.slice(start, start + deletedAtOnce).map((id) => users.delete(id)));
  }
  return over.length;
}
