import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';
import { ScanOutcome } from './scan-outcome.ts';
import { Coverage } from './verdicts.ts';

export const ScanStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type ScanStatus = z.infer<typeof ScanStatus>;

export const DatasetProgress = z.object({
  name: z.string(),
  state: z.enum(['waiting', 'done', 'notLicensed', 'notPermitted', 'couldNotCheck', 'notAvailable', 'notOffered']),
});
export type DatasetProgress = z.infer<typeof DatasetProgress>;

export const Scan = z.object({
  scanLogId: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  status: ScanStatus,
  startedAt: Instant,
  completedAt: z.nullable(Instant),
  progress: z.object({ done: z.number(), total: z.number(), datasets: z.array(DatasetProgress) }),
  userCount: z.nullable(z.number()),
  findingsGenerated: z.nullable(z.number()),
  approvalsCreated: z.nullable(z.number()),
  score: z.nullable(z.number()),
  coverage: z.nullable(Coverage),
  /** Milliseconds from start to end; null while it runs. */
  duration: z.nullable(z.number()),
  errorMessage: z.nullable(z.string()),
  /** What it found against the scan before; null where it did not complete, and in scans of before this was kept. */
  outcome: z.nullable(ScanOutcome),
});
export type Scan = z.infer<typeof Scan>;

const ScanResult = z.object({
  tenantName: z.string(),
  userCount: z.nullable(z.number()),
  findingsGenerated: z.number(),
  duration: z.number(),
  scanLogId: TenantRecordId,
});

/** 200 with `data` and `results` where the scan ended within three seconds, 202 without it where it goes on; poll `getScan`. */
export const ScanStarted = z.object({
  message: z.string(),
  scanLogId: TenantRecordId,
  status: ScanStatus,
  data: z.optional(ScanResult),
  results: z.optional(z.object({ approvalsCreated: z.number() })),
});
export type ScanStarted = z.infer<typeof ScanStarted>;

export const startScan = defineEndpoint({
  name: 'scan-start',
  summary: 'Scan a tenant; a scan of it that already runs is joined',
  method: 'POST',
  path: '/api/scan',
  access: 'admin',
  token: 'propose',
  tenant: { from: 'body', name: 'tenant_id' },
  body: z.object({ tenant_id: TenantId }),
  statuses: [200, 202],
  response: ScanStarted,
});

const scanParams = z.object({ scanLogId: TenantRecordId });

export const getScan = defineEndpoint({
  name: 'scan-get',
  summary: 'A scan with its progress by dataset',
  method: 'GET',
  path: '/api/scan/{scanLogId}',
  access: 'admin',
  token: 'read',
  tenant: { from: 'idPrefix', name: 'scanLogId' },
  params: scanParams,
  response: Scan,
});

export const cancelScan = defineEndpoint({
  name: 'scan-cancel',
  summary: 'Cancel a scan that has not ended',
  method: 'POST',
  path: '/api/scan/{scanLogId}/cancel',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'scanLogId' },
  params: scanParams,
  response: Scan,
});

export const retryScan = defineEndpoint({
  name: 'scan-retry',
  summary: 'Start a failed or canceled scan again, as a new scan',
  statuses: [200, 202],
  method: 'POST',
  path: '/api/scan/{scanLogId}/retry',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'scanLogId' },
  params: scanParams,
  response: ScanStarted,
});
