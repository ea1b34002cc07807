import type { CategoryResult } from '@tenantry/contract/audits';
import type { ControlStatus, FrameworkCoverage, FrameworkMapping, UnknownReason } from '@tenantry/contract/compliance';
import type { AuditedHealth, TenantTrouble } from '@tenantry/contract/tenants';
import type { Affected, Category, Coverage, Evidence, Severity, VerdictStatus } from '@tenantry/contract/verdicts';

/** One day of Microsoft Secure Score; `date` is an ISO date or instant. */
export type SecureScorePoint = { date: string; currentScore: number; maxScore: number };

export type ReportCategory = Omit<CategoryResult, 'message'>;

export type ReportFinding = {
  title: string;
  severity: Severity;
  /** As it is printed. */
  status: string;
  category: Category;
  checkId: string;
  evidence: Evidence[];
  affected: Affected[];
  /** How many objects are affected in all; `affected` may list fewer. */
  affectedCount: number;
  recommendation: string;
  references: string[];
  firstSeen: string;
  lastSeen: string;
};

/** A finding that an administrator accepted, with the reason and the last day. */
export type AcceptedRisk = Pick<ReportFinding, 'title' | 'severity' | 'checkId' | 'affectedCount'> & {
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
  until: string;
};

/** Why nothing is known of a check or a dataset. */
export type Unanswered = Exclude<UnknownReason, 'notInAudit'>;

export const isUnanswered = (status: string): status is Unanswered =>
  status === 'notLicensed' || status === 'notPermitted' || status === 'couldNotCheck';

/** Data that could not be read, and what would change that. */
export type UnreadSource = {
  label: string;
  state: Unanswered;
  permission: string | null;
  /** Where an administrator grants it. */
  grantUrl: string | null;
  license: string | null;
  status: number | null;
  code: string | null;
  /** When it is tried again; null where nothing is planned. */
  retryAt: string | null;
};

/** A check that gave no answer. */
export type NotEvaluated = { checkId: string; title: string; status: Unanswered; message: string };

/** A control that has checks, with what each of them says; null where the audit is older than the check. */
export type ReportControl = {
  id: string;
  title: string;
  status: ControlStatus;
  checks: { checkId: string; status: VerdictStatus | null }[];
};

/** A framework of controls. Its texts and ids are Tenantry's own or its publisher's, never a tenant's. */
export type ReportFramework = {
  /** With its version. */
  name: string;
  publisher: string;
  mapping: FrameworkMapping;
  counts: Record<ControlStatus, number>;
  coverage: FrameworkCoverage;
  controls: ReportControl[];
  /** Ids of the controls without a check. */
  notAssessed: string[];
};

/** Everything the report prints. All instants are ISO 8601 strings. */
export type ReportModel = {
  tenant: { name: string; domain: string; isSimulated: boolean };
  preparedBy: { organization: string | null };
  generatedAt: string;
  auditedAt: string;
  /** Why there is no newer audit; null or absent where nothing is known to stand in its way. */
  trouble?: { kind: TenantTrouble['kind']; since: string | null; reason: string } | null;
  timeZone: 'UTC';
  score: number | null;
  status: AuditedHealth;
  coverage: Coverage;
  criticalIssues: number;
  secureScoreHistory: SecureScorePoint[];
  categories: ReportCategory[];
  /** Without those that are accepted. */
  findings: ReportFinding[];
  acceptedRisks: AcceptedRisk[];
  notEvaluated: NotEvaluated[];
  /** Absent in audits of before they were recorded. */
  unreadSources?: UnreadSource[];
  frameworks: ReportFramework[];
  /** The difference from the scan before; null or absent when there is none to compare with. */
  changes?: { newCount: number; resolvedCount: number; reopenedCount: number } | null;
};
