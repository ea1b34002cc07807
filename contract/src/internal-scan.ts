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

/** What the last scan saw of three settings; null with a reason, by the name of the field, where that is not known. */
export const InternalPolicies = z.object({
  brandingConfigured: Answer,
  /** Conditional Access policies that are not Microsoft-managed. */
  hasCustomPolicies: Answer,
  externalWarningRule: Answer,
  unknownBecause: z.record(z.string(), z.string()),
});
export type InternalPolicies = z.infer<typeof InternalPolicies>;

/** The same as the scan before saw it, and the scan that this call began and that goes on: `getScan` follows it. */
export const InternalScan = z.extend(InternalPolicies, {
  message: z.string(),
  scanLogId: TenantRecordId,
  status: ScanStatus,
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

export const getInternalPolicies = defineEndpoint({
  name: 'internal-policies',
  summary: 'What the last scan saw of branding, policies and warnings of a tenant',
  method: 'GET',
  path: '/api/internal-scan/{tenantId}',
  access: 'admin',
  token: 'read',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  response: InternalPolicies,
});
