import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { CompareWith, defaultReportForm, ReportForm } from './generated-reports.ts';
import { TenantId } from './ids.ts';
import { Incidents } from './incidents.ts';
import { Instant } from './lists.ts';
import { TenantTrouble } from './tenant-health.ts';
import { Category, Coverage, OptionalFeature, Severity, Verdict } from './verdicts.ts';

/** What mends it: the help article (`/help?article={id}`); null where the catalog no longer has the check. */
const article = z.nullable(z.string());

/** `score` is null where nothing in the category could be judged. */
export const CategoryResult = z.object({
  category: Category,
  label: z.string(),
  status: z.enum(['pass', 'warning', 'fail', 'unknown']),
  score: z.nullable(z.number()),
  coverage: Coverage,
  message: z.string(),
  /** `work`: what closes what the check reports, as a task or a request names it. */
  verdicts: z.array(z.extend(Verdict, { article, work: z.string() })),
});
export type CategoryResult = z.infer<typeof CategoryResult>;

export const Recommendation = z.object({
  checkId: z.string(),
  category: Category,
  priority: Severity,
  title: z.string(),
  description: z.string(),
  /** What can happen while it is so; null where the catalog no longer has the check. */
  impact: z.nullable(z.string()),
  article,
});
export type Recommendation = z.infer<typeof Recommendation>;

/** The specification's names of the six categories on this call. */
export const auditCategoryKeys = {
  mfaStatus: 'mfa',
  conditionalAccessPolicies: 'conditional-access',
  secureScoreSummary: 'secure-score',
  mailFlowConfiguration: 'mail-flow',
  externalSharingSettings: 'external-sharing',
  loginAnomalies: 'login-anomalies',
} as const satisfies Record<string, Category>;

/** What became of one dataset of an audit, and what to do about it where it is not there. */
export const DatasetStateView = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'notLicensed', 'notPermitted', 'couldNotCheck', 'notAvailable', 'notOffered', 'notCollected']),
  /** When it was read, or when reading it failed; null where it was not asked for. */
  fetchedAt: z.nullable(Instant),
  /** HTTP status and error code of the service; 0 where there was no answer, null where nothing failed. */
  status: z.nullable(z.number()),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** The application permission of Microsoft Graph that it needs. */
  permission: z.nullable(z.string()),
  /** The address of ours that begins the consent which grants it, for administrators; only where it is missing. */
  grantUrl: z.nullable(z.string()),
  /** The license that the tenant needs for it. */
  license: z.nullable(z.string()),
  /** When it will be tried again; only where it could not be checked. */
  retryAt: z.nullable(Instant),
  /** The feature by which it is read, where it is of one that a tenant may go without. */
  feature: z.nullable(OptionalFeature),
});
export type DatasetStateView = z.infer<typeof DatasetStateView>;

/** How many data sources an audit could read, of all that there are; each dataset is one. */
export const SourceCounts = z.object({ read: z.number(), all: z.number() });
export type SourceCounts = z.infer<typeof SourceCounts>;

const AuditCategories = z.object({
  mfaStatus: CategoryResult,
  conditionalAccessPolicies: CategoryResult,
  secureScoreSummary: CategoryResult,
  mailFlowConfiguration: CategoryResult,
  externalSharingSettings: CategoryResult,
  loginAnomalies: CategoryResult,
});

/** The status is null, with the reason, where less than 60% of the checks could be judged. */
export const AuditStatus = z.object({
  overallStatus: z.nullable(z.enum(['pass', 'warning', 'fail'])),
  overallStatusUnknownBecause: z.nullable(z.string()),
});
export type AuditStatus = z.infer<typeof AuditStatus>;

/**
 * A tenant's latest audit. Before its first audit, the figures of a live tenant are null and `reason` says why;
 * a simulated tenant gets sample data, marked by `isSample`.
 */
export const Audit = z.object({
  tenantId: TenantId,
  tenantName: z.string(),
  auditTimestamp: z.nullable(Instant),
  /** Why there is no newer audit: these figures say how the tenant was, not how it is. */
  trouble: z.nullable(TenantTrouble),
  overallScore: z.nullable(z.number()),
  ...AuditStatus.shape,
  coverage: z.nullable(Coverage),
  /** Open findings of critical severity, as they are now. */
  criticalIssues: z.nullable(z.number()),
  /** What may be an attack under way; null where the audit did not look for it. */
  incidents: z.nullable(Incidents),
  userCount: z.nullable(z.number()),
  isSimulated: z.boolean(),
  isSample: z.boolean(),
  /** When its report was released to the client, and who approved that; null while it is not. */
  published: z.nullable(z.object({ at: Instant, by: z.string() })),
  reason: z.nullable(z.string()),
  categories: z.nullable(AuditCategories),
  recommendations: z.array(Recommendation),
  /** Empty for sample data, and for audits of before datasets were recorded. */
  datasets: z.array(DatasetStateView),
  /** Null where `datasets` is empty. */
  sources: z.nullable(SourceCounts),
});
export type Audit = z.infer<typeof Audit>;

export const getLatestAudit = defineEndpoint({
  name: 'audit-latest',
  summary: 'The latest audit of the selected tenant',
  method: 'GET',
  path: '/api/audit/sample',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'header' },
  response: Audit,
});

/** What the report of the latest audit can be compared with; null where there is none. */
export const ReportComparisons = z.object({
  /** When the last report of an earlier audit was made. */
  lastReportAt: z.nullable(Instant),
  previousAuditAt: z.nullable(Instant),
  /** From its day on a day can be chosen. */
  oldestAuditAt: z.nullable(Instant),
});
export type ReportComparisons = z.infer<typeof ReportComparisons>;

export const getReportComparisons = defineEndpoint({
  name: 'report-comparisons',
  summary: 'What the report of the latest audit can be compared with',
  method: 'GET',
  path: '/api/tenant/{id}/report/comparisons',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: ReportComparisons,
});

export const downloadReport = defineEndpoint({
  name: 'report-pdf',
  summary: 'The report of the latest audit as a PDF',
  method: 'GET',
  path: '/api/tenant/{id}/report/pdf',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  /** Without it the last report, else the previous audit. Of a day the audit that stood at its end in UTC counts. */
  query: z.object({ compareWith: z.optional(CompareWith), form: z._default(ReportForm, defaultReportForm) }),
  files: ['application/pdf'],
  download: true,
});
