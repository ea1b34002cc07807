import type { Blobs } from '../ports/blobs.ts';
import { all, type Collection, type Condition, update } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { StateStore, StateTableName } from '../ports/state.ts';
import type { OutboxEntry } from '../ports/trail.ts';
import { containers, globalPartition } from './containers.ts';
import { idsOf, namesTenant, type TenantNames } from './names-tenant.ts';
import { withoutTenant } from './run-without-tenant.ts';
import type { ScanRunRecord } from './scan-runs.ts';
import type { ScanRecord } from './scans.ts';
import type { Scope } from './scope.ts';
import { tenantFolder, tenantFolders } from './tenant-folders.ts';
import { type UserRecord, withUserKeys } from './users.ts';

type Container = keyof typeof containers;
type GlobalContainer = {
  [K in Container]: (typeof containers)[K]['partitionField'] extends 'partition' ? K : never;
}[Container];

export type Erasing = {
  tenant: TenantNames;
  /** Asked before each step: false where another process may be at it by now. */
  mayGoOn(): boolean;
  /** Seals what people did with a record before it is deleted. */
  keep(entries: readonly OutboxEntry[]): Promise<void>;
};

type Step = (erasing: Erasing) => Promise<boolean>;
type AnyRecord = { id: string; outbox?: readonly OutboxEntry[] };

const atOnce = 50;

async function deleteRecord(collection: Collection<AnyRecord>, record: AnyRecord, { keep }: Erasing): Promise<void> {
  if (record.outbox && record.outbox.length > 0) await keep(record.outbox);
  await collection.delete(record.id);
}

/** @returns whether all that matches is gone */
async function deleteAll(
  collection: Collection<AnyRecord>,
  where: readonly Condition[],
  erasing: Erasing,
): Promise<boolean> {
  for (;;) {
    const { items } = await collection.query({ where, limit: atOnce });
    if (items.length === 0) return true;
    if (!erasing.mayGoOn()) return false;
    await Promise.all(items.map((record) => deleteRecord(collection, record, erasing)));
  }
}

/** Deletes from the months of a log what is filed under the tenant, and of the rest what names it. */
function fromMonths(
  records: RecordStore,
  container: 'activities' | 'oauthErrors' | 'syncLogs',
  tenantField: string,
): Step {
  return async (erasing) => {
    const names = namesTenant(erasing.tenant);
    const isOfTenant: Condition = { field: tenantField, op: 'in', value: idsOf(erasing.tenant) };
    for await (const month of records.partitionKeys(containers[container])) {
      const log = records.partition<AnyRecord>(containers[container], month);
      if (!(await deleteAll(log, [isOfTenant], erasing))) return false;
      // What is filed under another tenant is about that one.
      const isOfNobody: Condition = { field: tenantField, op: 'in', value: ['', null] };
      for await (const record of all(log, { where: [isOfNobody] })) {
        if (!erasing.mayGoOn()) return false;
        if (names(record)) await deleteRecord(log, record, erasing);
      }
    }
    return true;
  };
}

/** What is left of a scope never widens. */
function withoutId(scope: Scope, id: string): Scope {
  if (scope.kind !== 'tenants') return scope;
  const tenantIds = scope.tenantIds.filter((one) => one !== id);
  return tenantIds.length === 0 ? { kind: 'none' } : { kind: 'tenants', tenantIds };
}

/** Takes the tenant out of the scope of every user. */
const fromUsers =
  (records: RecordStore): Step =>
  async ({ tenant: { id }, mayGoOn }) => {
    const users = records.partition<UserRecord>(containers.users, globalPartition);
    const isScoped = ({ scope }: UserRecord) => scope.kind === 'tenants' && scope.tenantIds.includes(id);
    for await (const user of all(users)) {
      if (!mayGoOn()) return false;
      if (!isScoped(user)) continue;
      await update(users, user.id, (current) => withUserKeys({ ...current, scope: withoutId(current.scope, id) }));
    }
    return true;
  };

/** Takes the tenant out of every run of scans; a run of its own alone goes. */
const fromRuns =
  (records: RecordStore): Step =>
  async (erasing) => {
    const { tenant, mayGoOn } = erasing;
    const runs = records.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
    const scans = records.partition<ScanRecord>(containers.scanLogs, tenant.id);
    const names = namesTenant(tenant);
    for await (const run of all(runs)) {
      if (!mayGoOn()) return false;
      if (!names(run)) continue;
      const where: Condition[] = [{ field: 'runId', op: 'eq', value: run.id }];
      const [scan] = (await scans.query({ where, limit: 1 })).items;
      const left = await update(runs, run.id, (current) => withoutTenant(current, tenant.id, scan?.status ?? null));
      if (left?.tenantIds.length === 0) await deleteRecord(runs as unknown as Collection<AnyRecord>, left, erasing);
    }
    return true;
  };

/** Nothing in these names a tenant, or what does is the tenant's own record or the trail. */
const nothing: Step = async () => true;

/** Of each container that is not the tenants' own: what is done there. A new one does not compile without its line. */
const globalSteps = (records: RecordStore): Record<GlobalContainer, Step> => ({
  tenants: nothing,
  users: fromUsers(records),
  scanRuns: fromRuns(records),
  activities: fromMonths(records, 'activities', 'tenantId'),
  oauthErrors: fromMonths(records, 'oauthErrors', 'originatingTenantId'),
  syncLogs: fromMonths(records, 'syncLogs', 'tenantId'),
  roleMappings: nothing,
  healthChecks: nothing,
  systemMetrics: nothing,
  systemConfig: nothing,
  auditLogs: nothing,
});

/** The tables with entities that name a tenant, and the partitions in which they are. Sessions and the like name people. */
const statePartitions: readonly [StateTableName, string][] = [
  ['activescans', 'active'],
  ['leases', 'leases'],
  ['leases', 'intervals'],
  ['oauthrequests', 'round'],
  ['ratelimits', 'rates'],
];

const ofTenants = Object.values(containers).filter(({ partitionField }) => partitionField === 'tenantId');

/**
 * Everything that is stored of a tenant, wherever it is: found by the list of containers and of folders, so that what is added
 * to them is covered. The audit trail alone is left as it is, and the tenant's own record is for who calls this.
 */
export function openTenantErasure(records: RecordStore, blobs: Pick<Blobs, 'list' | 'delete'>, state: StateStore) {
  const steps = globalSteps(records);

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
      for (const step of [steps.scanRuns, deleteOwn, deleteFiles, ...Object.values(steps)]) {
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
