import type { Blobs } from '../ports/blobs.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { StateStore, StateTableName } from '../ports/state.ts';
import { type AnyRecord, deleteAll, type Erasing, fromSystemWide, globalSteps, ofTenants } from './erasure-steps.ts';
import { idsOf, type TenantNames } from './names-tenant.ts';
import { tenantFolder, tenantFolders } from './tenant-folders.ts';

/** The tables with entities that name a tenant, and the partitions in which they are. Sessions and the like name people: a client's go with them. */
const statePartitions: readonly [StateTableName, string][] = [
  ['activescans', 'active'],
  ['changewatch', 'tenants'],
  ['leases', 'leases'],
  ['leases', 'intervals'],
  ['oauthrequests', 'round'],
  ['pendingconnections', 'pending'],
  ['ratelimits', 'rates'],
];

/**
 * Everything that is stored of a tenant, wherever it is: found by the list of containers and of folders, so that what is added
 * to them is covered. The audit trail alone is left as it is, and the tenant's own record is for who calls this.
 */
export function openTenantErasure(records: RecordStore, blobs: Pick<Blobs, 'list' | 'delete'>, state: StateStore) {
  const steps = globalSteps(records, state);

  async function deleteOwn(erasing: Erasing): Promise<boolean> {
    for (const container of ofTenants) {
      for (const id of idsOf(erasing.tenant)) {
        if (!(await deleteAll(records.partition<AnyRecord>(container, id), [], erasing))) return false;
      }
    }
    return true;
  }

  async function deleteFiles({ tenant, mayGoOn }: Erasing): Promise<boolean> {
    for (const folder of tenantFolders) {
      for (const id of idsOf(tenant)) {
        for await (const name of blobs.list(tenantFolder(folder, id))) {
          if (!mayGoOn()) return false;
          await blobs.delete(name);
        }
      }
    }
    return true;
  }

  /** A job that is gone stops whoever writes its file; the people who asked for it ask again. */
  async function deleteExports({ withExports, mayGoOn }: Erasing): Promise<boolean> {
    if (!withExports) return true;
    const jobs = state.table('exports');
    for await (const { key } of jobs.list('jobs')) await jobs.delete('jobs', key);
    for await (const name of blobs.list('exports/')) {
      if (!mayGoOn()) return false;
      await blobs.delete(name);
    }
    return true;
  }

  async function* stateOf(tenant: TenantNames) {
    const ids = idsOf(tenant);
    for (const [name, partition] of statePartitions) {
      const table = state.table<Record<string, string | number | boolean>>(name);
      for await (const { key, value } of table.list(partition)) {
        const text = `${key} ${JSON.stringify(value)}`;
        if (ids.some((id) => text.includes(id))) yield { name, key, value, remove: () => table.delete(partition, key) };
      }
    }
  }

  return {
    /** How much there is of it, by container and folder. */
    async count(tenant: TenantNames): Promise<Record<string, number>> {
      const counts: Record<string, number> = {};
      for (const container of ofTenants) {
        const parts = idsOf(tenant).map((id) => records.partition(container, id).count());
        counts[container.name] = (await Promise.all(parts)).reduce((sum, one) => sum + one, 0);
      }
      let files = 0;
      for (const folder of tenantFolders) {
        for await (const _ of blobs.list(tenantFolder(folder, tenant.id))) files += 1;
      }
      return { ...counts, files };
    },

    /** Whether a process holds a lease on something of the tenant yet, and may write of it. */
    async isLeased(tenant: TenantNames, now: Date): Promise<boolean> {
      for await (const { name, value } of stateOf(tenant)) {
        if (name === 'leases' && typeof value.until === 'string' && value.until > now.toISOString()) return true;
      }
      return false;
    },

    /**
     * Deletes all of it; called again, it goes on where it was.
     * @returns whether nothing is left
     */
    async erase(erasing: Erasing): Promise<boolean> {
      // Runs first: what a tenant counted for in them is told by its scans.
      const own = [steps.scanRuns, deleteOwn, deleteFiles, deleteExports, fromSystemWide(records)];
      for (const step of [...own, ...Object.values(steps)]) {
        if (!(await step(erasing))) return false;
      }
      for await (const { remove } of stateOf(erasing.tenant)) {
        if (!erasing.mayGoOn()) return false;
        await remove();
      }
      return erasing.mayGoOn();
    },
  };
}

export type TenantErasure = ReturnType<typeof openTenantErasure>;
