import type { ActivityType } from '@tenantry/contract/activities';
import type { DatasetStateView } from '@tenantry/contract/audits';
import type { Role } from '@tenantry/contract/auth';
import type { SecureScorePoint } from '@tenantry/contract/dashboard';
import type { FindingChange } from '@tenantry/contract/findings';
import type { ScanStatus } from '@tenantry/contract/scans';
import type { TenantSchedule } from '@tenantry/contract/tenant-schedules';
import type { TenantHealth } from '@tenantry/contract/tenants';
import type { Affected, Category, Coverage, Evidence, Severity, Verdict } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';
import type { EmergencyAccount } from '../audit/emergency-accounts.ts';
import type { FindingCondition } from '../audit/finding-condition.ts';
import type { Trailed } from './pending-trail.ts';
import type { Scope } from './scope.ts';

/** Stored shapes. They are not wire shapes: a route maps one to the other. */

export type UserRecord = Trailed & {
  id: string;
  username: string;
  /** Unique without regard to case. */
  usernameKey: string;
  email: string | null;
  /** Unique: the e-mail a local user signs in with; `#` + id for a Microsoft account, whose e-mail proves nothing. */
  emailKey: string;
  /** Object id of a Microsoft account, and its directory; null for a local user. */
  m365Id: string | null;
  /** Unique: directory and object id; `#` + id for a local user. */
  m365Key: string;
  displayName: string;
  role: Role;
  roleSource: 'manual' | 'mapped' | 'default';
  scope: Scope;
  passwordHash: string | null;
  isDisabled: boolean;
  createdAt: string;
};

/** The figures of a tenant's latest completed audit, kept on the tenant so that an overview reads no audits. */
export type RoleMappingRecord = Trailed & {
  id: string;
  m365Role: string;
  /** Unique without regard to case. */
  m365RoleKey: string;
  localRole: Role;
  description: string;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
};

export type AuditSummary = {
  scanLogId: string;
  auditedAt: string;
  score: number | null;
  status: TenantHealth;
  coverage: Coverage;
  openIssues: number;
  criticalIssues: number;
};

export type TenantRecord = Trailed & {
  id: string;
  name: string;
  nameKey: string;
  displayName: string;
  domain: string;
  m365TenantId: string;
  isMock: boolean;
  /** Since when its simulated results are being deleted, after which it is live; absent or null where it is not going live. */
  purgingSince?: string | null;
  emergencyAccounts: EmergencyAccount[];
  audit: AuditSummary | null;
  /** When scans start by themselves; absent or null: a day after the last one. */
  schedule?: TenantSchedule | null;
  /**
   * When the next scan starts by itself; absent or null before the first was asked for, where the connection is lost, and
   * where the schedule is off. Written by records/scan-due.ts alone.
   */
  nextScanAt?: string | null;
  /** Scans in a row that could not read everything: the next comes the sooner, and later each time. */
  scanRetries?: number;
  /** When the last sign-ins are collected again; absent or null before they ever were, or were due. */
  lastSignInDueAt?: string | null;
  /** When the directory is synchronized again; absent or null before the tenant was ever connected or scanned. */
  directorySyncDueAt?: string | null;
  /** The latest synchronization; absent or null before the first was asked for. */
  directorySync?: DirectorySync | null;
  /** What the latest complete synchronization came to; absent or null before it. */
  directory?: DirectorySummary | null;
  createdAt: string;
  updatedAt: string;
};

/** `queued` and `running`: there is something to do. It survives the process that began it. */
export type DirectorySync = {
  state: 'queued' | 'running' | 'completed' | 'failed';
  queuedAt: string;
  /** When a worker began, which also names its record in sync_logs; null before. */
  startedAt: string | null;
  endedAt: string | null;
  /** How often a worker took it up without coming any further. */
  attempts: number;
  /** Why it failed; null while it did not. */
  failure: { reason: 'notLicensed' | 'notPermitted' | 'couldNotCheck'; message: string } | null;
};

/** `syncedAt`: when the reading began, so that nothing that is older is missing. */
export type DirectorySummary = { users: number; syncedAt: string; isSimulated: boolean };

/** An account of a tenant's directory as it was last read. Null: not known, with the reason beside it. */
export type M365UserRecord = {
  id: string;
  tenantId: string;
  /** Its object id in the directory, in lower case. */
  graphId: string;
  /** Read from the simulator: never shown for a tenant that is live. */
  isSimulated: boolean;
  userPrincipalName: string | null;
  displayName: string;
  /** Its name in lower case: the order of the list. */
  nameKey: string;
  mail: string | null;
  jobTitle: string | null;
  userType: 'Member' | 'Guest' | null;
  accountEnabled: boolean | null;
  isLicensed: boolean | null;
  /** Names of the roles that it holds now, directly or through a group. */
  directoryRoles: string[] | null;
  rolesUnknownBecause: string | null;
  /** Whether Conditional Access or security defaults require MFA of it for every application. */
  isMfaEnforced: boolean | null;
  mfaUnknownBecause: string | null;
  /** When a synchronization last changed this record; that it still holds is as of the tenant's `directory`. */
  lastSyncAt: string;
  createdAt: string;
};

/** One synchronization of a directory. Counts are null where they are not known yet. */
export type SyncLogRecord = {
  id: string;
  syncType: 'directory';
  tenantId: string;
  status: 'running' | 'completed' | 'failed';
  startTime: string;
  endTime: string | null;
  totalRecords: number | null;
  processedRecords: number;
  newRecords: number;
  updatedRecords: number;
  skippedRecords: number;
  /** Accounts of a form that could not be kept. */
  errorCount: number;
  errorMessage: string | null;
  /** In milliseconds. */
  duration: number | null;
  additionalData: { removedRecords: number | null; graphCalls: number; isSimulated: boolean };
  createdAt: string;
};

/** Scans of many tenants. Each of its scans is named for it, so that a run taken up again begins none twice. */
export type ScanRunRecord = Trailed & {
  tenantIds: string[];
  /** How many of `tenantIds` were begun, from the first on. */
  begun: number;
  /** When its message was last put into the queue; absent: when it was started. */
  sentAt?: string;
  startedBy: string;
  startedByUserId: string;
  /** As the trail names them. */
  startedByUser: string;
  startedAt: string;
  cancelledAt: string | null;
  /** Who cancelled it, for scans that are begun at that very moment. */
  cancelledBy?: { name: string; user: string } | null;
  /** The run that scans again what failed in this one. */
  retriedAs?: string | null;
  /** How its scans ended, once none of them goes on; counted from the scans until then. */
  ended?: ScanCounts | null;
};

export type ScanCounts = Record<ScanStatus, number>;

export type DatasetState = 'waiting' | 'done' | 'notLicensed' | 'notPermitted' | 'couldNotCheck';

export type ScanRecord = Trailed & {
  id: string;
  tenantId: string;
  scanType: 'live_graph' | 'simulated';
  /** The run that it is part of; null for a scan by itself. */
  runId: string | null;
  status: ScanStatus;
  initiatedBy: string;
  /** When it was asked for; also the clock that the checks see, so that a scan taken up again judges alike. */
  timestamp: string;
  completedAt: string | null;
  durationMs: number | null;
  datasets: Record<string, DatasetState>;
  userCount: number | null;
  findingsGenerated: number | null;
  approvalsCreated: number | null;
  score: number | null;
  coverage: Coverage | null;
  graphCalls: number;
  /** How often a worker took it up. */
  attempts: number;
  /** Since when its results are being written: from here on it can no longer be cancelled. */
  savingSince: string | null;
  errorMessage: string | null;
};

/** A risk that an administrator took on: for this condition, for this reason, until then. */
export type Acceptance = {
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
  expiresAt: string;
  condition: FindingCondition;
};

export type FindingRecord = Trailed & {
  id: string;
  tenantId: string;
  checkId: string;
  category: Category;
  severity: Severity;
  /** Severity rank, status and title in one text: the order of the list. */
  sortKey: string;
  title: string;
  description: string;
  recommendation: string;
  status: 'OPEN' | 'IN_PROGRESS' | 'ACCEPTED' | 'RESOLVED';
  /** There while the status is ACCEPTED. */
  acceptance: Acceptance | null;
  /** When the acceptance ends; '' where there is none, so that a store can look for those that have ended. */
  acceptedUntil: string;
  /** Whether it failed or was a warning, in the last scan that saw it. */
  verdictStatus: 'warning' | 'fail';
  change: z.infer<typeof FindingChange>;
  evidence: Evidence[];
  affectedEntities: Affected[];
  affectedCount: number;
  references: string[];
  isSimulated: boolean;
  firstDetected: string;
  lastDetected: string;
  /** The scan that last wrote it: a scan taken up again recognizes its own work. */
  scanLogId: string;
  /** How many times it was opened: 1, and one more for each time it came back. */
  occurrence: number;
  resolvedAt: string | null;
  resolvedBy: string | null;
};

export type AuditRecord = {
  id: string;
  tenantId: string;
  scanLogId: string;
  overallScore: number | null;
  overallStatus: TenantHealth;
  criticalIssues: number;
  createdAt: string;
  data: {
    coverage: Coverage;
    verdicts: Verdict[];
    userCount: number | null;
    secureScoreHistory: z.infer<typeof SecureScorePoint>[];
    secureScoreUnknownBecause: string | null;
    /** What became of each dataset, as known when the audit was written; absent in audits of before. */
    datasets?: DatasetStateView[];
    isSimulated: boolean;
  };
};

export type ApprovalRecord = {
  id: string;
  tenantId: string;
  scanId: string | null;
  linkedFindingId: string | null;
  title: string;
  description: string;
  category: Category;
  priority: Severity;
  origin: 'scanner' | 'manual';
  type: 'audit_publish' | 'task_assignment' | 'system_change' | 'user_permission';
  status: 'pending' | 'approved' | 'denied';
  requestedBy: string;
  comment: string | null;
  approvedBy: string | null;
  createdAt: string;
  updatedAt: string;
};

export type ActivityRecord = {
  id: string;
  type: ActivityType;
  message: string;
  timestamp: string;
  /** '' where it concerns no tenant: an `in` condition has to find it or not. */
  tenantId: string;
};
