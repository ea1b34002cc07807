import type { Blobs } from '../../ports/blobs.ts';
import type { ListCourse } from '../../ports/list-course.ts';
import { readJsonFile, writeJsonFile } from '../../store/shaped-files.ts';
import { fileShapes } from '../../store/shapes.ts';
import { tenantFolder } from '../../store/tenant-folders.ts';

/** What a run has come to so far. */
export type Counts = { read: number; created: number; updated: number; unchanged: number; refused: number };

/** How far a run over many pages has come. `run` names it: the time of its start. */
type DirectoryProgress = {
  run: string;
  next: string;
  pages: number;
  course: ListCourse;
  counts: Counts;
  calls: number;
};

export const noCounts: Counts = { read: 0, created: 0, updated: 0, unchanged: 0, refused: 0 };

/**
 * How far each tenant's run has come, and which accounts it has seen: a small file for each page, so that what is
 * written for a page does not grow with the directory.
 */
export function createDirectoryProgress(blobs: Blobs) {
  const folder = (tenantId: string) => tenantFolder('directory-sync', tenantId);
  const progressName = (tenantId: string) => `${folder(tenantId)}progress.json`;
  const pageName = (tenantId: string, run: string, page: number) =>
    `${folder(tenantId)}seen-${run.replaceAll(':', '-')}-${String(page).padStart(6, '0')}.json`;
  const shape = fileShapes.directoryProgress;

  return {
    async read(tenantId: string, run: string): Promise<DirectoryProgress | null> {
      const kept = await readJsonFile<DirectoryProgress>(blobs, progressName(tenantId), shape);
      return kept?.run === run ? kept : null;
    },

    write: (tenantId: string, progress: DirectoryProgress) =>
      writeJsonFile(blobs, progressName(tenantId), progress, shape),

    /** Written before the progress that counts the page: accounts of a counted page without a file would be deleted as gone. */
    writeSeen: (tenantId: string, run: string, page: number, graphIds: readonly string[]) =>
      blobs.write(pageName(tenantId, run, page), JSON.stringify(graphIds), 'application/json'),

    /** Every account of the run's pages. */
    async seen(tenantId: string, run: string, pages: number): Promise<Set<string>> {
      const ids = new Set<string>();
      for (let page = 0; page < pages; page += 1) {
        const bytes = await blobs.read(pageName(tenantId, run, page));
        if (bytes === null) throw new Error(`Page ${page} of the directory of ${tenantId} is not kept any more`);
        for (const id of JSON.parse(Buffer.from(bytes).toString('utf8')) as string[]) ids.add(id);
      }
      return ids;
    },

    async forget(tenantId: string): Promise<void> {
      for await (const name of blobs.list(folder(tenantId))) await blobs.delete(name);
    },
  };
}

export type DirectoryProgressStore = ReturnType<typeof createDirectoryProgress>;
