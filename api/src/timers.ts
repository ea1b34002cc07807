import type { App } from './compose.ts';
import { writeFindingKeys } from './domain/finding/write-finding-keys.ts';
import { writeTaskKeys } from './domain/tasks/write-task-keys.ts';
import type { TimerName } from './domain/timer-runs/timer-names.ts';
import { writeUserKeys } from './domain/user-access/write-user-keys.ts';

/** What a timer does, where it is due. Each may run in several processes at once, and does its work once all the same. */
export type TimerStep = { name: string; run(): Promise<unknown> };

/** A timer as an operator sees it: how often it is due, and what stops when it is switched off. */
type TimerDefinition = { everyMinutes: number; purpose: string; steps(app: App): TimerStep[] };

/**
 * The timers by name: lists of due work, which one timer function runs (decision 049). Within a timer the steps run in this order:
 * first what somebody waits for.
 */
export const timers = {
  'scheduled-scans': {
    everyMinutes: 1,
    purpose: 'starts scans that are due, and takes up scans and re-checks whose worker died',
    steps: (app) => [
      { name: 'requeue scans', run: app.worker.requeue },
      { name: 'requeue re-checks', run: app.rechecks.requeue },
      { name: 'requeue re-checks of findings', run: app.findingRechecks.requeue },
      { name: 'requeue scan runs', run: app.scanRuns.requeue },
      { name: 'start due scans', run: app.scanSchedule.startDue },
    ],
  },
  'token-refresh': {
    everyMinutes: 1,
    purpose: 'renews the tokens of connected tenants, and tells of secrets that are about to end',
    steps: ({ microsoft }) => [
      { name: 'refresh tokens', run: microsoft.tokenRefresh.refreshDue },
      { name: 'warn of ending secrets', run: microsoft.secretWatch.warnDue },
      { name: 'disable replaced secrets', run: microsoft.disableReplacedSecrets },
    ],
  },
  'directory-sync': {
    everyMinutes: 1,
    purpose: 'reads last sign-ins and the directories of tenants, each on a schedule of its own',
    steps: (app) => [
      { name: 'last sign-ins', run: app.lastSignInUpkeep.sweep },
      { name: 'directory sync', run: app.directorySync.sweep },
    ],
  },
  'change-watch': {
    everyMinutes: 1,
    purpose: 'looks at the directory audit log of each tenant between two scans',
    steps: (app) => [{ name: 'change watch', run: app.changeWatch.sweep }],
  },
  'scheduled-reports': {
    everyMinutes: 1,
    purpose: 'makes the reports that are due by schedule, and sends them to those who get them',
    steps: (app) => [{ name: 'scheduled reports', run: app.reportScheduleWorker.sweep }],
  },
  notifications: {
    everyMinutes: 1,
    purpose: 'collects what happened, and sends what rules say of it to its channels',
    steps: (app) => [
      { name: 'collect notices', run: app.collectNotices },
      { name: 'send notices', run: app.sendNotices },
    ],
  },
  health: {
    everyMinutes: 1,
    purpose:
      'probes the services every five minutes, counts the figures behind the alerts, and verifies the audit trail daily',
    steps: (app) => [
      { name: 'health', run: app.health.probeWhereDue },
      { name: 'verify the trail', run: app.trailVerification.requestWhereDue },
    ],
  },
  leftovers: {
    everyMinutes: 1,
    purpose:
      'finishes what a process that died had decided, opens and follows tickets, and seals and anchors the audit trail',
    steps: (app) => [
      { name: 'finish changes of users', run: app.userAccess.finishLeft },
      { name: 'finish approvals', run: app.approvalDecisions.finishWaiting },
      { name: 'requeue decisions', run: app.decisionRuns.requeue },
      { name: 'end accepted risks', run: app.acceptance.endExpired },
      { name: 'finish going live', run: app.microsoft.mode.finishWaiting },
      { name: 'finish deleting audits', run: app.auditDeletion.finishWaiting },
      { name: 'finish offboarding', run: app.offboarding.finishWaiting },
      { name: 'sweep after offboarding', run: app.offboarding.sweepLeftovers },
      { name: 'write keys of users', run: () => writeUserKeys(app.stores.users) },
      { name: 'write keys of findings', run: () => writeFindingKeys(app.stores.findings, app.stores.tenants) },
      { name: 'follow groups of tenants', run: app.tenantGrouping.sweep },
      { name: 'write keys of tasks', run: () => writeTaskKeys(app.stores.tasks, app.stores.tenants) },
      { name: 'settle outboxes', run: app.settleOutboxes },
      { name: 'seal orphans of the trail', run: app.trail.sealOrphans },
      { name: 'anchor the trail', run: app.trail.anchor },
      { name: 'tickets', run: app.ticketing.sweep },
      { name: 'exports', run: app.exportWorker.sweep },
      { name: 'take up reports', run: app.reportJobs.requeue },
      { name: 'take up evidence packs', run: app.evidenceJobs.requeue },
    ],
  },
  retention: {
    everyMinutes: 5,
    purpose: 'forgets, once a day, what is past its time',
    steps: (app) => [
      { name: 'forget OAuth requests', run: app.microsoft.oauthRequests.sweep },
      { name: 'forget pending connections', run: app.microsoft.pendingConnections.sweep },
      { name: 'retention', run: app.retention.forgetWhereDue },
    ],
  },
} as const satisfies Record<TimerName, TimerDefinition>;
