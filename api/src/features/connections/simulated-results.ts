import { settleTrail } from '../../domain/audit-trail/outbox.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Collection, Condition, ContainerDefinition, RecordStore } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { containers } from '../../store/containers.ts';
import type { LastSignInStore } from '../../store/last-sign-ins.ts';
import type { Trailed } from '../../store/outbox.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = { store: RecordStore; blobs: Blobs; lastSignIns: LastSignInStore; trail: Trail };

/**
 * What scans leave of a tenant, and how the simulated part of it is told. A record without a mark of its own exists only
 * beside such that have one, so that all of them go.
 */
const results: readonly { container: ContainerDefinition; simulated: readonly Condition[] }[] = [
  { container: containers.approvals, simulated: [] },
  { container: containers.auditResults, simulated: [] },
  { container: containers.findings, simulated: [{ field: 'isSimulated', op: 'eq', value: true }] },
  { container: containers.scanLogs, simulated: [{ field: 'scanType', op: 'eq', value: 'simulated' }] },
  { container: containers.m365Users, simulated: [{ field: 'isSimulated', op: 'eq', value: true }] },
  { container: containers.oauthHealth, simulated: [{ field: 'isSimulated', op: 'eq', value: true }] },
];

const atOnce = 20;

const isTrailed = (record: { id: string }): record is Trailed => 'hasPendingTrail' in record;

/** Whether a live tenant has anything that simulated results could be mixed with. A scan that runs will have. */
export async function hasResults(store: RecordStore, tenant: TenantRecord): Promise<boolean> {
  if (tenant.audit !== null || tenant.emergencyAccounts.length > 0) return true;
  const running: Condition[] = [{ field: 'status', op: 'in', value: ['queued', 'running'] }];
  const counted: [ContainerDefinition, Condition[]][] = [
    [containers.auditResults, []],
    [containers.findings, []],
    [containers.approvals, []],
    [containers.m365Users, []],
    [containers.scanLogs, running],
  ];
  for (const [container, where] of counted) {
    if ((await store.partition(container, tenant.id).query({ where, limit: 1 })).items.length > 0) return true;
  }
  return false;
}

/** @param mayGoOn asked before each step: false where another process may be doing the same by now */
async function deleteAll(
  collection: Collection<{ id: string }>,
  where: readonly Condition[],
  trail: Trail,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (;;) {
    const { items } = await collection.query({ where, limit: atOnce });
    if (items.length === 0) return true;
    if (!mayGoOn()) return false;
    await Promise.all(
      items.map(async (record) => {
        // What was done with it stays in the trail.
        if (isTrailed(record)) await settleTrail(collection as Collection<Trailed>, record, trail);
        await collection.delete(record.id);
      }),
    );
  }
}

/** Deletes everything simulated of a tenant whose scans have ended. Doing it again does the rest. @returns whether all is gone */
export async function deleteSimulatedResults(
  { store, blobs, lastSignIns, trail }: Dependencies,
  { tenant }: TenantRecords,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (const { container, simulated } of results) {
    const collection = store.partition<{ id: string }>(container, tenant.id);
    if (!(await deleteAll(collection, simulated, trail, mayGoOn))) return false;
  }
  for (const folder of ['settings', 'scans', 'directory-sync'].map((name) => `${name}/${tenant.id}/`)) {
    for await (const name of blobs.list(folder)) {
      if (!mayGoOn()) return false;
      await blobs.delete(name);
    }
  }
  await lastSignIns.forget({ id: tenant.id, isMock: true });
  return mayGoOn();
}
