import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { GivenId, LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { RunOutcome, ScanOutcome } from './scan-outcome.ts';
import { ScanStatus } from './scans.ts';

/**
 * Scans of many tenants, asked for at once. Every figure is of the tenants in the caller's scope; `started` counts those
 * that were begun so far.
 */
export const ScanRun = z.object({
  runId: z.string(),
  /** It has tenants that are not in the caller's scope. They are left out of everything here. */
  isPartial: z.boolean(),
  state: z.enum(['starting', 'running', 'ended', 'cancelled']),
  startedAt: Instant,
  startedBy: z.string(),
  total: z.number(),
  started: z.number(),
  queued: z.number(),
  running: z.number(),
  completed: z.number(),
  failed: z.number(),
  /** Before their scan began, too. */
  cancelled: z.number(),
  /** Tenants without a scan of this run: another run scans them at the time, or they are gone. */
  elsewhere: z.number(),
  /** The run that scans the failed and cancelled ones again; null before somebody asked for it. */
  retriedAs: z.nullable(z.string()),
  /** What it found; null while it goes on, and in runs of before this was kept. */
  outcome: z.nullable(RunOutcome),
});
export type ScanRun = z.infer<typeof ScanRun>;

/** As many can be named in one call; `all` are those in scope. */
export const maxTenantsNamed = 500;

/** One scan of a run, as a list shows it. */
export const RunScan = z.object({
  scanLogId: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  status: ScanStatus,
  startedAt: Instant,
  completedAt: z.nullable(Instant),
  /** Milliseconds from start to end; null while it runs. */
  duration: z.nullable(z.number()),
  errorMessage: z.nullable(z.string()),
  /** What it found; null where it did not complete, and in scans of before this was kept. */
  outcome: z.nullable(ScanOutcome),
  /** Data that Microsoft refused or did not give, as it stands within a sentence. */
  unread: z.array(z.string()),
});
export type RunScan = z.infer<typeof RunScan>;

const runParams = z.object({ runId: GivenId });

export const startScanRun = defineEndpoint({
  name: 'scan-run',
  summary: 'Scan the named tenants, or all in scope or in a group; answers at once, progress by its id',
  method: 'POST',
  path: '/api/admin/scan/run',
  access: 'admin',
  allTenants: false,
  group: 'body',
  body: z.object({
    ...groupFilter,
    tenantIds: z.union(
      [
        z.literal('all'),
        z.array(TenantId).check(z.minLength(1, 'tenantIds must name a tenant'), z.maxLength(maxTenantsNamed)),
      ],
      'tenantIds must be "all" or a list of tenant ids',
    ),
    /** Made by the caller, new for each run that is meant: sent again, it answers the same run. */
    key: z.optional(LowerGuid),
  }),
  response: ScanRun,
});

export const listScanRuns = defineEndpoint({
  name: 'scan-runs',
  summary: 'The runs that the caller may see, the newest first',
  method: 'GET',
  path: '/api/admin/scan/runs',
  access: 'admin',
  token: 'read',
  allTenants: false,
  background: true,
  query: z.object(listQuery),
  response: listOf(ScanRun),
});

export const listScansOfRun = defineEndpoint({
  name: 'scan-run-scans',
  summary: 'The scans of a run, the newest first',
  method: 'GET',
  path: '/api/admin/scan/run/{runId}/scans',
  access: 'admin',
  token: 'read',
  allTenants: false,
  background: true,
  params: runParams,
  query: z.object({ status: z.optional(ScanStatus), ...listQuery }),
  response: listOf(RunScan),
});

export const getScanRun = defineEndpoint({
  name: 'scan-run-get',
  summary: 'How far a run is',
  method: 'GET',
  path: '/api/admin/scan/run/{runId}',
  access: 'admin',
  token: 'read',
  allTenants: false,
  background: true,
  params: runParams,
  response: ScanRun,
});

export const cancelScanRun = defineEndpoint({
  name: 'scan-run-cancel',
  summary: 'Start no further scans of a run for the tenants in scope, and cancel those that have not ended',
  method: 'POST',
  path: '/api/admin/scan/run/{runId}/cancel',
  access: 'admin',
  allTenants: false,
  params: runParams,
  response: ScanRun,
});

export const retryScanRun = defineEndpoint({
  name: 'scan-run-retry',
  summary: 'Scan again, as a new run, the tenants of a run whose scans failed, were canceled or never began',
  method: 'POST',
  path: '/api/admin/scan/run/{runId}/retry',
  access: 'admin',
  allTenants: false,
  params: runParams,
  response: ScanRun,
});
