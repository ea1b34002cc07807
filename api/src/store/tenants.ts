import type { MailUse } from '@tenantry/contract/mailflow';
import type { SampledPasses } from '@tenantry/contract/microsoft-answers';
import type { TenantContact } from '@tenantry/contract/tenant-contacts';
import type { EntraLicense, TenantOrigin } from '@tenantry/contract/tenant-groups';
import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import type { TenantSchedule } from '@tenantry/contract/tenant-schedules';
import type { TopIncident } from '@tenantry/contract/tenant-summaries';
import type { Coverage } from '@tenantry/contract/verdicts';
import type { EmergencyAccount } from '../audit/checks/emergency-accounts.ts';
import type { VerdictVector } from '../audit/findings/verdict-vector.ts';
import type { Condition } from '../ports/collection.ts';
import type { FindingRecord } from './findings.ts';
import type { Outboxed } from './outbox.ts';

/** Of tenants that are not being offboarded: all that anybody is shown or counts. */
export const isPresent = { field: 'offboardingSince', op: 'eq', value: null } as const satisfies Condition;

/** Whether a domain without MX record sends mail, as somebody said. */
type StoredMailUse = { domain: string; sends: MailUse; answeredBy: string; answeredAt: string };

export type TenantRecord = Outboxed & {
  id: string;
  name: string;
  /** The name in lower case; with the id behind it where somebody gave it who does not see another tenant of that name. */
  nameKey: string;
  displayName: string;
  domain: string;
  /** What Microsoft has verified for its directory, as `verifiedText` writes it; absent or '' while that is not known. */
  verifiedDomains?: string;
  m365TenantId: string;
  isMock: boolean;
  /** Words that somebody put on it; absent: none. */
  tags?: readonly string[];
  /** Who looks after it; absent or null: nobody. */
  owner?: { userId: string; name: string } | null;
  /** Whom it has at the client, and what they get; absent: nobody. `contactsRevision` counts the changes. */
  contacts?: readonly TenantContact[];
  contactsRevision?: number;
  /** The room of its client; absent: never opened. */
  clientRoom?: ClientRoomSettings;
  /** Whether partner sync brought it; absent in tenants that somebody connected or created, and in those of before. */
  origin?: TenantOrigin;
  /** What its latest scan saw of its Entra ID license; absent or null while that is not known. */
  entraLicense?: EntraLicense | null;
  /** Since when its simulated results are being deleted, after which it is live; absent or null where it is not going live. */
  purgingSince?: string | null;
  /**
   * Since when everything of it is being deleted; absent or null where it is not. From then on nobody finds it
   * (`store/tenant-store.ts`).
   */
  offboardingSince?: string | null;
  /** How far that has come; absent or null where it has not begun. */
  offboarding?: OffboardingRecord | null;
  /** Audits that were deleted, whose records and files are just being deleted; absent or empty: none. */
  auditsToDelete?: readonly { auditId: string; scanLogId: string; auditedAt: string }[];
  /** Whether there are any, as a field that a store can look for. */
  hasAuditsToDelete?: boolean;
  emergencyAccounts: EmergencyAccount[];
  /** What was answered about sending, a domain each. */
  mailUses: StoredMailUse[];
  audit: AuditSummary | null;
  /** What that audit says of each check, with what re-checks saw since; absent or null where there is none. */
  verdicts?: VerdictVector | null;
  /** What Microsoft said of sign-ins that passing checks cover, at the latest scan that asked; absent or null before one did. */
  sampledPasses?: SampledPasses | null;
  /** Whether it said the opposite of one, as a field that a store can look for. */
  isSampleDisputed?: boolean;
  /**
   * Its latest critical and high changes, the newest first, of a week and at most one more than is told; absent before the first.
   * Written by domain/changes alone.
   */
  recentChanges?: readonly RecentChange[];
  /** When its tasks were last held against the verdicts of a scan; null before the first. */
  tasksHeldAt: string | null;
  /** The last scan that completed or failed; null before the first. */
  lastScan: LastScan | null;
  /** Of the latest two scans that a report was made of, the newest scan first. Written by domain/last-report alone. */
  lastReports: readonly ReportMade[];
  /** IANA's name of the time zone of its reports; null for that of the installation. */
  reportTimeZone: string | null;
  /** Since when its scans give no result, or hardly any; null while they do. */
  scanFailing: ScanFailing | null;
  /** When scans start by themselves; absent or null: a day after the last one. */
  schedule?: TenantSchedule | null;
  /**
   * When the next scan starts by itself; absent or null before the first was asked for, where the connection is lost, and
   * where the schedule is off. Written by domain/scan-plan alone.
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
  /** The latest reading of the sign-in log; absent or null before the first was asked for. */
  signInReading?: SignInReading | null;
  /** What the latest complete synchronization came to; absent or null before it. */
  directory?: DirectorySummary | null;
  createdAt: string;
  updatedAt: string;
};

/** What its client's room shows, and whether anybody gets in. `revision` counts the changes. */
export type ClientRoomSettings = {
  isOpen: boolean;
  showsPrices: boolean;
  /** Null: that of the reports. */
  color: string | null;
  welcome: string;
  revision: number;
};

/** Far more than a tenant has, and few enough to be kept on the tenant. */
const verifiedAtMost = 500;

/** Domains in one text, each between spaces, so that stores can look for one of them. */
export const verifiedText = (domains: readonly string[]): string =>
  domains.length === 0 ? '' : ` ${domains.slice(0, verifiedAtMost).join(' ').toLowerCase()} `;

/** How one of them stands there. */
export const inVerifiedText = (domain: string): string => ` ${domain.toLowerCase()} `;

/** The figures of a tenant's latest completed audit, kept on the tenant so that an overview reads no audits. */
export type AuditSummary = {
  scanLogId: string;
  auditedAt: string;
  score: number | null;
  status: AuditedHealth;
  coverage: Coverage;
  openIssues: number;
  criticalIssues: number;
  /** The first of the open findings; null where there is none, and in records of before until the next scan. */
  topFinding: TopFinding | null;
  /** The first of what stands before every setting; absent in records of before, null where nothing does. */
  topIncident?: TopIncident | null;
  /** Open alerts of high severity; null, with the reason, where they were not read. */
  openAlerts: number | null;
  openAlertsUnknownBecause: string | null;
  /** The figures of the last days, the oldest first and those of this audit last: one for each day, and one before them. */
  history: AuditFigures[];
};

/** A change that the overview counts. `id`: the end of its own; `at`: when it was noticed; `title`: '' where no row names it. */
export type RecentChange = { id: string; at: string; gravity: 'critical' | 'high'; title: string };

export type TopFinding = Pick<FindingRecord, 'checkId' | 'severity' | 'title'> & { findingId: string };

/** `evaluated`: how many checks could be judged, without which two scores do not compare. */
export type AuditFigures = { at: string; score: number | null; openIssues: number; evaluated: number };

/** Kept on the tenant as the figures are: a failed scan leaves no audit. */
export type LastScan = { scanLogId: string; status: 'completed' | 'failed'; endedAt: string };

/** Of the scan of `scannedAt` a report was made: the latest, where there were several. */
export type ReportMade = { scanLogId: string; scannedAt: string; madeAt: string; madeBy: string };
/**
 * `since`: the end of the first scan in a row that failed. `cause`: `refused` where Microsoft refused nearly everything, for
 * want of consent or permissions. `reason` is in plain words.
 */
export type ScanFailing = { since: string; reason: string; cause: 'refused' | 'failed' };

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

/** A reading of the sign-in log: it survives the process that began it. */
export type SignInReading = {
  id: string;
  state: 'queued' | 'running' | 'completed' | 'failed';
  days: number;
  requestedBy: string;
  queuedAt: string;
  /** When its message was last sent. */
  sentAt: string;
  /** When a worker began, which is also where the log ends for it; null before. */
  startedAt: string | null;
  endedAt: string | null;
  /** How often a worker took it up without coming any further. */
  attempts: number;
  /** Entries read so far, and the instant of the oldest. */
  read: number;
  reachedAt: string | null;
  /** Why it failed; null while it did not. */
  failure: string | null;
};

/** `syncedAt`: when the reading began, so that nothing that is older is missing. */
type DirectorySummary = { users: number; syncedAt: string; isSimulated: boolean };

export type OffboardingRecord = {
  /** Of this offboarding alone: its lease is named by it, so that what a killed process leaves names no tenant. */
  id: string;
  /** A user's name. */
  by: string;
  /** How much of it there was when it began, by container or folder; null before it was counted. */
  counts: Record<string, number> | null;
  /** A worker that scanned then may write until this instant; null where there was none. */
  quietFrom: string | null;
  /** When nothing was left but this record; null before. */
  endedAt: string | null;
};
