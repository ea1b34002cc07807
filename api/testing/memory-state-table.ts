import type { StateTable } from '../src/ports/state.ts';

/** A state table in memory, for tests that make hundreds of thousands of calls. `state-table.test.ts` holds it to Azurite's. */
export function memoryStateTable<T extends Record<string, string | number | boolean>>(): StateTable<T> {
  const partitions = new Map<string, Map<string, { value: T; etag: string }>>();
  let writes = 0;
  const partition = (name: string) => {
    const found = partitions.get(name) ?? new Map<string, { value: T; etag: string }>();
    partitions.set(name, found);
    return found;
  };
  const write = (name: string, key: string, value: T) => {
    writes += 1;
    partition(name).set(key, { value: { ...value }, etag: String(writes) });
    return true;
  };
  return {
    get: async (name, key) => {
      const found = partition(name).get(key);
      return found ? { value: { ...found.value }, etag: found.etag } : null;
    },
    create: async (name, key, value) => !partition(name).has(key) && write(name, key, value),
    replace: async (name, key, value, etag) => partition(name).get(key)?.etag === etag && write(name, key, value),
    delete: async (name, key, etag) => {
      const found = partition(name).get(key);
      if (!found || (etag !== undefined && found.etag !== etag)) return false;
      return partition(name).delete(key);
    },
    async *list(name) {
      for (const [key, { value, etag }] of [...partition(name)]) yield { key, value: { ...value }, etag };
    },
  };
}
