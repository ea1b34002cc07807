import type { Offboarding } from '@tenantry/contract/managed-tenants';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { acquireLease } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { OffboardingRecord, TenantRecord } from '../../store/tenants.ts';
import { type LeftoverDependencies, sweepLeftovers } from './leftovers.ts';

type Dependencies = LeftoverDependencies &
  Pick<CommonParts, 'activityLog' | 'log'> & {
    scans: {
      isWorkedOn(tenantId: string): Promise<boolean>;
      endAll(tenant: TenantRecords, because: string): Promise<void>;
    };
    microsoft365: Pick<Microsoft365, 'forget'>;
    /** Forgets the access tokens of whoever connected the tenant. */
    forgetAccount(tenantId: string): void;
  };

/** When a process died while it deleted, another one may go on after this long. */
const leaseForMs = 2 * 60_000;
/** Shorter than the lease and than a request may take: nothing is deleted once another process may have the lease. */
const budgetMs = 30_000;
/** A worker whose lease was taken stops within this: it asks for it every five seconds, and before each write of a page. */
const quietMs = 30_000;

const notFound = () => new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');

function requireTyped(typed: string, { name }: TenantRecord): void {
  if (typed === name) return;
  const message = `Type the name exactly as it stands: ${name}`;
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'name', message }] });
}

/** Writes the intent. From here on nobody finds the tenant, and what was begun is finished. */
async function begin(
  { tenants, trail, clock }: Dependencies,
  tenantId: string,
  typed: string,
  by: string,
): Promise<TenantRecord> {
  for (;;) {
    const stored = await tenants.offboarding.get(tenantId);
    if (!stored) throw notFound();
    const tenant = stored.value;
    requireTyped(typed, tenant);
    if (tenant.offboardingSince) return tenant;
    const at = clock.now();
    const entry = { eventType: 'tenant_offboarding_started', user: by, target: tenant.name, tenantId } as const;
    const intended: TenantRecord = {
      ...tenant,
      offboardingSince: at.toISOString(),
      offboarding: { id: crypto.randomUUID(), by, counts: null, quietFrom: null, endedAt: null },
      nextScanAt: null,
      lastSignInDueAt: null,
      directorySyncDueAt: null,
    };
    const record = withEntry(intended, { ...entry, details: { m365TenantId: tenant.m365TenantId } }, at);
    const replaced = await replaceIfUnchanged(tenants.offboarding, record, stored.etag);
    if (!replaced) continue;
    await settleOutbox(tenants.offboarding, record, trail, replaced.etag);
    return record;
  }
}

const progressed = (
  { tenants }: Dependencies,
  tenantId: string,
  change: (offboarding: OffboardingRecord) => OffboardingRecord,
) =>
  update(tenants.offboarding, tenantId, (current) =>
    current.offboarding ? { ...current, offboarding: change(current.offboarding) } : current,
  );

/** Counts what there is, once; and notes until when somebody may be writing yet. Both before anything is deleted. */
async function takeStock(dependencies: Dependencies, tenant: TenantRecord): Promise<TenantRecord | null> {
  const { erasure, scans, clock } = dependencies;
  const counts = tenant.offboarding?.counts ?? (await erasure.count(tenant));
  const now = clock.now();
  const isBusy = (await scans.isWorkedOn(tenant.id)) || (await erasure.isLeased(tenant, now));
  const quietFrom = new Date(now.getTime() + quietMs).toISOString();
  return progressed(dependencies, tenant.id, (known) => ({
    ...known,
    counts: known.counts ?? counts,
    quietFrom: isBusy ? quietFrom : known.quietFrom,
  }));
}

/** @returns whether nothing of the tenant is left but its own record, and nobody writes of it any more */
async function empty(dependencies: Dependencies, tenant: TenantRecord, endsAtMs: number): Promise<boolean> {
  const { tenants, erasure, scans, microsoft365, forgetAccount, trail, clock } = dependencies;
  const stocked = await takeStock(dependencies, tenant);
  if (!stocked?.offboarding) return false;
  await scans.endAll(tenants.recordsOf(tenant), 'The tenant is offboarded');
  for (const isSimulated of [true, false]) microsoft365.forget({ entraTenantId: tenant.m365TenantId, isSimulated });
  forgetAccount(tenant.id);
  const now = clock.now();
  const isErased = await erasure.erase({
    tenant,
    mayGoOn: () => clock.now().getTime() < endsAtMs,
    withExports: true,
    keep: (entries) => trail.recordOutbox(entries),
  });
  return isErased && (stocked.offboarding.quietFrom ?? '') <= now.toISOString();
}

/** The last entry stands on the tenant's record, so that it is sealed once, whatever dies before the record goes. */
async function end(dependencies: Dependencies, tenantId: string): Promise<void> {
  const { tenants, trail, activityLog, clock } = dependencies;
  const at = clock.now();
  const record = await update(tenants.offboarding, tenantId, (current): TenantRecord => {
    const { offboarding, offboardingSince, name, displayName, domain, m365TenantId } = current;
    if (!offboarding || offboarding.endedAt !== null) return current;
    const entry = { eventType: 'tenant_offboarded', user: offboarding.by, target: name, tenantId } as const;
    const since = offboardingSince ?? null;
    const details = { since, m365TenantId, displayName, domain, deleted: offboarding.counts ?? {} };
    return withEntry(
      { ...current, offboarding: { ...offboarding, endedAt: at.toISOString() } },
      { ...entry, details },
      at,
    );
  });
  if (!record) return;
  await trail.recordOutbox(record.outbox);
  await tenants.offboarding.delete(tenantId);
  const user = record.offboarding?.by ?? 'system';
  // Whose name it was stands in the trail alone.
  const message = 'A tenant was offboarded: everything that was stored of it is deleted';
  await activityLog.add({
    type: 'system',
    message,
    tenantId: null,
    eventType: 'tenant_offboarded',
    target: 'A tenant',
    user,
  });
}

/** @returns whether nothing of the tenant is left */
async function finish(dependencies: Dependencies, tenant: TenantRecord, endsAtMs: number): Promise<boolean> {
  const { tenants, leases, clock } = dependencies;
  const lease = await acquireLease(leases, `offboarding-${tenant.offboarding?.id}`, { clock, forMs: leaseForMs });
  if (!lease) return false;
  try {
    const current = await tenants.offboarding.get(tenant.id);
    if (!current) return true;
    const isEnded = (current.value.offboarding?.endedAt ?? null) !== null;
    if (!isEnded && !(await empty(dependencies, current.value, endsAtMs))) return false;
    await end(dependencies, tenant.id);
    return true;
  } finally {
    await lease.release();
  }
}

/** The intent stands on the tenant: what fails here, the next run of the timer makes up for. */
async function tryToFinish(dependencies: Dependencies, tenant: TenantRecord, endsAtMs: number): Promise<boolean> {
  try {
    return await finish(dependencies, tenant, endsAtMs);
  } catch (error) {
    // It goes on in a minute.
    const offboardingId = tenant.offboarding?.id ?? '';
    dependencies.log('The offboarding broke off', { tenantId: tenant.id, offboardingId, error });
    return false;
  }
}

async function finishWaiting(dependencies: Dependencies): Promise<number> {
  const { tenants, clock } = dependencies;
  let finished = 0;
  // One budget for all of them: other work of the minute waits.
  const endsAtMs = clock.now().getTime() + budgetMs;
  for (const tenant of await tenants.offboarding.ofScope(everyTenant)) {
    if (clock.now().getTime() >= endsAtMs) break;
    if (await tryToFinish(dependencies, tenant, endsAtMs)) finished += 1;
  }
  return finished;
}

/**
 * The end of a tenant here: the intent first, then everything that is stored of it, the tenant's record last. Each step does
 * again what it finds undone, so that it may be killed anywhere (decision 027).
 */
export function createOffboarding(dependencies: Dependencies) {
  return {
    /**
     * @param typed the tenant's name, as a person typed it to confirm
     * @throws AppError TENANT_NOT_FOUND, INVALID_INPUT where the name is another
     */
    async offboard(tenantId: string, typed: string, by: string): Promise<Offboarding> {
      const tenant = await begin(dependencies, tenantId, typed, by);
      const endsAtMs = dependencies.clock.now().getTime() + budgetMs;
      const done = await tryToFinish(dependencies, tenant, endsAtMs);
      return { id: tenant.id, name: tenant.name, since: tenant.offboardingSince ?? '', done };
    },

    /** Goes on with tenants that wait: where a process died, or a worker was at it. @returns how many are gone now */
    finishWaiting: () => finishWaiting(dependencies),

    /** Deletes what somebody wrote of a tenant when it was gone already. */
    sweepLeftovers: () => sweepLeftovers(dependencies),
  };
}
