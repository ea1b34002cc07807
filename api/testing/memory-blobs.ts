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
    async writeParts(name, parts) {
      const all: Uint8Array[] = [];
      for await (const part of parts) all.push(part);
      const whole = Buffer.concat(all);
      files.set(name, whole);
      return whole.length;
    },
    linkTo: async (name) => `memory:${name}`,
    read: async (name) => files.get(name) ?? null,
    async *list(prefix) {
      yield* [...files.keys()].filter((name) => name.startsWith(prefix)).toSorted();
    },
    delete: async (name) => void files.delete(name),
  };
}
