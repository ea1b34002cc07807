import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Collection, Condition } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { Outboxed } from '../../store/outbox.ts';
import { tenantFolder } from '../../store/tenant-folders.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = Pick<CommonParts, 'blobs' | 'lastSignIns' | 'tenantConfigurations' | 'trail'>;

const atOnce = 20;

const hasAnOutbox = (record: { id: string }): record is Outboxed => 'hasOutbox' in record;

/** Whether a live tenant has results, or will have from a scan that runs, with which simulated ones would be mixed. */
export async function hasResults(records: TenantRecords): Promise<boolean> {
  const { tenant, scans, audits, findings, approvals, tasks, m365Users } = records;
  if (tenant.audit !== null || tenant.emergencyAccounts.length > 0 || tenant.mailUses.length > 0) return true;
  for (const collection of [audits, findings, approvals, tasks, m365Users]) {
    if ((await collection.query({ limit: 1 })).items.length > 0) return true;
  }
  const isRunning: Condition = { field: 'status', op: 'in', value: ['queued', 'running'] };
  return (await scans.query({ where: [isRunning], limit: 1 })).items.length > 0;
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
        // What people did with it stays in the trail.
        if (hasAnOutbox(record)) await settleOutbox(collection as Collection<Outboxed>, record, trail);
        await collection.delete(record.id);
      }),
    );
  }
}

/**
 * Deletes everything simulated of a tenant whose scans have ended. Where it is interrupted, calling it again goes on.
 * @returns whether all is gone
 */
export async function deleteSimulatedResults(
  { blobs, lastSignIns, tenantConfigurations, trail }: Dependencies,
  { tenant, results }: TenantRecords,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (const { collection, simulated } of results) {
    if (!(await deleteAll(collection, simulated, trail, mayGoOn))) return false;
  }
  const folders = [
    ...(['settings', 'audited-facts', 'scans', 'directory-sync'] as const),
    ...(['reports', 'evidence', 'simulated-sign-ins'] as const),
  ];
  for (const folder of folders) {
    for await (const name of blobs.list(tenantFolder(folder, tenant.id))) {
      if (!mayGoOn()) return false;
      await blobs.delete(name);
    }
  }
  await lastSignIns.forget({ id: tenant.id, isMock: true });
  await tenantConfigurations.forget({ id: tenant.id, isMock: true });
  return mayGoOn();
}
