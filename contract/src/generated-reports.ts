import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';

/** A report that was made and kept as a file. `url` is a call of this API, for whoever has the tenant in scope. */
export const GeneratedReport = z.object({
  reportId: TenantRecordId,
  fileName: z.string(),
  sizeBytes: z.number(),
  createdAt: Instant,
  url: z.string(),
});
export type GeneratedReport = z.infer<typeof GeneratedReport>;

export const generateReport = defineEndpoint({
  name: 'report-generate',
  summary: 'Make the report of the latest audit of a tenant and keep it as a file',
  method: 'POST',
  path: '/api/generate/pdf',
  access: 'technician',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({ tenantId: TenantId }),
  statuses: [201],
  response: GeneratedReport,
});

export const downloadGeneratedReport = defineEndpoint({
  name: 'report-file',
  summary: 'A report that was made before, as it was made',
  method: 'GET',
  path: '/api/report/{reportId}/pdf',
  access: 'viewer',
  tenant: { from: 'idPrefix', name: 'reportId' },
  params: z.object({ reportId: TenantRecordId }),
  files: ['application/pdf'],
  download: true,
});
