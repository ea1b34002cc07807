import { createHash } from 'node:crypto';
import { TenantId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { isObject, type JsonObject, textAt, valueAt } from '../../audit/facts/json-reader.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { SnapshotError, takenAtOf } from '../../audit/snapshot/snapshot-facts.ts';
import { newTenant } from '../../features/connections/tenant-of-directory.ts';
import { newScan } from '../../features/scans/new-scan.ts';
import { saveResults } from '../../features/scans/scan-results.ts';
import type { Clock } from '../../ports/clock.ts';
import { every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { everyTenant } from '../../store/scope.ts';
import { shapedRecords } from '../../store/shaped-records.ts';
import { openStores, type Stores } from '../../store/stores.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { auditedTenant } from '../audit/audited-tenant.ts';
import { UsageError } from '../command.ts';

/** There is nobody to whom anything would have to be proven: nothing of it outlives this process. */
export const noTrail: Trail = {
  record: async () => undefined,
  recordOutbox: async () => undefined,
  sealOrphans: async () => 0,
  anchor: async () => undefined,
};

/** A file that names no directory gets an id that is the same whenever it is opened. */
function idOf(snapshot: JsonObject): string {
  const named = z.safeParse(TenantId, textAt(snapshot, 'tenant', 'id')?.toLowerCase());
  if (named.success) return named.data;
  const digest = createHash('sha256').update(JSON.stringify(snapshot)).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

const unnamed = 'Tenant of the snapshot';

function readFacts(snapshot: JsonObject, now: Date) {
  try {
    return factsFromSnapshot(snapshot, now);
  } catch (error) {
    throw error instanceof SnapshotError ? new UsageError(error.message) : error;
  }
}

async function openTenant(stores: Stores, tenant: TenantRecord): Promise<TenantRecords> {
  await stores.tenants.create(tenant);
  const opened = await stores.tenants.open(everyTenant, tenant.id);
  if (!opened) throw new Error('The tenant of the snapshot is not there');
  return opened;
}

/** Nobody is asked for anything by a file. */
async function forgetRequests({ approvals }: TenantRecords): Promise<void> {
  for (const { id } of await every(approvals)) await approvals.delete(id);
}

/**
 * The tenant of a snapshot in a store of its own in memory, judged and written as a scan is, so that every call reads it as it reads that of
 * an installation.
 * @param asOf against what ages are counted; null: when the snapshot was taken, else now
 * @throws UsageError where the file is no snapshot
 */
export async function openSnapshotTenant(
  file: unknown,
  asOf: Date | null,
): Promise<{ stores: Stores; clock: Clock; tenantId: string }> {
  if (!isObject(file)) throw new UsageError('the snapshot is not a JSON object');
  const now = asOf ?? takenAtOf(file) ?? new Date();
  const clock: Clock = { now: () => now };
  const { facts, exemptions } = readFacts(file, now);
  const stores = openStores(shapedRecords(openSqliteRecordStore(':memory:')), clock);
  const tenantId = idOf(file);
  const isSimulated = valueAt(file, 'tenant', 'isSimulated') === true;
  const { name, domain } = auditedTenant(
    facts,
    { id: tenantId, asked: textAt(file, 'tenant', 'name') ?? unnamed },
    isSimulated,
  );
  const record = { ...newTenant(tenantId, name, { name, domain }, now), id: tenantId, isMock: isSimulated };
  const tenant = await openTenant(stores, record);
  const scan = newScan(tenant.tenant, { name: 'snapshot', user: 'snapshot', userId: null }, null, now);
  const outcome = evaluateFacts(facts, { now, exemptions });
  const { signal } = new AbortController();
  await saveResults(
    { ...stores, trail: noTrail },
    {
      ...{ tenant, scan, outcome, facts, exemptions, clientId: null, now, signal },
    },
  );
  await forgetRequests(tenant);
  return { stores, clock, tenantId };
}
