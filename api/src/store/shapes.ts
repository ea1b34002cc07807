import { cleanText } from '@tenantry/contract/text';
import { listBegin } from '../ports/list-course.ts';
import { firstShape, type Shape } from './shape.ts';

type Doc = Record<string, unknown>;

/** Entries of the audit trail that wait on a record are its outbox. */
function namedOutbox(value: Doc): Doc {
  if (!('pendingTrail' in value)) return value;
  const { pendingTrail, hasPendingTrail, ...rest } = value;
  return { ...rest, outbox: pendingTrail, hasOutbox: hasPendingTrail };
}

const withOutbox: Shape = { version: 2, upgrades: { 1: namedOutbox } };

/** The last scan is kept, failed ones included. Of then only those with an audit are known. */
function knowingLastScan(value: Doc): Doc {
  const audit = value.audit as { scanLogId: string; auditedAt: string } | null | undefined;
  const lastScan = audit ? { scanLogId: audit.scanLogId, status: 'completed', endedAt: audit.auditedAt } : null;
  return { ...value, lastScan };
}

/** The last reports are kept. Of which scans one was made before is not known any more. */
const knowingLastReports = (value: Doc): Doc => ({ ...value, lastReports: [] });

/** Since when scans fail is kept. Of then only the last of them is known, and not why it failed. */
function knowingFailingScans(value: Doc): Doc {
  const lastScan = value.lastScan as { status: string; endedAt: string } | null | undefined;
  const reason = 'The last scan failed. Why is told by the next one.';
  const scanFailing = lastScan?.status === 'failed' ? { since: lastScan.endedAt, reason, cause: 'failed' } : null;
  return { ...value, scanFailing };
}

/** Why a tenant needs somebody, and how it stood before, are kept from here on; of then the figures of its latest audit are. */
function knowingFigures(value: Doc): Doc {
  const audit = value.audit as (Doc & { coverage?: { evaluated?: number } }) | null | undefined;
  if (!audit) return value;
  const { auditedAt: at, score, openIssues, coverage } = audit;
  const figures = { at, score, openIssues, evaluated: coverage?.evaluated ?? 0 };
  const openAlertsUnknownBecause = 'Alerts are counted from the next scan on.';
  const unknown = { topFinding: null, openAlerts: null, openAlertsUnknownBecause };
  return { ...value, audit: { ...audit, ...unknown, history: [figures] } };
}

/** What a scan found is kept with it. Of scans before, it is not known any more. */
const withoutOutcome = (value: Doc): Doc => ({ ...value, outcome: null });

/** By whose account a scan was started is kept. Of scans before, the name alone is known. */
const withoutStarter = (value: Doc): Doc => ({ ...value, initiatedByUserId: null });

/** No audit was deleted before. */
const withItsAudit = (value: Doc): Doc => ({ ...value, auditDeleted: false });

/** Whether domains send mail was asked of nobody before. */
const askingAboutMail = (value: Doc): Doc => ({ ...value, mailUses: [] });

/** When tasks were held against a scan is kept from here on. */
const knowingTaskSync = (value: Doc): Doc => ({ ...value, tasksHeldAt: null });

/** Reports kept to UTC before. */
const withoutReportTimeZone = (value: Doc): Doc => ({ ...value, reportTimeZone: null });

/** Tenants were never offboarded before. */
const neverOffboarded = (value: Doc): Doc => ({ ...value, offboardingSince: null, offboarding: null });

/** An approval names its audit, and what a decision on it means. What was found then is not known any more. */
function namingTheDecision(value: Doc): Doc {
  const { comment, ...rest } = value;
  const { tenantId, scanId, origin, priority, approvedBy, updatedAt } = rest;
  const isOfScanner = origin === 'scanner';
  return {
    ...rest,
    // The id of an audit ends as its scan's does.
    auditId: typeof scanId === 'string' ? `${tenantId}_audit-${scanId.slice(-36)}` : null,
    checkId: null,
    condition: null,
    issue: null,
    affectedDomain: null,
    priority: priority === 'info' ? 'low' : priority,
    autoCreateTask: isOfScanner,
    createdBy: isOfScanner ? 'scanner' : rest.requestedBy,
    reviewNotes: comment ?? null,
    approvedAt: approvedBy ? updatedAt : null,
  };
}

/** Decisions on approvals are in the trail, and what follows from one is kept until it is done. Who asked is known by name only. */
const decidable = (value: Doc): Doc => ({
  ...value,
  requestedById: '',
  permission: null,
  approvedByUser: null,
  closedBecause: null,
  isUnfinished: false,
  finishedAt: null,
  notDoneBecause: null,
  taskId: null,
  outbox: [],
  hasOutbox: false,
});

/** Work is asked for by remedy. Before, each approval and each task was of one finding. */
function ofOneFinding(value: Doc): Doc {
  const { linkedFindingId: id, checkId, condition, title, priority } = value;
  return {
    ...value,
    remedyId: null,
    assignment: null,
    decidedIn: null,
    findings:
      typeof id === 'string'
        ? [{ id, checkId: checkId ?? null, title, severity: priority, condition: condition ?? null }]
        : [],
  };
}
function mendingOneFinding(value: Doc): Doc {
  const { linkedFindingId, checkId, recheck, proof } = value;
  const listed = (id: unknown) => (typeof id === 'string' ? [id] : []);
  const ofOneCheck = (result: unknown) => (result ? { ...(result as Doc), checks: [] } : null);
  return {
    ...value,
    remedyId: null,
    findingIds: listed(linkedFindingId),
    checkIds: listed(checkId),
    recheck: recheck ? { ...(recheck as Doc), result: ofOneCheck((recheck as Doc).result) } : null,
    proof: ofOneCheck(proof),
  };
}

/** No report was released to a client before. */
const unpublished = (value: Doc): Doc => ({ ...value, published: null });

/** The status is stored as the API tells it; what the tenant told beside the score is not known any more. */
function knowingStatusTold(value: Doc): Doc {
  const { overallStatus, data } = value as Doc & { data?: { coverage?: { percent?: number } } };
  const isUnknown = overallStatus === 'Unknown' || (data?.coverage?.percent ?? 0) < 60;
  const told = overallStatus === 'OK' ? 'pass' : overallStatus === 'Warning' ? 'warning' : 'fail';
  return { ...value, statusTold: isUnknown ? 'unknown' : told, figures: null };
}

/** Of the app registration: its redirect URI is no choice, and scopes that no application gets a token for were never used. */
function withoutRedirectUri(value: Doc): Doc {
  if (value.key !== 'graph-app') return value;
  const { redirectUri: _, ...rest } = value;
  const scopes = String(rest.partnerCenterScopes ?? '');
  return { ...rest, partnerCenterScopes: /^https:\/\/[^\s/]\S*\/\.default$/i.test(scopes) ? scopes : '' };
}

/** Who did what to whom is kept from here on. */
const namingTheEvent = (value: Doc): Doc => ({ ...value, eventType: null, target: null, user: null, details: null });

/** Names were once kept as Microsoft gave them, or cut in the middle of a character. What they are found by stays. */
function visibleNames(value: Doc): Doc {
  const names = ['name', 'displayName'].filter((field) => typeof value[field] === 'string');
  return { ...value, ...Object.fromEntries(names.map((name) => [name, cleanText(String(value[name])) || value.id])) };
}

/** What the directory of users searches accounts by is written with the tenant's next synchronization, which finds it missing. */
const withoutSearchKeys = (value: Doc): Doc => value;

/** No change of anybody's access was written down before. What the directory finds users by is written with the next change. */
const beforeAccessChanges = (value: Doc): Doc => ({ ...value, lastAccessChange: null });

/** Time zone and theme were each browser's own, and nobody had an authenticator. */
const withoutChoices = (value: Doc): Doc => ({ ...value, timeZone: null, theme: null, authenticator: null });

const withVisibleNames: Shape = { version: 3, upgrades: { 1: namedOutbox, 2: visibleNames } };

/** `license` is spelled the American way; label and next try of a dataset are no longer kept. */
function namedLicenses(value: Doc): Doc {
  const data = value.data as Doc & { datasets?: readonly Doc[] };
  if (!data.datasets) return value;
  const datasets = data.datasets.map(({ licence, label: _label, retryAt: _retryAt, ...state }) => ({
    license: licence,
    ...state,
  }));
  return { ...value, data: { ...data, datasets } };
}

/** Which client secrets were replaced before is not known any more. */
function withReplacedSecrets(value: Doc): Doc {
  return value.key === 'graph-app' ? { ...value, replacedSecrets: [] } : value;
}

/** It was a client secret always. */
function withoutCertificate(value: Doc): Doc {
  return value.key === 'graph-app' ? { ...value, certificateSha256: '', certificateSha1: '' } : value;
}

/** Which findings need a license that the tenant does not have is known from the next scan on. */
const knowingLicenses = (value: Doc): Doc => ({ ...value, needsLicense: null, isCounted: true });

/**
 * What became of a finding is kept from here on. Of before, its first day, how it was last closed and how often it was opened
 * again are known: each time it was closed first.
 */
function knowingHistory(value: Doc): Doc {
  const { firstDetected, resolvedAt, resolvedBy, occurrence } = value;
  const acceptance = value.acceptance as { acceptedAt: string; acceptedBy: string; reason: string } | null | undefined;
  const event = (at: unknown, what: string, by: unknown, note = '') => ({ at, what, by, note, scanLogId: null });
  const history = [
    event(firstDetected, 'first-seen', 'scanner'),
    ...(acceptance ? [event(acceptance.acceptedAt, 'accepted', acceptance.acceptedBy, acceptance.reason)] : []),
    ...(resolvedAt ? [event(resolvedAt, 'resolved', resolvedBy ?? 'scanner')] : []),
  ];
  const historyOmitted = 2 * (typeof occurrence === 'number' ? Math.max(occurrence - 1, 0) : 0);
  return { ...value, note: '', history, historyOmitted };
}

/**
 * Findings are looked at again, and whether anything but a person vouches for a resolved one is kept. Of before, none was looked at
 * by itself; who resolved it is known, and not whether a scan agreed.
 */
function knowingWhoVouches(value: Doc): Doc {
  const { status, resolvedBy } = value;
  const isVerified = status !== 'RESOLVED' || resolvedBy === 'scanner' || resolvedBy === 're-check';
  return { ...value, isVerified, recheck: null, recheckSentAt: '' };
}

/**
 * The shapes of all containers, with every step that brought them here. A change of a stored shape adds a step and a version
 * in the same commit as the change of its type; a test opens a data folder that an earlier version wrote.
 */
/** What one finding of a kind of work took by default, while the price list was kept by kind. */
const hoursByKindOfThen: Readonly<Record<string, number>> = {
  'conditional-access': 3,
  'authentication-methods': 2,
  'user-rollout': 8,
  'privileged-access': 4,
  applications: 3,
  'tenant-settings': 1,
  'devices-and-sync': 3,
  'mail-dns': 2,
  exchange: 2,
  teams: 1,
  'data-protection': 6,
  sharing: 2,
  'account-review': 3,
  'incident-response': 4,
};

/** Of the price list: rates stay by kind of work, hours are those of a remedy. Those that somebody edited are kept by kind. */
function pricedByRemedy(value: Doc): Doc {
  if (value.key !== 'price-list') return value;
  const work = value.work as readonly { kind: string; hours: number; hourlyRate: number }[];
  return {
    ...value,
    rates: work.map(({ kind, hourlyRate }) => ({ kind, hourlyRate })),
    work: [],
    hoursByKind: work.flatMap(({ kind, hours }) => {
      const defaultHours = hoursByKindOfThen[kind];
      return defaultHours === undefined || defaultHours === hours ? [] : [{ kind, hours, defaultHours }];
    }),
  };
}

export const shapes = {
  tenants: {
    version: 11,
    upgrades: {
      1: namedOutbox,
      2: visibleNames,
      3: knowingLastScan,
      4: knowingLastReports,
      5: knowingFailingScans,
      6: knowingFigures,
      7: askingAboutMail,
      8: knowingTaskSync,
      9: neverOffboarded,
      10: withoutReportTimeZone,
    },
  },
  users: { version: 5, upgrades: { ...withVisibleNames.upgrades, 3: beforeAccessChanges, 4: withoutChoices } },
  scanLogs: { version: 5, upgrades: { 1: namedOutbox, 2: withoutOutcome, 3: withoutStarter, 4: withItsAudit } },
  scanRuns: withOutbox,
  decisionRuns: firstShape,
  changes: firstShape,
  notices: firstShape,
  tenantGroups: firstShape,
  mailDomains: firstShape,
  findings: {
    version: 5,
    upgrades: { 1: namedOutbox, 2: knowingLicenses, 3: knowingHistory, 4: knowingWhoVouches },
  },
  auditResults: { version: 4, upgrades: { 1: namedLicenses, 2: unpublished, 3: knowingStatusTold } },
  approvals: { version: 4, upgrades: { 1: namingTheDecision, 2: decidable, 3: ofOneFinding } },
  tasks: { version: 2, upgrades: { 1: mendingOneFinding } },
  tickets: firstShape,
  projectPlans: firstShape,
  manualChecklists: firstShape,
  questionnaireAnswers: firstShape,
  whatIfDrafts: firstShape,
  reports: firstShape,
  evidencePacks: firstShape,
  reportDeliveries: firstShape,
  activities: { version: 2, upgrades: { 1: namingTheEvent } },
  roleMappings: withOutbox,
  graphCredentials: withOutbox,
  oauthErrors: firstShape,
  oauthHealth: firstShape,
  healthChecks: firstShape,
  systemMetrics: firstShape,
  m365Users: { version: 2, upgrades: { 1: withoutSearchKeys } },
  syncLogs: firstShape,
  systemConfig: {
    version: 6,
    upgrades: {
      1: namedOutbox,
      2: withoutRedirectUri,
      3: withReplacedSecrets,
      4: withoutCertificate,
      5: pricedByRemedy,
    },
  },
  auditLogs: firstShape,
} as const satisfies Record<string, Shape>;

/** How the pages of the list have come is told from where an earlier version had left off. */
const withCourse: Shape = { version: 2, upgrades: { 1: (value) => ({ ...value, course: listBegin }) } };

/** Files that outlive a deployment. Datasets of a scan under way are collected anew where their shape is another. */
export const fileShapes = {
  lastSignIns: firstShape,
  lastSignInProgress: withCourse,
  directoryProgress: withCourse,
  tenantConfiguration: firstShape,
  tenantConfigurationProgress: firstShape,
  signInLog: firstShape,
  signInLogProgress: firstShape,
  scanCheckpoint: firstShape,
  auditedFacts: firstShape,
  scannedFacts: firstShape,
  trailAnchor: { version: 2, upgrades: { 1: (anchor) => ({ ...anchor, number: 0, previous: '', seal: '' }) } },
  settingsArchive: {
    version: 2,
    upgrades: { 1: ({ picture, version: _, ...rest }) => ({ ...rest, settings: picture }) },
  },
} as const satisfies Record<string, Shape>;
