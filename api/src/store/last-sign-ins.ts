import type { SignInActivityFacts } from '../audit/facts/account-facts.ts';
import type { DatasetOk } from '../audit/facts/facts.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { ListCourse } from '../ports/list-course.ts';
import { readJsonFile, writeJsonFile } from './shaped-files.ts';
import { fileShapes } from './shapes.ts';
import { tenantFolder } from './tenant-folders.ts';
import type { TenantRecord } from './tenants.ts';

export type LastSignIns = DatasetOk<SignInActivityFacts>;

/** How far a collection that goes over many pages has come. */
type LastSignInProgress = { startedAt: string; next: string; course: ListCourse; facts: SignInActivityFacts };

type Owner = Pick<TenantRecord, 'id' | 'isMock'>;

/**
 * What is known of the last sign-ins of each tenant: collected on a schedule of its own, read by scans.
 * Facts of bounded size (counts, at most 200 names of each kind, and the last sign-ins of a few thousand accounts), as one file for each tenant. Simulated ones lie in a
 * folder of their own: a collection that began before the tenant went live cannot write among the real ones.
 */
export function createLastSignInStore(blobs: Blobs) {
  const folder = ({ id, isMock }: Owner) => tenantFolder(isMock ? 'simulated-last-sign-in' : 'last-sign-in', id);
  const resultName = (tenant: Owner) => `${folder(tenant)}result.json`;
  const progressName = (tenant: Owner) => `${folder(tenant)}progress.json`;
  return {
    read: (tenant: Owner) => readJsonFile<LastSignIns>(blobs, resultName(tenant), fileShapes.lastSignIns),
    write: (tenant: Owner, result: LastSignIns) =>
      writeJsonFile(blobs, resultName(tenant), result, fileShapes.lastSignIns),
    /** Forgets what is known, and how far a collection had come. */
    async forget(tenant: Owner): Promise<void> {
      await blobs.delete(resultName(tenant));
      await blobs.delete(progressName(tenant));
    },
    readProgress: (tenant: Owner) =>
      readJsonFile<LastSignInProgress>(blobs, progressName(tenant), fileShapes.lastSignInProgress),
    writeProgress: (tenant: Owner, progress: LastSignInProgress) =>
      writeJsonFile(blobs, progressName(tenant), progress, fileShapes.lastSignInProgress),
    endProgress: (tenant: Owner) => blobs.delete(progressName(tenant)),
  };
}

export type LastSignInStore = ReturnType<typeof createLastSignInStore>;
