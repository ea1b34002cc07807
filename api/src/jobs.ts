import { TenantId, TenantRecordId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import type { App } from './compose.ts';
import { timerNames } from './domain/timer-runs/timer-names.ts';
import type { TimerRuns } from './domain/timer-runs/timer-runs.ts';
import { createTimerTick, type Timer } from './domain/timer-runs/timer-tick.ts';
import { scanJobs } from './features/scans/scan-jobs.ts';
import type { Job } from './ports/job.ts';
import type { Log } from './ports/telemetry.ts';
import { type TimerStep, timers } from './timers.ts';

/**
 * A timer with its steps. One that fails does not keep the others from theirs; the run then counts as failed. How it went is kept
 * (`domain/timer-runs`), unless nothing can be written.
 * @returns its run throws an AggregateError with what the steps failed with
 */
export function timerOf(
  { name, everyMinutes, steps }: { name: string; everyMinutes: number; steps: readonly TimerStep[] },
  { timerRuns, log }: { timerRuns: Pick<TimerRuns, 'started' | 'ended'>; log: Log },
): Timer {
  const unnoted = (error: unknown) => log('The run of a timer was not noted', { timer: name, error });
  return {
    name,
    everyMinutes,
    run: async () => {
      const failed: string[] = [];
      const failures: unknown[] = [];
      await timerRuns.started(name).catch(unnoted);
      for (const { name: step, run } of steps) {
        try {
          await run();
        } catch (error) {
          log('A step of a timer failed', { timer: name, step, error });
          failed.push(step);
          failures.push(error);
        }
      }
      await timerRuns.ended(name, failed).catch(unnoted);
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} of the steps of the timer ${name} failed`);
    },
  };
}

/** A timer that the operator switched off: it says so where it is due, and no run of it is noted. */
export function switchedOff({ name, everyMinutes }: Timer, log: Log): Timer {
  return { name, everyMinutes, run: async () => log('The timer is switched off', { timer: name }) };
}

/** The timers of an installation, those that are switched off among them. */
export function timersOf(app: App): Timer[] {
  return timerNames.map((name) => {
    const { everyMinutes, steps } = timers[name];
    const timer = timerOf({ name, everyMinutes, steps: steps(app) }, app);
    return app.config.timersOff.includes(name) ? switchedOff(timer, app.log) : timer;
  });
}

/**
 * One function for all timers: Flex Consumption gives each function that is no HTTP trigger instances of its own, and bills a run a
 * second at least (decision 049). Its name has no hyphen, which Azure's own switch asks for on Linux (decision 029).
 */
function timerJob(app: App): Job {
  return { kind: 'timer', name: 'timer', schedule: '0 * * * * *', run: createTimerTick(timersOf(app), app) };
}

/** Background work beside scans. It shares a queue, since each queue scales for itself and three are the most. */
const UpkeepMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('last-sign-in'), tenantId: TenantId }),
  z.object({ kind: z.literal('tenant-configuration'), tenantId: TenantId }),
  z.object({ kind: z.literal('directory-sync'), tenantId: TenantId }),
  z.object({ kind: z.literal('sign-in-log'), tenantId: TenantId }),
  z.object({
    kind: z.literal('change-watch'),
    tenantIds: z.pipe(
      z.pipe(
        z.string(),
        z.transform((ids: string) => ids.split(' ')),
      ),
      z.array(TenantId),
    ),
  }),
  z.object({ kind: z.literal('client-link'), address: z.string() }),
  z.object({ kind: z.literal('client-asked'), id: TenantRecordId }),
  z.object({ kind: z.literal('tickets'), systemId: z.string() }),
  z.object({ kind: z.literal('scan-run'), runId: z.string() }),
  z.object({ kind: z.literal('decision-run'), runId: z.string() }),
  z.object({ kind: z.literal('verify-trail'), runId: z.string() }),
  z.object({ kind: z.literal('export'), jobId: z.string() }),
  z.object({ kind: z.literal('report'), tenantId: TenantId, reportId: TenantRecordId }),
  z.object({ kind: z.literal('evidence'), tenantId: TenantId, packId: TenantRecordId }),
  z.object({ kind: z.literal('scheduled-reports'), lane: z.string() }),
  z.object({ kind: z.literal('recheck'), tenantId: TenantId, taskId: TenantRecordId, recheckId: z.string() }),
  z.object({
    kind: z.literal('recheck-finding'),
    tenantId: TenantId,
    findingId: TenantRecordId,
    recheckId: z.string(),
  }),
]);

function upkeepJob({
  exportWorker,
  lastSignInUpkeep,
  changeWatch,
  clientSignIn,
  tellGuests,
  configurationCollection,
  directorySync,
  signInReadings,
  scanRuns,
  decisionRuns,
  trailVerification,
  rechecks,
  findingRechecks,
  reportJobs,
  evidenceJobs,
  reportScheduleWorker,
  ticketing,
  telemetry,
}: App): Job {
  return {
    kind: 'queue',
    name: 'upkeep',
    queueName: 'upkeep',
    run: (message) => {
      const parsed = z.parse(UpkeepMessage, message);
      if ('tenantId' in parsed) telemetry.note({ tenantId: parsed.tenantId });
      if (parsed.kind === 'change-watch') return changeWatch.work(parsed.tenantIds);
      if (parsed.kind === 'client-link') return clientSignIn.mailLinks(parsed.address);
      if (parsed.kind === 'client-asked') return tellGuests(parsed.id);
      if (parsed.kind === 'tickets') return ticketing.work(parsed.systemId);
      if (parsed.kind === 'export') return exportWorker.work(parsed.jobId);
      if (parsed.kind === 'verify-trail') return trailVerification.work(parsed.runId);
      if (parsed.kind === 'recheck') return rechecks.work({ ...parsed, id: parsed.taskId });
      if (parsed.kind === 'recheck-finding') return findingRechecks.work({ ...parsed, id: parsed.findingId });
      if (parsed.kind === 'report') return reportJobs.work(parsed);
      if (parsed.kind === 'evidence') return evidenceJobs.work(parsed);
      if (parsed.kind === 'scheduled-reports') return reportScheduleWorker.work(parsed.lane);
      if (parsed.kind === 'decision-run') return decisionRuns.work(parsed.runId);
      if (parsed.kind === 'scan-run') return scanRuns.work(parsed.runId);
      if (parsed.kind === 'sign-in-log') return signInReadings.work(parsed.tenantId);
      if (parsed.kind === 'directory-sync') return directorySync.work(parsed.tenantId);
      if (parsed.kind === 'tenant-configuration') return configurationCollection.work(parsed.tenantId);
      return lastSignInUpkeep.work(parsed.tenantId);
    },
  };
}

/** Everything that runs without a browser waiting for it. */
export function jobsOf(app: App): Job[] {
  return [...scanJobs(app), upkeepJob(app), timerJob(app)];
}
