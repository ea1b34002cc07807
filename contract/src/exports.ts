import * as z from 'zod/mini';
import { trailFilters } from './audit-trail.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { GivenId } from './ids.ts';
import { Instant } from './lists.ts';

export const ExportKind = z.enum(['database-json', 'database-sql', 'audit-trail-json', 'audit-trail-csv']);
export type ExportKind = z.infer<typeof ExportKind>;

/** How long the file of an export can be downloaded, by the session that asked for it alone. */
export const exportLinkMinutes = 15;

/** An export that takes longer than an answer may: its file is written in the background. */
export const ExportJob = z.object({
  jobId: GivenId,
  kind: ExportKind,
  status: z.enum(['queued', 'running', 'completed', 'failed']),
  requestedAt: Instant,
  /** What is being written, and how much so far; in all, once it is completed. */
  table: z.nullable(z.string()),
  records: z.number(),
  bytes: z.number(),
  fileName: z.string(),
  /** The call that hands out the file, and until when it does; null unless it is completed. */
  downloadUrl: z.nullable(z.string()),
  linkExpiresAt: z.nullable(Instant),
  /** Why it failed; null where it did not. */
  error: z.nullable(z.string()),
});
export type ExportJob = z.infer<typeof ExportJob>;

/** A small export is answered with its file, a large one with 202 and the job that writes it. */
const asFileOrJob = { method: 'GET', access: 'admin', statuses: [200, 202], download: true, stepUp: true } as const;

export const exportDatabase = defineEndpoint({
  name: 'export-database',
  summary: 'Every table as a JSON file, without secrets; where that takes long, 202 and the job that writes it',
  path: '/api/admin/export-database',
  ...asFileOrJob,
  files: ['application/json'],
  response: ExportJob,
});

export const exportSql = defineEndpoint({
  name: 'export-sql',
  summary:
    'Tenants, users, OAuth errors and Microsoft 365 users as SQL; where that takes long, 202 and the job that writes it',
  path: '/api/admin/export-sql',
  ...asFileOrJob,
  files: ['application/sql'],
  response: ExportJob,
});

export const exportAuditTrail = defineEndpoint({
  name: 'audit-trail-export',
  summary: 'The filtered audit trail as a JSON or CSV file; where that takes long, 202 and the job that writes it',
  path: '/api/admin/audit-trail/export',
  ...asFileOrJob,
  allTenants: false,
  group: 'query',
  query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json'), ...trailFilters, ...groupFilter }),
  files: ['application/json', 'text/csv'],
  response: ExportJob,
});

export const listExports = defineEndpoint({
  name: 'exports',
  summary: 'Export jobs of the caller’s session, the newest first',
  method: 'GET',
  path: '/api/admin/exports',
  access: 'admin',
  allTenants: false,
  background: true,
  response: z.array(ExportJob),
});

const jobParams = z.object({ jobId: GivenId });

export const getExport = defineEndpoint({
  name: 'export-get',
  summary: 'How far an export job of the caller’s session is',
  method: 'GET',
  path: '/api/admin/exports/{jobId}',
  access: 'admin',
  allTenants: false,
  background: true,
  params: jobParams,
  response: ExportJob,
});

export const downloadExport = defineEndpoint({
  name: 'export-download',
  summary: 'An address that holds for a minute of the file of a completed export job of the caller’s session',
  method: 'GET',
  path: '/api/admin/exports/{jobId}/download',
  access: 'admin',
  allTenants: false,
  download: true,
  stepUp: true,
  params: jobParams,
  response: z.object({ url: z.string() }),
});
