import type {
  Affected,
  Category,
  Coverage,
  Evidence,
  Severity,
  Verdict,
  VerdictStatus,
} from '@tenantry/contract/verdicts';

/** How an audit, or one category of it, is judged. `Unknown` when too little could be evaluated. */
export type ReportStatus = 'OK' | 'Warning' | 'Critical' | 'Unknown';

/** One day of Microsoft Secure Score; `date` is an ISO date or instant. */
export type SecureScorePoint = { date: string; currentScore: number; maxScore: number };

export type ReportCategory = {
  category: Category;
  label: string;
  /** 0 to 100, or null when too little could be evaluated. */
  score: number | null;
  status: ReportStatus;
  coverage: Coverage;
  verdicts: Verdict[];
};

export type ReportFinding = {
  title: string;
  severity: Severity;
  /** The finding's own state, for example `open` or `reopened`; printed as a word. */
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

/** A check that gave no answer. */
export type NotEvaluated = { checkId: string; title: string; status: VerdictStatus; message: string };

/** Everything the report prints. All instants are ISO 8601 strings. */
export type ReportModel = {
  tenant: { name: string; domain: string; isSimulated: boolean };
  preparedBy: { organisation: string | null };
  generatedAt: string;
  auditedAt: string;
  timeZone: 'UTC';
  score: number | null;
  status: ReportStatus;
  coverage: Coverage;
  criticalIssues: number;
  secureScoreHistory: SecureScorePoint[];
  categories: ReportCategory[];
  findings: ReportFinding[];
  notEvaluated: NotEvaluated[];
  /** The difference from the scan before; null or absent when there is none to compare with. */
  changes?: { newCount: number; resolvedCount: number; reopenedCount: number } | null;
};
