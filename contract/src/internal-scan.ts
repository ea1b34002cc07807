import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { ScanStarted, ScanStatus } from './scans.ts';

export const startInternalScan = defineEndpoint({
  name: 'scan-internal',
  summary: 'Scan a tenant: another door to the same scan',
  method: 'POST',
  path: '/api/scan/internal',
  access: 'admin',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({ tenantId: TenantId }),
  statuses: [200, 202],
  response: ScanStarted,
});

const Answer = z.nullable(z.boolean());

/**
 * What the last scan saw of three settings; null with a reason, by the name of the field, where that is not known. The scan
 * that this call began goes on: `getScan` follows it.
 */
export const InternalScan = z.object({
  message: z.string(),
  scanLogId: TenantRecordId,
  status: ScanStatus,
  brandingConfigured: Answer,
  /** Conditional Access policies that are not Microsoft-managed. */
  hasCustomPolicies: Answer,
  externalWarningRule: Answer,
  unknownBecause: z.record(z.string(), z.string()),
});
export type InternalScan = z.infer<typeof InternalScan>;

export const runInternalScan = defineEndpoint({
  name: 'internal-scan',
  summary: 'Scan a tenant, and say at once what the scan before saw of its branding, policies and warnings',
  method: 'POST',
  path: '/api/internal-scan/{tenantId}',
  access: 'admin',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  statuses: [200, 202],
  response: InternalScan,
});
