import type { Blobs } from '../src/ports/blobs.ts';

/** Files in memory, by name. */
export function memoryBlobs(files: Map<string, Uint8Array> = new Map()): Blobs {
  return {
    write: async (name, content) => void files.set(name, Buffer.from(content)),
    async create(name, content) {
      if (files.has(name)) return false;
      files.set(name, Buffer.from(content));
      return true;
    },
    read: async (name) => files.get(name) ?? null,
    async *list(prefix) {
      yield* [...files.keys()].filter((name) => name.startsWith(prefix)).toSorted();
    },
    delete: async (name) => void files.delete(name),
  };
}
