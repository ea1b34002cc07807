/**
 * Does what concerns one key one after another within this process, and what concerns others beside it: of many conditional writes at
 * once each but one would be refused and made again, and so on for those that are left.
 */
export function createOneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    // What failed before is told to whoever waited for it, and holds up nobody.
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
