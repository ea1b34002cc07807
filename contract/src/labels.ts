import type { CategoryResult } from './audits.ts';
import type { ControlStatus, FrameworkControl, FrameworkId, UnknownReason } from './compliance.ts';
import type { Finding, FindingChange, FindingEventKind, FindingStatus, FindingStatusFilter } from './findings.ts';
import type { WorkKind } from './price-list.ts';
import type { ScanStatus } from './scans.ts';
import type { TaskStatus } from './tasks.ts';
import type { TroubleKind } from './tenant-health.ts';
import type { Category, Priority, Severity, VerdictStatus } from './verdicts.ts';

// What people read for the words of the contract, on pages as in reports. Apart from the schemas, so that a page that
// shows none of them does not load them.

export const categoryLabels: Record<Category, string> = {
  mfa: 'Multi-factor authentication',
  'conditional-access': 'Conditional Access',
  'secure-score': 'Secure Score and configuration',
  'mail-flow': 'Mail flow',
  'external-sharing': 'External sharing',
  'login-anomalies': 'Sign-in risk',
};

export const severityLabels: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
};

export const priorityLabels: Record<Priority, string> = {
  critical: severityLabels.critical,
  high: severityLabels.high,
  medium: severityLabels.medium,
  low: severityLabels.low,
};

export const verdictLabels: Record<VerdictStatus, string> = {
  pass: 'Pass',
  warning: 'Warning',
  fail: 'Fail',
  notLicensed: 'Not licensed',
  notPermitted: 'Not permitted',
  couldNotCheck: 'Could not check',
  notOffered: 'Not offered',
  notApplicable: 'Not applicable',
};

export const categoryStatusLabels: Record<CategoryResult['status'], string> = {
  pass: verdictLabels.pass,
  warning: verdictLabels.warning,
  fail: verdictLabels.fail,
  unknown: 'Not known',
};

export const findingStatusLabels: Record<FindingStatus, string> = {
  unresolved: 'Unresolved',
  'in-progress': 'In Progress',
  accepted: 'Accepted',
  resolved: 'Resolved',
};

/** What is said of a status that nobody but a person vouches for. */
export const unverifiedLabel = 'Resolved by hand, not verified';

/** The status of a finding, as it is told wherever one is read. */
export const findingStatusText = ({ status, isVerified }: Pick<Finding, 'status' | 'isVerified'>): string =>
  status === 'resolved' && !isVerified ? unverifiedLabel : findingStatusLabels[status];

export const findingStatusFilterLabels: Record<FindingStatusFilter, string> = {
  open: 'Open',
  ...findingStatusLabels,
};

/** What became of a finding at one moment. */
export const findingEventLabels: Record<FindingEventKind, string> = {
  'first-seen': 'First seen',
  resolved: 'Resolved',
  verified: 'Verified',
  'back-again': 'Back again',
  'work-started': 'Work started',
  reopened: 'Opened again',
  accepted: 'Risk accepted',
  'acceptance-ended': 'Acceptance ended',
  noted: 'Note changed',
};

/** What the latest scan said of a finding. */
export const findingChangeLabels: Record<FindingChange, string> = {
  new: 'New',
  'still-there': 'Still there',
  resolved: 'Resolved',
  reopened: 'Reopened',
  'not-verified': 'Not verified',
};

/** Why nothing new is known of a tenant, in two words. */
export const troubleLabels: Record<TroubleKind, string> = {
  scanFailing: 'Scan failing',
  connectionLost: 'Connection lost',
};

/** What a framework is called where there is no room for its whole name. */
export const frameworkLabels: Record<FrameworkId, string> = {
  'cis-m365': 'CIS Microsoft 365 v7',
  'cisa-scuba': 'CISA SCuBA',
  'nist-csf': 'NIST CSF 2.0',
  'iso-27001': 'ISO 27001:2022',
  'essential-eight': 'Essential Eight',
  'cmmc-level-1': 'CMMC Level 1',
  'cmmc-level-2': 'CMMC Level 2',
  'cyber-essentials': 'Cyber Essentials v3.2',
};

/** How much of a control its checks speak for. */
export const controlCoverageLabels: Record<NonNullable<FrameworkControl['checksCover']>, string> = {
  whole: 'Whole control',
  partial: 'Part of the control',
};

/** Of a check that is younger than the audit. */
export const notInAuditLabel = 'Not in this audit';

/** What needs attention first, then what is not known, then what is well, then what says nothing. */
export const controlStatusLabels: Record<ControlStatus, string> = {
  notMet: 'Not met',
  partlyMet: 'Partly met',
  couldNotJudge: 'Could not judge',
  supported: 'Supported',
  met: 'Met',
  notApplicable: verdictLabels.notApplicable,
  notAssessed: 'Not assessed',
};

/** In the order of their labels. */
export const controlStatusesByUrgency = Object.keys(controlStatusLabels) as ControlStatus[];

/** Why nothing is known, as the end of a sentence. */
export const unknownReasonTexts: Record<UnknownReason, string> = {
  notPermitted: 'the audit lacks a permission',
  notLicensed: 'the organization has no license for the feature',
  couldNotCheck: 'the data could not be read',
  notOffered: 'the organization’s cloud does not offer the data',
  notInAudit: 'the latest audit is older than a check',
};

export const scanStatusLabels: Record<ScanStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
};

/** What is done to mend a finding, as the price list names it. */
export const workKindLabels: Record<WorkKind, string> = {
  'conditional-access': 'Conditional Access policies',
  'authentication-methods': 'Authentication methods',
  'user-rollout': 'MFA rollout to users',
  'privileged-access': 'Privileged roles and break-glass accounts',
  applications: 'Applications and consent',
  'tenant-settings': 'Directory and tenant settings',
  'devices-and-sync': 'Devices and directory sync',
  'mail-dns': 'Mail records in DNS',
  exchange: 'Exchange Online protection',
  teams: 'Microsoft Teams settings',
  'data-protection': 'Data loss prevention and labels',
  sharing: 'Sharing and guests',
  'account-review': 'Account and access reviews',
  'incident-response': 'Risky users, sign-ins and alerts',
};

export const taskStatusLabels: Record<TaskStatus, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  completed: 'Completed',
  on_hold: 'On Hold',
};
