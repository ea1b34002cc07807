import type { SnapshotHistory } from '../audit/collect/tenant-configuration/snapshot-plan.ts';
import type { SnapshotRun } from '../audit/collect/tenant-configuration/snapshot-state.ts';
import type { Blobs } from '../ports/blobs.ts';
import { readJsonFile, writeJsonFile } from './shaped-files.ts';
import { fileShapes } from './shapes.ts';
import { tenantFolder } from './tenant-folders.ts';
import type { TenantRecord } from './tenants.ts';

/** What the last snapshots of a tenant gave. */
export type KeptConfiguration = SnapshotHistory & {
  lastJob: {
    endedAt: string;
    status: 'succeeded' | 'partiallySuccessful' | 'failed';
    instances: number;
    seconds: number;
    calls: number;
    /** Whether it ended after its scan, for the next one to judge. */
    inBackground?: boolean;
    /** What Microsoft said where a snapshot could not be deleted. */
    notDeleted?: string;
  } | null;
};

/** How far a run that takes longer than a scan has come; `calls`: requests to Graph so far. */
export type ConfigurationProgress = { run: SnapshotRun; calls: number };

type Owner = Pick<TenantRecord, 'id' | 'isMock'>;

/**
 * The settings of Exchange, Defender, Purview and Teams as last read, one file for each tenant. Simulated ones lie in a folder
 * of their own: a snapshot that began before the tenant went live cannot write among the real ones.
 */
export function createTenantConfigurationStore(blobs: Blobs) {
  const folder = ({ id, isMock }: Owner) =>
    tenantFolder(isMock ? 'simulated-tenant-configuration' : 'tenant-configuration', id);
  const resultName = (tenant: Owner) => `${folder(tenant)}result.json`;
  const progressName = (tenant: Owner) => `${folder(tenant)}progress.json`;
  return {
    read: (tenant: Owner) => readJsonFile<KeptConfiguration>(blobs, resultName(tenant), fileShapes.tenantConfiguration),
    write: (tenant: Owner, value: KeptConfiguration) =>
      writeJsonFile(blobs, resultName(tenant), value, fileShapes.tenantConfiguration),
    readProgress: (tenant: Owner) =>
      readJsonFile<ConfigurationProgress>(blobs, progressName(tenant), fileShapes.tenantConfigurationProgress),
    writeProgress: (tenant: Owner, progress: ConfigurationProgress) =>
      writeJsonFile(blobs, progressName(tenant), progress, fileShapes.tenantConfigurationProgress),
    endProgress: (tenant: Owner) => blobs.delete(progressName(tenant)),
    /** Forgets what is known, and how far a run had come. */
    async forget(tenant: Owner): Promise<void> {
      await blobs.delete(resultName(tenant));
      await blobs.delete(progressName(tenant));
    },
  };
}

export type TenantConfigurationStore = ReturnType<typeof createTenantConfigurationStore>;
