import { update } from '../../ports/collection.ts';
import type { UserStore } from '../../store/users.ts';

const atOnce = 500;

/**
 * Writes users of before again, with what the directory orders and finds them by (`store/users.ts`): at the start, and each
 * minute for those that an earlier version wrote meanwhile. @returns how many
 */
export async function writeUserKeys(users: Pick<UserStore, 'get' | 'replace' | 'withoutKeys'>): Promise<number> {
  let written = 0;
  for (;;) {
    const ids = await users.withoutKeys(atOnce);
    for (const id of ids) await update(users, id, (user) => ({ ...user }));
    written += ids.length;
    if (ids.length < atOnce) return written;
  }
}
