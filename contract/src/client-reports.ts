import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { ReportForm } from './generated-reports.ts';
import { TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';

/** A report that was released to the client and is kept. */
export const ClientReport = z.object({
  id: TenantRecordId,
  form: ReportForm,
  fileName: z.string(),
  sizeBytes: z.number(),
  auditedAt: Instant,
  /** When it was made. */
  createdAt: Instant,
  /** When they got it. */
  publishedAt: Instant,
});
export type ClientReport = z.infer<typeof ClientReport>;

export const listClientReports = defineEndpoint({
  name: 'client-reports',
  summary: 'The reports of a tenant that were released to its client, the newest first',
  method: 'GET',
  path: '/api/client/reports',
  access: 'viewer',
  client: true,
  tenant: { from: 'header' },
  response: z.object({ items: z.array(ClientReport) }),
});

export const downloadClientReport = defineEndpoint({
  name: 'client-report-file',
  summary: 'A report that was released to the client',
  method: 'GET',
  path: '/api/client/reports/{id}/pdf',
  access: 'viewer',
  client: true,
  tenant: { from: 'idPrefix', name: 'id' },
  params: z.object({ id: TenantRecordId }),
  files: ['application/pdf'],
  download: true,
});
