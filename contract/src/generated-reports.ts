import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';

/**
 * `short`: the report that is handed over: critical and high findings in full, medium ones in brief, low ones as a table; what it leaves
 * out is in the files of findings and frameworks. `full`: with every detail. `summary`: for the client's management, four pages at most.
 */
export const ReportForm = z.enum(['short', 'full', 'summary']);
export type ReportForm = z.infer<typeof ReportForm>;
export const defaultReportForm: ReportForm = 'short';

/** As people call them, and as they stand in the names of files. */
export const reportFormLabels: Readonly<Record<ReportForm, string>> = {
  short: 'Short report',
  full: 'Full report',
  summary: 'Management summary',
};

export const ReportStatus = z.enum(['queued', 'running', 'ready', 'failed']);
export type ReportStatus = z.infer<typeof ReportStatus>;

/** A report that is being made, or was, of one audit. */
export const GeneratedReport = z.object({
  reportId: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  form: ReportForm,
  status: ReportStatus,
  /** Percent of the work that is done; 100 once it is ready. */
  progress: z.number(),
  /** What it is doing now, for people to read; '' once it has ended. */
  step: z.string(),
  /** Why there is no file, and what to do; null where there is one, or will be. */
  error: z.nullable(z.string()),
  fileName: z.string(),
  /** Null until it is ready. */
  sizeBytes: z.nullable(z.number()),
  requestedAt: Instant,
  /** When it was ready; null before. */
  createdAt: z.nullable(Instant),
  madeBy: z.string(),
  /** The scan that it is a report of. */
  scanLogId: TenantRecordId,
  auditedAt: Instant,
  /** What it tells changes since; null where there was nothing to compare with. */
  comparedWith: z.nullable(z.object({ basis: z.enum(['last-report', 'previous-audit', 'date']), since: z.string() })),
  /** The score of that audit; null where none is told. */
  score: z.nullable(z.number()),
  /** When its report was released to the client, and who approved that; null while it is not. */
  published: z.nullable(z.object({ at: Instant, by: z.string() })),
  /** Whether the client's contacts can read it in their room: what is made after a publication is theirs once it is released too. */
  isForClient: z.boolean(),
  isSimulated: z.boolean(),
  /** A call of this API that downloads it, for whoever has the tenant in scope; null until it is ready, and once it is no longer kept. */
  url: z.nullable(z.string()),
});
export type GeneratedReport = z.infer<typeof GeneratedReport>;

/** What a report is compared with: without it the last report, else the previous audit. Of a day the audit that stood at its end. */
export const CompareWith = z.union([z.enum(['last-report', 'previous-audit']), z.iso.date()]);

export const generateReport = defineEndpoint({
  name: 'report-generate',
  summary:
    'Make the report of the latest audit of a tenant and keep it as a file; 202 where it takes longer than three seconds',
  method: 'POST',
  path: '/api/generate/pdf',
  access: 'technician',
  token: 'propose',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({
    tenantId: TenantId,
    form: z._default(ReportForm, defaultReportForm),
    compareWith: z.optional(CompareWith),
  }),
  statuses: [201, 202],
  response: GeneratedReport,
});

export const listReports = defineEndpoint({
  name: 'reports',
  summary: 'Reports that were made of the selected tenant, or of all tenants in scope, the newest first',
  method: 'GET',
  path: '/api/reports',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'headerIfPresent' },
  query: z.object(listQuery),
  response: listOf(GeneratedReport),
});

export const getReport = defineEndpoint({
  name: 'report',
  summary: 'How far a report is, or what came of it',
  method: 'GET',
  path: '/api/reports/{reportId}',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'idPrefix', name: 'reportId' },
  params: z.object({ reportId: TenantRecordId }),
  response: GeneratedReport,
});

export const releaseReport = defineEndpoint({
  name: 'report-release',
  summary: 'Give the client a report that was made after its audit was published',
  method: 'POST',
  path: '/api/reports/{reportId}/release',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'reportId' },
  params: z.object({ reportId: TenantRecordId }),
  response: GeneratedReport,
});

export const downloadGeneratedReport = defineEndpoint({
  name: 'report-file',
  summary: 'A report that was made before, as it was made',
  method: 'GET',
  path: '/api/report/{reportId}/pdf',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'idPrefix', name: 'reportId' },
  params: z.object({ reportId: TenantRecordId }),
  files: ['application/pdf'],
  download: true,
});
