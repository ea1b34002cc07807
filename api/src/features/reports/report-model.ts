import type { CategoryResult, SourceCounts } from '@tenantry/contract/audits';
import type { ChecklistItem } from '@tenantry/contract/checklist';
import type { ControlStatus, FrameworkCoverage, FrameworkMapping, UnknownReason } from '@tenantry/contract/compliance';
import type { ChangeAuthors, SettingChange } from '@tenantry/contract/drift';
import type { ReportForm } from '@tenantry/contract/generated-reports';
import type { Incidents } from '@tenantry/contract/incidents';
import type { ProjectPlan } from '@tenantry/contract/project-plan';
import type { TaskStatus } from '@tenantry/contract/tasks';
import type { AuditedHealth, TenantTrouble } from '@tenantry/contract/tenant-health';
import type {
  Affected,
  Category,
  Coverage,
  Evidence,
  Priority,
  Severity,
  Verdict,
  VerdictStatus,
} from '@tenantry/contract/verdicts';

/** One day of Microsoft Secure Score; `date` is an ISO date or instant. */
export type SecureScorePoint = { date: string; currentScore: number; maxScore: number };

export type ReportCategory = Omit<CategoryResult, 'message' | 'verdicts'> & { verdicts: Verdict[] };

export type ReportFinding = {
  title: string;
  /** What is wrong, as the check says it. */
  message: string;
  /** What can happen while it is so; null where the catalog no longer has the check. */
  impact: string | null;
  severity: Severity;
  /** As it is printed. */
  status: string;
  category: Category;
  checkId: string;
  /** The findings that count as this one, since all need the same license; empty where it stands for itself. */
  covers: { checkId: string; title: string }[];
  evidence: Evidence[];
  affected: Affected[];
  /** How many objects are affected in all; `affected` may list fewer. */
  affectedCount: number;
  recommendation: string;
  references: string[];
  firstSeen: string;
  lastSeen: string;
};

/** What closes several open findings at once: a piece of work, a switch that costs nothing, or a license. */
export type ReportRemedy = {
  /** Null of a license, and where the catalog no longer has the check. */
  id: string | null;
  title: string;
  /** Of the gravest finding that it closes. */
  severity: Severity;
  needsLicense: string | null;
  /** It is turned on, and costs nothing. */
  isFreeSwitch: boolean;
  /** Of the score, to one decimal, that it brings by itself; null where that is not known. */
  points: number | null;
  /** Of the findings, the gravest first. */
  checkIds: string[];
};

/** A finding that an administrator accepted, with the reason and the last day. */
export type AcceptedRisk = Pick<ReportFinding, 'title' | 'severity' | 'checkId' | 'affectedCount'> & {
  reason: string;
  /** Null where that was not said. */
  acceptedBy: string | null;
  acceptedAt: string | null;
  /** The client did, in their room. */
  isByClient?: boolean;
  /** Null where it holds until it is taken back. */
  until: string | null;
};

/** A baseline that holds for the tenant. `percent`: null where nothing of it is known. */
export type ReportBaseline = {
  name: string;
  percent: number | null;
  notKnown: number;
  deviating: { checkId: string; title: string }[];
  exceptions: { title: string; reason: string; by: string; until: string }[];
};

/** A task of the project plan, as it is when the report is made. */
export type ReportTask = {
  title: string;
  priority: Priority;
  category: Category;
  /** Of the findings that it closes; none where it closes none. */
  checkIds: readonly string[];
  /** Null where nobody estimated it. */
  hours: number | null;
  price: number | null;
  status: TaskStatus;
  /** Its approval is still to be decided, or was denied. */
  approval: 'pending' | 'denied' | null;
  completedAt: string | null;
  completedBy: string | null;
};

type PlanFigures = Pick<
  ProjectPlan,
  'totalItems' | 'completed' | 'estimatedHours' | 'completedHours' | 'withoutEstimate' | 'revenue'
>;

/** The project plan. Prices are in US dollars, by the price list of the day. */
export type ReportPlan = PlanFigures & {
  /** Of the audit that it was made from. */
  auditedAt: string;
  /** Nobody has edited the price list. */
  pricesAreDefault: boolean;
  phases: (PlanFigures & { title: string; description: string; tasks: ReportTask[] })[];
};

/** Hours and US dollars by the price list of the day, in all and for each piece of work, the gravest first. */
export type ReportEstimate = {
  findings: number;
  /** Open findings beside them, of which the work was denied: they are in no sum. */
  denied: number;
  hours: number;
  price: number;
  pricesAreDefault: boolean;
  work: { title: string; checkIds: string[]; hours: number; price: number }[];
};

/** A task that was completed, with what its check said when it was looked at again; `proof` is null where nothing was. */
export type DoneWork = {
  title: string;
  priority: Priority;
  completedAt: string;
  completedBy: string;
  /** The checks by which it is done. */
  checkIds: readonly string[];
  proof: { message: string; checkedAt: string; evidence: string[] } | null;
  /** Its check could not be made, and somebody completed it all the same. */
  isWithoutProof: boolean;
};

/** Why nothing is known of a check or a dataset. */
export type Unanswered = Exclude<UnknownReason, 'notInAudit'>;

const unanswered: readonly string[] = [
  'notLicensed',
  'notPermitted',
  'couldNotCheck',
  'notOffered',
] satisfies Unanswered[];
export const isUnanswered = (status: string): status is Unanswered => unanswered.includes(status);

/** Data that was not read, and what would change that. */
export type UnreadSource = {
  label: string;
  state: Unanswered | 'notAvailable';
  /** Read by a feature that the tenant may go without. */
  isOfFeature: boolean;
  /** Why, where it is of such a feature, or where the tenant's cloud does not offer it; null for all other data. */
  because: string | null;
  permission: string | null;
  /** Where an administrator grants it. */
  grantUrl: string | null;
  license: string | null;
  status: number | null;
  code: string | null;
  /** When it is tried again; null where nothing is planned. */
  retryAt: string | null;
};

/** A control that has checks, with what each of them says; null where the audit is older than the check. */
export type ReportControl = {
  id: string;
  title: string;
  level: string | null;
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

/** What changed since an earlier audit, as ids of checks. */
export type ReportComparison = {
  /**
   * Why that audit: the last report was made of it, it is the one before, somebody chose a day, or it is in the file that an
   * audit without a stack was held against.
   */
  basis: 'last-report' | 'previous-audit' | 'date' | 'baseline';
  /** The day of that report or audit, or the day that was chosen. */
  since: string;
  /** When the earlier audit was made. */
  auditedAt: string;
  /** Null where none was told; a baseline keeps none. */
  scoreBefore: number | null;
  /** Findings that were none then; `reopened` were resolved in between and are back. */
  added: string[];
  reopened: string[];
  resolved: string[];
  /** Findings of then and now that got worse or better. */
  worse: string[];
  better: string[];
  /** Findings of then whose checks gave no answer now. */
  notVerified: string[];
  /** Findings of then and now that are open, and those whose risk is accepted now; no finding is in both. */
  stillOpen: string[];
  accepted: string[];
};

/** A setting that differs from the earlier audit, with who changed it where the directory audit log tells. */
export type ReportSettingChange = Omit<SettingChange, 'dataset' | 'objectId'> & { who: ChangeAuthors };

/** What differs in the settings since the earlier audit, what needs attention first. `notCompared`: why some were not, as sentences. */
export type ReportSettings = { changes: ReportSettingChange[]; total: number; notCompared: string[] };

/** An item of the manual checklist; `by` and `at` are null where nobody has said anything of it. */
export type ReportChecklistItem = Pick<ChecklistItem, 'checked' | 'comment' | 'by' | 'at'> & {
  title: string;
  whatToVerify: string;
};

/** A logo that was checked and cleaned when it was stored. */
export type ReportLogo = { contentType: 'image/png' | 'image/svg+xml'; base64: string; width: number; height: number };

/** Everything the report prints. All instants are ISO 8601 strings. */
export type ReportModel = {
  tenant: { name: string; domain: string; isSimulated: boolean };
  preparedBy: { organization: string | null };
  generatedAt: string;
  auditedAt: string;
  /** Why there is no newer audit; null or absent where nothing is known to stand in its way. */
  trouble?: { kind: TenantTrouble['kind']; since: string | null; reason: string } | null;
  form: ReportForm;
  /** IANA's name: in it every time of the report is printed. */
  timeZone: string;
  /** The provider's own look; each part null where it has none. */
  branding: { color: string | null; logo: ReportLogo | null };
  /** The audit score at each audit that is known, the oldest first; null where none was told. */
  scoreHistory: { at: string; score: number | null }[];
  score: number | null;
  status: AuditedHealth;
  coverage: Coverage;
  criticalIssues: number;
  secureScoreHistory: SecureScorePoint[];
  categories: ReportCategory[];
  /** Without those that are accepted. */
  findings: ReportFinding[];
  /** What closes them, in the order in which to do it. */
  remedies: ReportRemedy[];
  acceptedRisks: AcceptedRisk[];
  /** Checks whose findings somebody resolved by hand, which nothing has verified; absent in an audit without a stack. */
  resolvedByHand?: string[];
  /** The latest first. */
  doneWork: DoneWork[];
  /** Absent in audits of before they were recorded. */
  unreadSources?: UnreadSource[];
  /** How many data sources were read; absent or null in such audits. */
  sources?: SourceCounts | null;
  frameworks: ReportFramework[];
  /** What the organization has to pass by agreement, the worst first; absent in an audit without a stack. */
  baselines?: ReportBaseline[];
  /** What was verified by hand; absent where nothing was. */
  checklist?: ReportChecklistItem[];
  /** Absent or null where there is none, or it holds no work. */
  plan?: ReportPlan | null;
  /** What mending every open finding takes by the price list, where there is no plan; null where no finding is open. */
  estimate: ReportEstimate | null;
  /** What changed since an earlier audit; null where there is none to compare with. */
  comparison: ReportComparison | null;
  /** What changed in the settings; null where nothing is compared, or an audit was compared with a file. */
  settings: ReportSettings | null;
  /** What may be an attack under way; null in audits of before it was kept. */
  incidents: Incidents | null;
};
