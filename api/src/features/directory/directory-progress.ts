import type { Blobs } from '../../ports/blobs.ts';

/** What a run has come to so far. */
export type Counts = { read: number; created: number; updated: number; unchanged: number; refused: number };

/** How far a run over many pages has come. `run` tells it from others: its start. */
export type DirectoryProgress = { run: string; next: string; pages: number; counts: Counts; calls: number };

export const noCounts: Counts = { read: 0, created: 0, updated: 0, unchanged: 0, refused: 0 };

/**
 * How far each tenant's run has come, and which accounts it has seen: a small file for each page, so that what is
 * written for a page does not grow with the directory.
 */
export function createDirectoryProgress(blobs: Blobs) {
  const folder = (tenantId: string) => `directory-sync/${tenantId}/`;
  const seenName = (tenantId: string, run: string, page: number) =>
    `${folder(tenantId)}seen-${run.replaceAll(':', '-')}-${String(page).padStart(6, '0')}.json`;
  async function readJson<T>(name: string): Promise<T | null> {
    const bytes = await blobs.read(name);
    return bytes ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as T) : null;
  }
  const writeJson = (name: string, value: object) => blobs.write(name, JSON.stringify(value), 'application/json');

  return {
    async read(tenantId: string, run: string): Promise<DirectoryProgress | null> {
      const kept = await readJson<DirectoryProgress>(`${folder(tenantId)}progress.json`);
      return kept?.run === run ? kept : null;
    },

    write: (tenantId: string, progress: DirectoryProgress) => writeJson(`${folder(tenantId)}progress.json`, progress),

    /** Before the progress that counts the page: a page without its accounts would pass them for gone. */
    writeSeen: (tenantId: string, run: string, page: number, graphIds: readonly string[]) =>
      writeJson(seenName(tenantId, run, page), graphIds),

    /** Every account of the run's pages. */
    async seen(tenantId: string, run: string, pages: number): Promise<Set<string>> {
      const ids = new Set<string>();
      for (let page = 0; page < pages; page += 1) {
        const part = await readJson<string[]>(seenName(tenantId, run, page));
        if (part === null) throw new Error(`Page ${page} of the directory of ${tenantId} is not kept any more`);
        for (const id of part) ids.add(id);
      }
      return ids;
    },

    async forget(tenantId: string): Promise<void> {
      for await (const name of blobs.list(folder(tenantId))) await blobs.delete(name);
    },
  };
}

export type DirectoryProgressStore = ReturnType<typeof createDirectoryProgress>;
