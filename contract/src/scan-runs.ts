import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

/** Scans of many tenants, asked for at once. `started` counts those that were begun so far. */
export const ScanRun = z.object({
  runId: z.string(),
  state: z.enum(['starting', 'running', 'ended', 'cancelled']),
  startedAt: Instant,
  startedBy: z.string(),
  total: z.number(),
  started: z.number(),
  queued: z.number(),
  running: z.number(),
  completed: z.number(),
  failed: z.number(),
  cancelled: z.number(),
});
export type ScanRun = z.infer<typeof ScanRun>;

/** As many can be named in one call; `all` are those in scope. */
export const maxTenantsNamed = 500;

const runParams = z.object({
  runId: z
    .string()
    .check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Must be an id as this API gave it out')),
});

export const startScanRun = defineEndpoint({
  name: 'scan-run',
  summary: 'Scan the named tenants, or all in scope; answers at once, progress by its id',
  method: 'POST',
  path: '/api/admin/scan/run',
  access: 'admin',
  body: z.object({
    tenantIds: z.union(
      [
        z.literal('all'),
        z.array(TenantId).check(z.minLength(1, 'tenantIds must name a tenant'), z.maxLength(maxTenantsNamed)),
      ],
      'tenantIds must be "all" or a list of tenant ids',
    ),
  }),
  response: ScanRun,
});

export const getScanRun = defineEndpoint({
  name: 'scan-run-get',
  summary: 'How far a run is',
  method: 'GET',
  path: '/api/admin/scan/run/{runId}',
  access: 'admin',
  params: runParams,
  response: ScanRun,
});

export const cancelScanRun = defineEndpoint({
  name: 'scan-run-cancel',
  summary: 'Start no further scans of a run, and cancel those that have not ended',
  method: 'POST',
  path: '/api/admin/scan/run/{runId}/cancel',
  access: 'admin',
  params: runParams,
  response: ScanRun,
});

export const retryScanRun = defineEndpoint({
  name: 'scan-run-retry',
  summary: 'Scan again, as a new run, the tenants of a run whose scans failed or were cancelled',
  method: 'POST',
  path: '/api/admin/scan/run/{runId}/retry',
  access: 'admin',
  params: runParams,
  response: ScanRun,
});
