import { changeAndSeal, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { acquireLease } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { planNow } from '../../domain/scan-plan/scan-plan.ts';
import type { TenantGrouping } from '../../domain/tenant-groups/tenant-grouping.ts';
import { AppError } from '../../http/app-error.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { deleteSimulatedResults, hasResults } from './simulated-results.ts';

export type TenantModeDependencies = Pick<
  CommonParts,
  'tenants' | 'blobs' | 'lastSignIns' | 'tenantConfigurations' | 'leases' | 'trail' | 'activityLog' | 'clock' | 'log'
> & {
  /** Cancels what runs of a tenant. False while something goes on that can no longer be cancelled. */
  stopScans(tenant: TenantRecords, because: string): Promise<boolean>;
  tenantGrouping: Pick<TenantGrouping, 'follow'>;
};

/** When a process died while it deleted, another one may go on after this long. */
const leaseForMs = 2 * 60_000;
/** Shorter than the lease and than a request may take: nothing is deleted once another process may have the lease. */
const budgetMs = 30_000;
const tenantsAtOnce = 50;

/** Refuses to hide real results behind simulated ones. */
async function checkNothingReal({ tenants }: TenantModeDependencies, tenant: TenantRecord): Promise<void> {
  if (!(await hasResults(tenants.recordsOf(tenant)))) return;
  const message = 'This tenant has live results, which cannot be mixed with simulated ones. It stays live.';
  throw new AppError('CONFLICT', message, { fields: [{ path: 'useMock', message }] });
}

async function simulate(dependencies: TenantModeDependencies, tenantId: string, by: string): Promise<void> {
  const { tenants, tenantGrouping, trail, clock } = dependencies;
  for (;;) {
    const stored = await tenants.get(tenantId);
    if (!stored) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
    const tenant = stored.value;
    if (tenant.purgingSince)
      throw new AppError('CONFLICT', 'This tenant is switching to live data. Try again in a minute.');
    if (tenant.isMock) return;
    await checkNothingReal(dependencies, tenant);
    const at = clock.now();
    const details = { before: { isMock: false }, after: { isMock: true } };
    const entry = { eventType: 'tenant_simulated', user: by, target: tenant.name, tenantId, details } as const;
    const simulated = {
      ...tenant,
      isMock: true,
      tasksHeldAt: null,
      lastScan: null,
      lastReports: [],
      recentChanges: [],
      scanFailing: null,
      lastSignInDueAt: null,
      updatedAt: at.toISOString(),
    };
    const record = withEntry(simulated, entry, at);
    // Starting a scan changes the tenant: one that began after the check is seen here.
    if (!(await replaceIfUnchanged(tenants, record, stored.etag))) continue;
    await settleOutbox(tenants, record, trail);
    return tenantGrouping.follow(tenantId);
  }
}

/** The tenant as it is once everything simulated of it is deleted. */
function live(tenant: TenantRecord, purgingSince: string, at: Date): TenantRecord {
  const { id: tenantId, name: target } = tenant;
  const details = { purgingSince, before: { isMock: true }, after: { isMock: false } };
  const entry = { eventType: 'simulated_results_purged', user: 'system', target, tenantId, details } as const;
  const record = {
    ...tenant,
    isMock: false,
    purgingSince: null,
    audit: null,
    verdicts: null,
    sampledPasses: null,
    isSampleDisputed: false,
    tasksHeldAt: null,
    lastScan: null,
    lastReports: [],
    scanFailing: null,
    // Accounts of the simulated directory: whoever has their ids in the real one is somebody else.
    emergencyAccounts: [],
    // What was said of simulated domains says nothing of real ones, nor do those themselves and the license.
    mailUses: [],
    verifiedDomains: '',
    entraLicense: null,
    recentChanges: [],
    scanRetries: 0,
    lastSignInDueAt: null,
    // A directory sync under way stops at its next write, and a new one is due at once.
    directory: null,
    directorySync: null,
    signInReading: null,
    directorySyncDueAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
  return withEntry(tenant.nextScanAt ? planNow(record, at) : record, entry, at);
}

/** The last step: from here on everything that is asked of the tenant is asked of Microsoft. */
async function becomeLive(
  { tenants, tenantGrouping, trail, activityLog, clock }: TenantModeDependencies,
  tenantId: string,
): Promise<boolean> {
  const at = clock.now();
  const record = await changeAndSeal(trail, tenants, tenantId, (current) =>
    current.purgingSince ? live(current, current.purgingSince, at) : current,
  );
  if (!record) return false;
  await tenantGrouping.follow(tenantId);
  const message = `${record.name} is live: its simulated results were deleted`;
  const told = { eventType: 'simulated_results_purged', target: record.name, user: 'system' } as const;
  await activityLog.add({ type: 'system', message, tenantId, ...told });
  return true;
}

/** @returns whether the tenant is live now */
async function finish(dependencies: TenantModeDependencies, tenantId: string, endsAtMs: number): Promise<boolean> {
  const { tenants, leases, stopScans, clock } = dependencies;
  const lease = await acquireLease(leases, `purge-${tenantId}`, { clock, forMs: leaseForMs });
  if (!lease) return false;
  try {
    const tenant = await tenants.open(everyTenant, tenantId);
    if (!tenant?.tenant.purgingSince) return false;
    if (!(await stopScans(tenant, 'The tenant goes live'))) return false;
    const mayGoOn = () => clock.now().getTime() < endsAtMs;
    if (!(await deleteSimulatedResults(dependencies, tenant, mayGoOn))) return false;
    return await becomeLive(dependencies, tenantId);
  } finally {
    await lease.release();
  }
}

/** The intent stands on the tenant: what fails here, the next run of the timer makes up for. */
async function tryToFinish(dependencies: TenantModeDependencies, tenantId: string, endsAtMs: number): Promise<boolean> {
  try {
    return await finish(dependencies, tenantId, endsAtMs);
  } catch (error) {
    dependencies.log('The simulated results were not deleted', { tenantId, error });
    return false;
  }
}

async function goLive(dependencies: TenantModeDependencies, tenantId: string, by: string): Promise<void> {
  const { tenants, trail, clock } = dependencies;
  const at = clock.now();
  const record = await update(tenants, tenantId, (current): TenantRecord => {
    if (!current.isMock || current.purgingSince) return current;
    const purgingSince = at.toISOString();
    const details = { purgingSince };
    const entry = { eventType: 'tenant_going_live', user: by, target: current.name, tenantId, details } as const;
    return withEntry({ ...current, purgingSince, updatedAt: purgingSince }, entry, at);
  });
  if (!record?.purgingSince) return;
  await settleOutbox(tenants, record, trail);
  await tryToFinish(dependencies, tenantId, clock.now().getTime() + budgetMs);
}

async function finishWaiting(dependencies: TenantModeDependencies): Promise<number> {
  const { tenants, clock } = dependencies;
  const waiting = await tenants.goingLive(everyTenant, tenantsAtOnce);
  let finished = 0;
  // One budget for all of them: other work of the minute waits.
  const endsAtMs = clock.now().getTime() + budgetMs;
  for (const { id } of waiting) {
    if (clock.now().getTime() >= endsAtMs) break;
    if (await tryToFinish(dependencies, id, endsAtMs)) finished += 1;
  }
  return finished;
}

/** Whether a tenant is Microsoft's or the simulator's. Its results are always of one of them alone. */
export function createTenantMode(dependencies: TenantModeDependencies) {
  return {
    /** @throws AppError CONFLICT while the tenant has results of its real Microsoft 365 */
    simulate: (tenantId: string, by: string) => simulate(dependencies, tenantId, by),

    /**
     * The tenant goes live once everything simulated of it is deleted: mostly at once, else by the timers. Until then it stays
     * simulated and no scan of it starts. A tenant that is live stays as it is.
     */
    goLive: (tenantId: string, by: string) => goLive(dependencies, tenantId, by),

    /**
     * Goes on with tenants that wait: where a process died, or where a scan was just saving its results.
     * @returns how many tenants went live
     */
    finishWaiting: () => finishWaiting(dependencies),
  };
}

export type TenantMode = ReturnType<typeof createTenantMode>;
