import { EventEmitter } from 'node:events';
import { listFindings } from '@tenantry/contract/findings';
import { getHealth } from '@tenantry/contract/health';
import { expect, vi } from 'vitest';
import { openSqliteRecordStore } from '../src/adapters/sqlite/sqlite-record-store.ts';
import type { App } from '../src/compose.ts';
import { createStartUp } from '../src/composition/start-up.ts';
import { composeTelemetry } from '../src/composition/telemetry.ts';
import { createApprovalDecisions } from '../src/domain/approvals/decide-approval.ts';
import { createDecisionRuns } from '../src/domain/approvals/decision-runs.ts';
import { entry, start, trailSystem } from '../src/domain/audit-trail/testing/trail-system.ts';
import { createTrail } from '../src/domain/audit-trail/trail-service.ts';
import { createConfiguredMail } from '../src/domain/mail/configured-mail.ts';
import { askAfterScan } from '../src/domain/microsoft-answers/ask-at-scan.ts';
import { createRechecks } from '../src/domain/rechecks/recheck-worker.ts';
import { EnvelopeError } from '../src/domain/secrets/envelope.ts';
import { hearCrashes } from '../src/domain/telemetry/hear-crashes.ts';
import { createTenantGrouping } from '../src/domain/tenant-groups/tenant-grouping.ts';
import { followSafely } from '../src/domain/tickets/follow-work.ts';
import { workSystem } from '../src/domain/tickets/work-tickets.ts';
import { createTimerTick } from '../src/domain/timer-runs/timer-tick.ts';
import { createTrailVerification } from '../src/features/audit-trail/trail-verification.ts';
import { createAuthenticators } from '../src/features/auth/authenticator.ts';
import { createChangeWatch } from '../src/features/changes/change-watch.ts';
import { watchTenant } from '../src/features/changes/watch-tenant.ts';
import { createSecretWatch } from '../src/features/connections/secret-watch.ts';
import { createTenantMode } from '../src/features/connections/tenant-mode.ts';
import { createTokenOutcomes } from '../src/features/connections/token-outcomes.ts';
import { createTokenRefresh } from '../src/features/connections/token-refresh.ts';
import { endRun } from '../src/features/directory/end-directory-run.ts';
import { createPackJobs } from '../src/features/evidence/pack-jobs.ts';
import { createExportWorker } from '../src/features/export/export-worker.ts';
import { createHealthWatch } from '../src/features/health/health-watch.ts';
import { createLastSignInUpkeep } from '../src/features/last-sign-in/last-sign-in-upkeep.ts';
import { createCollector } from '../src/features/notifications/collect-events.ts';
import { createOutbox } from '../src/features/notifications/outbox.ts';
import { createOffboarding } from '../src/features/offboarding/offboarding-service.ts';
import { deliverDue } from '../src/features/report-schedules/delivery-step.ts';
import { createReportJobs } from '../src/features/reports/report-jobs.ts';
import { followed } from '../src/features/reports/report-progress.ts';
import { createScanSchedule } from '../src/features/scans/scan-schedule.ts';
import { createScanWorker } from '../src/features/scans/scan-worker.ts';
import { createSignInReadings } from '../src/features/sign-in-replay/sign-in-readings.ts';
import { taskRechecks } from '../src/features/tasks/task-rechecks.ts';
import { switchedOff, timerOf } from '../src/jobs.ts';
import { update } from '../src/ports/collection.ts';
import { GraphError, type GraphFailure } from '../src/ports/graph.ts';
import type { LogEvent } from '../src/ports/telemetry.ts';
import { containers } from '../src/store/containers.ts';
import { canaryError, canaryText } from './canaries.ts';
import type { CapturedTelemetry } from './captured-telemetry.ts';
import type { TestApp } from './test-app.ts';

const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const fails = async (): Promise<never> => {
  throw canaryError();
};
async function* usersOf(...ids: string[]): AsyncGenerator<{ id: string }> {
  for (const id of ids) yield { id };
}
const failsAtOnce = (): never => {
  throw canaryError();
};
/** Whatever is asked of it fails with an error full of canaries. */
const hostile = new Proxy({}, { get: () => fails }) as never;
const ok = async () => undefined;
/** A double is as large as its case needs. */
const double = (parts: object) => parts as never;
const clock = { now: () => new Date() };

/** A collection of one record, which is written as it is asked to be. */
const holding = (value: object) => ({
  get: async () => ({ value, etag: '1' }),
  replace: async (written: object) => ({ value: written, etag: '2' }),
});

/** A ticket system that nothing keeps from its work. */
const setUpSystem = {
  ...{ id: 'system-1', kind: 'connectwise', name: canaryText, isOn: true, trouble: null, secrets: {} },
  choices: { boardId: '5', closedStatusId: '39' },
};

type Context = { test: TestApp; app: App; log: App['log']; captured: CapturedTelemetry };
type LogCase = (context: Context) => Promise<unknown>;

const timer = ({ log }: Pick<Context, 'log'>, run: () => Promise<unknown>, timerRuns: object) =>
  timerOf({ name: 'health', everyMinutes: 1, steps: [{ name: 'probe', run }] }, { timerRuns: double(timerRuns), log });
const notedRuns = { started: ok, ended: ok };

const work = ({ app }: Context, kind: 'timer' | 'queue', run: () => Promise<unknown>) =>
  app.telemetry.work({ kind, function: 'health', requestId: 'call-1' }, async () => {
    app.telemetry.note({ tenantId });
    return run();
  });
const failedWork = (context: Context, kind: 'timer' | 'queue') =>
  expect(work(context, kind, fails)).rejects.not.toThrow('Ottilie');

const message = { tenantId, id: `${tenantId}_task-1`, recheckId: 'recheck-1' };
const rechecks = (given: object) =>
  createRechecks(double({ queue: { send: ok }, trail: {}, clock, ...given }), taskRechecks(double({})));
const recheck = ({ app, log }: Context, tenants: object) =>
  rechecks({ leases: app.leases, tenants, log }).work(message);

const report = ({ app, log }: Context, leases: object = app.leases) => {
  const id = `${tenantId}_report-1`;
  const stored = { id, tenantId, status: 'queued', attempts: 0, outbox: [], auditId: 'audit-1' };
  const open = async () => ({ tenant: { id: tenantId }, reports: holding(stored), audits: hostile });
  return createReportJobs(
    double({ tenants: { open }, reportFiles: hostile, queue: { send: ok }, leases, trail: {}, clock, log }),
  ).work({ tenantId, reportId: id });
};

const pack = ({ app, log }: Context, leases: object = app.leases) => {
  const id = `${tenantId}_evidence-1`;
  const stored = { id, tenantId, status: 'queued', attempts: 0, outbox: [], auditId: 'audit-1' };
  const tenant = { id: tenantId, audit: { scanLogId: `${tenantId}_scan-1` } };
  const open = async () => ({ tenant, evidencePacks: holding(stored), audits: hostile });
  return createPackJobs(
    double({ tenants: { open }, evidenceFiles: hostile, queue: { send: ok }, leases, trail: {}, clock, log }),
  ).work({ tenantId, packId: id });
};

/** Leases that are given, and of which nothing is known any more from then on. */
const thatFailOnceTaken = ({ get, create, replace, delete: remove }: Context['app']['leases']) => {
  let taken = false;
  return {
    get: async (partition: string, key: string) => (taken ? fails() : get(partition, key)),
    create: async (...given: Parameters<typeof create>) => {
      const isOurs = await create(...given);
      taken = true;
      return isOurs;
    },
    replace,
    delete: remove,
  };
};

/** Timers fire at once, as if the time of a lease had passed. */
function atOnce() {
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void) => run()) as never);
}

const scan = ({ log }: Context) => {
  const stored = {
    id: `${tenantId}_scan-1`,
    tenantId,
    status: 'queued',
    scanType: 'simulated',
    attempts: 0,
    outbox: [],
  };
  const lease = { renew: fails, release: ok };
  return createScanWorker(
    double({
      activeScans: { acquire: async () => lease, end: ok },
      tenants: { open: async () => ({ tenant: { id: tenantId, isMock: true }, scans: holding(stored) }) },
      ...{
        blobs: hostile,
        microsoft365: { forget: () => undefined, graph: failsAtOnce },
        lastSignIns: hostile,
        connections: hostile,
        queue: { send: ok },
      },
      ...{ trail: {}, clock, log },
    }),
  ).work({ tenantId, scanLogId: `${tenantId}_scan-1` });
};

const exported = ({ log }: Context) => {
  const job = {
    jobId: 'job-1',
    userId: 'user-1',
    kind: 'audit-trail-csv',
    filter: '{}',
    status: 'queued',
    attempts: 0,
  };
  const at = new Date().toISOString();
  const value = { ...job, requestedAt: at, heardAt: at, table: '', records: 0, bytes: 0, linkExpiresAt: '', error: '' };
  let writes = 0;
  const jobs = {
    async *list() {
      yield { key: 'key-1', value, etag: '1' };
    },
    get: async () => ({ value, etag: '1' }),
    async replace() {
      writes += 1;
      return writes === 1 ? true : fails();
    },
  };
  const users = { get: async () => ({ value: { role: 'admin', isDisabled: false, scope: { kind: 'all' } } }) };
  return createExportWorker(
    double({ jobs, users, blobs: hostile, queue: hostile, trailPages: hostile, clock, log }),
  ).work('job-1');
};

const health = ({ log }: Context, metrics = false) =>
  createHealthWatch(
    double({
      ...{ records: metrics ? { reach: ok, keep: ok } : { reach: fails, keep: ok }, state: hostile, blobs: hostile },
      ...{ vault: hostile, queue: hostile, scans: hostile, credentials: hostile, trailVerification: hostile },
      ...{ secretWatch: hostile, timerRuns: hostile, timersOff: [], probes: { login: fails, graph: fails } },
      ...{ gauges: { record: () => undefined }, clock, log },
    }),
  );

const verification = ({ log }: Context, run: object | null) =>
  createTrailVerification(
    double({
      systemConfig: {
        trailVerification: {
          ...holding({ id: 'x', key: 'trail-verification', run, result: '', seal: '', endedAt: '' }),
          create: ok,
        },
      },
      ...{ auditLog: hostile, vault: hostile, blobs: hostile, outboxes: hostile, queue: { send: ok }, clock, log },
    }),
  );

/** A message of one event that nobody takes, on its last try. */
const outbox = ({ app, log }: Context, post: () => Promise<unknown>) => {
  const event = { key: canaryText, kind: 'change', gravity: 'low', title: canaryText, detail: canaryText, path: '/x' };
  const delivery = { event: { ...event, tenant: null, at: '', remedyId: null, userId: null } };
  const message = {
    id: 'message-1',
    state: 'pending',
    place: 'channel:c',
    form: 'single',
    attempts: 99,
    deliveryIds: [],
  };
  const owner = { id: 'user-1', role: 'admin', isDisabled: false, scope: { kind: 'all' } };
  const rule = { ownerId: owner.id, isEnabled: true, events: [event], groupIds: null, quiet: null, timeZone: 'UTC' };
  const targets = { inApp: false, ownMail: false, channelIds: ['c'] };
  const channel = { id: 'c', kind: 'teams', isEnabled: true, settings: { host: 'hooks.example' }, secrets: {} };
  return createOutbox(
    double({
      notices: {
        duePlaces: async () => [message.place],
        dueMessages: async () => [message],
        dueDeliveries: async () => [],
        deliveriesOf: async () => [delivery],
        messages: () => holding(message),
      },
      noticeRules: { all: async () => [{ ...rule, delivery: { when: 'at-once' }, targets }] },
      ...{ tenantGroups: { all: async () => [] }, users: { get: async () => ({ value: owner }) } },
      ...{ noticeChannels: holding(channel), channelSecrets: { open: async () => ({}) } },
      ...{ leases: app.leases, publicOrigin: 'https://x.example' },
      ...{ post, clock, log },
    }),
  );
};

type TrailRecord = { id: string; kind: string; user: string; timestamp: string };
const trailOf = (app: App) =>
  app.records.partition<TrailRecord>(containers.auditLogs, new Date().toISOString().slice(0, 7));

async function trailEntry(app: App): Promise<TrailRecord> {
  const { items } = await trailOf(app).query({ where: [{ field: 'kind', op: 'eq', value: 'entry' }], limit: 1 });
  const [entry] = items;
  if (!entry) throw new Error('The trail has no entry');
  return entry;
}

const watched = {
  ...{ dueAt: '2026-01-01T00:00:00.000Z', since: '2026-01-01T00:00:00.000Z', seen: '', because: '' },
  ...{ isPlain: false, isSimulated: true, failures: 0 },
};

/** A list of Graph that is refused. */
const failsWith = (failure: GraphFailure) =>
  // biome-ignore lint/correctness/useYield: It fails before its first page.
  async function* () {
    throw new GraphError(failure);
  };

/** For each message the real code that logs it, driven with errors and input full of canaries. */
export const logCases: Record<LogEvent, LogCase> = {
  'A request was answered': ({ test }) =>
    test.call(getHealth, { headers: { 'user-agent': canaryText.replace(/[^ -~]/g, '') } }),
  'A request failed': async ({ test, app }) => {
    vi.spyOn(app.stores.tenants, 'open').mockImplementation(fails);
    const cookie = await test.signInAs('admin', { kind: 'all' });
    expect((await test.call(listFindings, { cookie, tenantId })).status).toBe(500);
  },
  'A timer ran': (context) => work(context, 'timer', ok),
  'A timer failed': (context) => failedWork(context, 'timer'),
  'A message was worked': (context) => work(context, 'queue', ok),
  'A message failed': (context) => failedWork(context, 'queue'),
  'A promise was rejected unheard': async ({ log }) => {
    const process = Object.assign(new EventEmitter(), { exit: () => undefined });
    hearCrashes(log, log, double(process));
    process.emit('unhandledRejection', canaryError());
  },
  'The process crashed': async ({ log }) => {
    const exit = vi.fn();
    const process = Object.assign(new EventEmitter(), { exit });
    hearCrashes(log, log, double(process));
    process.emit('uncaughtException', canaryError());
    expect(exit).toHaveBeenCalledWith(1);
  },
  'Telemetry could not be sent': async ({ captured }) => {
    const load = () => {
      throw canaryError();
    };
    const applicationInsights = { connectionString: canaryText, identity: null, roleName: 'x' };
    composeTelemetry({ applicationInsights }, load, captured.sink);
  },
  'The start failed and is tried again': ({ log }) =>
    expect(createStartUp(double({ config: {}, stores: { users: hostile }, clock, log }))()).rejects.toThrow(),
  'A step of a timer failed': (context) => expect(timer(context, fails, notedRuns).run()).rejects.toThrow(),
  'The run of a timer was not noted': (context) => timer(context, ok, hostile).run(),
  'A timer has not ended': async (context) => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((run: () => void) => run()) as never);
    const hung = timer(context, () => new Promise(() => undefined), notedRuns);
    await createTimerTick([hung], { clock, log: context.log })();
  },
  'The timer is switched off': (context) => switchedOff(timer(context, ok, notedRuns), context.log).run(),
  'A service does not answer': (context) => health(context).probeAll(),
  'A metric could not be counted': (context) => health(context, true).probeAll(),
  'A needed service does not answer': (context) => health(context).missing(),
  'The scan broke off': scan,
  'Microsoft could not be asked about the sign-ins of a scan': ({ log }) =>
    askAfterScan(
      double({ systemConfig: hostile, log }),
      double({ tenant: { id: tenantId } }),
      double({}),
      new AbortController().signal,
    ),
  'The lease of a scan was not renewed': (context) => {
    atOnce();
    return scan(context);
  },
  'A scheduled scan could not be started': ({ log }) => {
    async function* due() {
      yield { id: tenantId, name: canaryText };
    }
    return createScanSchedule(
      double({ tenants: { due, recordsOf: (t: object) => t }, scans: hostile, clock, log }),
    ).startDue();
  },
  'The evidence pack broke off': (context) => pack(context),
  'The lease of an evidence pack was not renewed': async (context) => {
    atOnce();
    await pack(context, thatFailOnceTaken(context.app.leases)).catch((error: unknown) => error);
  },
  'The report broke off': (context) => report(context),
  'The progress of a report was not noted': async ({ log }) => {
    atOnce();
    await followed(double({ get: fails }), 'report-1', { clock, log }).stop();
  },
  'The lease of a report was not renewed': async (context) => {
    atOnce();
    await report(context, thatFailOnceTaken(context.app.leases)).catch((error: unknown) => error);
  },
  'The re-check broke off': (context) => recheck(context, hostile),
  'The lease of a re-check was not renewed': async (context) => {
    atOnce();
    const task = {
      id: message.id,
      status: 'in_progress',
      recheck: { id: 'recheck-1', state: 'waiting', attempts: 0 },
      outbox: [],
    };
    const { get, create, replace, delete: remove } = context.app.leases;
    let taken = false;
    const leases = {
      get: async (partition: string, key: string) => (taken ? fails() : get(partition, key)),
      create: async (...given: Parameters<typeof create>) => create(...given),
      replace: async (...given: Parameters<typeof replace>) => replace(...given),
      delete: remove,
    };
    const open = async () => {
      taken = true;
      return { tenant: { id: tenantId, isMock: true }, tasks: holding(task) };
    };
    const { log } = context;
    const worker = rechecks({ leases, tenants: { open }, log });
    await worker.work({ ...message, id: `${tenantId}_task-2` }).catch(() => undefined);
  },
  'The file of an export was not written': exported,
  'The progress of an export was not noted': async (context) => {
    atOnce();
    await exported(context);
    // The timer's own promise ends after the worker's.
    await new Promise((resolve) => setImmediate(resolve));
  },
  'The directory was not read': ({ log }) =>
    endRun(
      double({ tenants: { get: async () => null }, progress: { forget: ok }, syncLog: { end: ok }, clock, log }),
      double({ tenantId, startedAt: '', isSimulated: true }),
      double({
        kind: 'failed',
        failure: { reason: 'couldNotCheck', message: canaryText },
        again: 'soon',
        counts: {},
        calls: 0,
      }),
    ),
  'The sign-in log was not read': ({ app, log }) => {
    const page = async () => {
      throw new GraphError({ status: 403, code: canaryText, message: canaryText });
    };
    const reading = { id: 'r', state: 'queued', days: 7, startedAt: null, attempts: 0, read: 0, reachedAt: null };
    const tenants = holding({ id: tenantId, m365TenantId: tenantId, isMock: true, signInReading: reading });
    const signInLogs = { readProgress: async () => null, endProgress: ok };
    const pages = failsWith({ status: 403, code: canaryText, message: canaryText });
    const microsoft365 = { graph: () => ({ page, pages, batch: async () => new Map() }) };
    const { leases, trail } = app;
    return createSignInReadings(
      double({ tenants, signInLogs, leases, queue: { send: ok }, microsoft365, trail, clock, log }),
    ).work(tenantId);
  },
  'The last sign-ins were not read': ({ app, log }) => {
    const page = async () => {
      throw new GraphError({ status: 403, code: canaryText, message: canaryText });
    };
    const tenants = holding({ id: tenantId, m365TenantId: tenantId, isMock: true });
    const lastSignIns = { read: async () => null, readProgress: async () => null, endProgress: ok, forget: ok };
    const microsoft365 = { graph: () => ({ page }) };
    return createLastSignInUpkeep(
      double({ tenants, lastSignIns, microsoft365, leases: app.leases, queue: hostile, clock, log }),
    ).work(tenantId);
  },
  'The directory audit log was not looked at': ({ log }) =>
    watchTenant(
      double({
        microsoft365: { graph: () => ({ pages: failsWith({ status: 403, code: canaryText, message: canaryText }) }) },
        ...{ everyMinutes: 10, clock, log },
      }),
      double({ tenant: { id: tenantId, m365TenantId: tenantId, isMock: true } }),
      watched,
      new AbortController().signal,
    ),
  'A look for changes broke off': ({ app, log }) =>
    createChangeWatch(
      double({ tenants: { open: fails }, table: hostile, leases: app.leases, everyMinutes: 10, clock, log }),
    ).work([tenantId]),
  'The groups of a tenant could not be followed yet': ({ log }) =>
    createTenantGrouping(double({ tenants: { get: fails }, clock, log })).follow(tenantId),
  'The groups were not set right': ({ app, log }) =>
    createTenantGrouping(
      double({
        ...{ tenantGroups: { all: fails }, users: { withGroups: () => usersOf() } },
        ...{ leases: app.leases, clock, log },
      }),
    ).sweep(),
  'A user was not given what groups hold': ({ app, log }) =>
    createTenantGrouping(
      double({
        ...{ tenantGroups: { all: async () => [] }, userAccess: { change: fails } },
        users: { withGroups: () => usersOf(tenantId) },
        // The sweep is due once in a while.
        ...{ leases: app.leases, clock: { now: () => new Date(Date.now() + 86_400_000) }, log },
      }),
    ).sweep(),
  'The tickets of a tenant could not be followed yet': ({ log }) =>
    followSafely(
      double({ log, clock }),
      double({ tenant: { id: tenantId, name: canaryText }, tickets: { query: fails } }),
    ),
  'The work of a ticket broke off': ({ log }) =>
    workSystem(
      double({
        ...{ clock, log, openSystem: () => ({}), dataKeys: {} },
        ticketSystems: { get: async () => ({ value: setUpSystem }) },
        tickets: { due: async () => [{ id: `${tenantId}_ticket-1`, tenantId }], toRead: async () => [] },
        tenants: { open: async () => ({ tenant: { id: tenantId, name: canaryText } }) },
        leases: { get: fails },
      }),
      'system-1',
    ),
  'The tokens were not refreshed': ({ log }) =>
    createTokenRefresh(
      double({
        tenants: { get: async () => ({ value: { id: tenantId, name: canaryText, m365TenantId: tenantId } }) },
        credentials: { claimDue: async () => [{ tenantId }], refreshFailed: ok },
        access: { renew: fails },
        log,
      }),
    ).refreshDue(),
  'What became of a token was not noted': ({ log }) =>
    createTokenOutcomes(double({ tenants: hostile, credentials: { noteUse: fails }, clock, log })).succeeded(tenantId),
  'A secret was not warned of': ({ log }) =>
    createSecretWatch(
      double({
        tenants: hostile,
        credentials: { due: async () => [{ id: 'x', tenantId }] },
        systemConfig: { graphApp: { get: async () => null } },
        ...{ activityLog: hostile, clock, log },
      }),
    ).warnDue(),
  'The simulated results were not deleted': ({ app, log }) =>
    createTenantMode(
      double({ tenants: { goingLive: async () => [{ id: tenantId }], open: fails }, leases: app.leases, clock, log }),
    ).finishWaiting(),
  'The offboarding broke off': ({ app, log }) => {
    const ofScope = async () => [{ id: tenantId, offboarding: { id: 'offboarding-1' } }];
    const tenants = { offboarding: { ofScope, get: fails } };
    return createOffboarding(double({ tenants, leases: app.leases, clock, log })).finishWaiting();
  },
  'The approval was not decided': ({ app, log }) => {
    const id = 'run-1';
    const run = { id, approvalIds: [`${tenantId}_approval-1`], handled: 0, decision: 'approved', notes: canaryText };
    const decisionRuns = { runs: holding({ ...run, assignment: null, startedBy: canaryText }) };
    const starter = { role: 'admin', scope: { kind: 'all' }, isDisabled: false };
    const others = { decisions: hostile, users: holding(starter), queue: hostile, trail: hostile };
    return createDecisionRuns(double({ ...others, decisionRuns, tenants: { open: fails }, clock: app.clock, log }))
      .work(id)
      .catch((error: unknown) => expect(error).toBeInstanceOf(Error));
  },
  'What follows from an approval was not done': ({ log }) => {
    const approval = { id: `${tenantId}_approval-1`, tenantId, isUnfinished: true, title: canaryText };
    const approvals = { systemWide: holding(approval), unfinished: async () => [approval] };
    const tenants = { open: async () => ({ approvals: holding(approval) }) };
    return createApprovalDecisions(
      double({ approvals, tenants, trail: {}, clock, carryOut: { run: fails, refusal: async () => null }, log }),
    ).finishWaiting();
  },
  'The authenticator does not open': ({ log }) => {
    const version = async () => {
      throw Object.assign(
        canaryError(() => new EnvelopeError(canaryText)),
        {},
      );
    };
    const authenticator = {
      secret: { keyVersion: 1 },
      confirmedAt: '2026-01-01T00:00:00.000Z',
      lastStep: 0,
      recoveryCodes: [],
    };
    const users = holding({ id: 'user-1', authenticator, username: canaryText });
    const worker = createAuthenticators(double({ users, dataKeys: { version }, trail: {}, clock, log }));
    return expect(worker.take('user-1', '123456')).rejects.toThrow('cannot be read');
  },
  'Retention forgot': ({ app }) => app.retention.forgetWhereDue(),
  'The audit trail was anchored': async ({ log }) => {
    const store = openSqliteRecordStore(':memory:');
    const trail = createTrail({ ...trailSystem(store).writing, clock: { now: () => start }, log });
    await trail.record({ ...entry, user: canaryText });
    await trail.sealOrphans();
    await trail.anchor();
    await store.close();
  },
  'A source of notifications failed': ({ log }) => {
    const marks = {
      get: async () => ({ value: { since: '2026-01-01T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' } }),
    };
    const source = { name: 'changes', everyMinutes: 1, collect: fails };
    return createCollector(double({ marks, clock, log }), [source])().catch(() => undefined);
  },
  'A notification could not be handed over': (context) => outbox(context, fails)(),
  'A notification was given up': (context) => outbox(context, async () => ({ kind: 'failed', reason: canaryText }))(),
  'The audit trail could not be verified': (context) => {
    const at = new Date().toISOString();
    const run = { id: 'run-1', requestedBy: canaryText, requestedAt: at, holder: null, heardAt: at, entries: 0 };
    return verification(context, run)
      .work('run-1')
      .catch((error: unknown) => expect(error).toBeInstanceOf(Error));
  },
  'An entry of the audit trail is not ours': async ({ app }) => {
    const template = await trailEntry(app);
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    await trailOf(app).create({ ...template, id: `entry-${timestamp}-forged`, timestamp, user: canaryText });
    await app.trail.sealOrphans();
  },
  'The audit trail is broken': async ({ test, app }) => {
    const { id } = await trailEntry(app);
    await update(trailOf(app), id, (entry) => ({ ...entry, user: canaryText }));
    await app.trailVerification.requestWhereDue();
    await test.drainQueue();
  },
  'A mail was not delivered': async ({ log }) => {
    const systemConfig = {
      mailSettings: holding({ way: 'smtp', signIn: 'none', fromAddress: canaryText, host: canaryText }),
      mailDelivery: holding({ at: '' }),
    };
    const refused = async () => ({ kind: 'failed', reason: canaryText, isPermanent: true });
    const mail = createConfiguredMail(double({ systemConfig, vault: hostile, senders: { smtp: refused }, clock, log }));
    await mail.send({ messageId: 'a@b', to: [canaryText], subject: canaryText, text: canaryText, html: canaryText });
  },
  'A scheduled report broke off': async ({ log }) => {
    const delivery = { id: 'a', tenantId, workAt: '2026-01-01', createdAt: new Date().toISOString() };
    const due = async () => [delivery];
    const tenant = { tenant: { id: tenantId, name: canaryText }, reportDeliveries: holding(delivery) };
    let opened = 0;
    const open = async () => {
      opened += 1;
      return opened === 1 ? tenant : fails();
    };
    await deliverDue(double({ tenants: { open }, reportDeliveries: { due }, clock, log }));
  },
  'The verification of the audit trail is repeated': (context) =>
    verification(context, {
      ...{ id: 'run-1', requestedBy: canaryText, requestedAt: '2026-01-01T00:00:00.000Z', holder: null },
      ...{ heardAt: '2026-01-01T00:00:00.000Z', entries: 0 },
    })
      .requestWhereDue()
      .catch(() => undefined),
};
