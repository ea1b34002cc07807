import type { TrailState } from '@tenantry/contract/audit-trail';
import type { ReadinessItem, SystemMetric } from '@tenantry/contract/health';
import { type TimerName, timerNames } from '../../domain/timer-runs/timer-names.ts';
import type { TimerRunEntity, TimerRuns } from '../../domain/timer-runs/timer-runs.ts';
import type { Clock } from '../../ports/clock.ts';
import { alertRules, firingAlerts } from './alert-rules.ts';
import { counted, needsAttention, notKnown, ready } from './readiness-item.ts';
import { isStale } from './readiness-services.ts';

export type WorkDependencies = {
  timerRuns: Pick<TimerRuns, 'latest'>;
  trailVerification: { state(): Promise<TrailState> };
  /** Timers that the settings switch off. */
  timersOff: readonly TimerName[];
  clock: Clock;
};

type Value = SystemMetric['value'];

const silentAfterMs = 30 * 60_000;
const instantOf = (text: string | undefined) => (text === undefined || text === '' ? null : text);

function timerItem(name: string, run: TimerRunEntity | undefined, now: Date): ReadinessItem {
  const named = { id: `timer.${name}`, label: `Timer ${name}` };
  const docs = 'docs/operate.md, timers-silent';
  const succeededAt = instantOf(run?.succeededAt);
  if (run === undefined) {
    const action = 'See in the log stream of the function app whether the function timer runs.';
    return notKnown(named, 'It has not run yet, or is switched off.', { action });
  }
  if (run.failedSteps !== '') {
    const action = `Look in the logs for "A step of a timer failed" with the timer ${name}.`;
    return needsAttention(named, `Steps of its last run failed: ${run.failedSteps}.`, { action, docs }, succeededAt);
  }
  // One that starts again and again and never ends is as silent as one that does not start.
  const sinceMs = now.getTime() - Date.parse(succeededAt ?? instantOf(run.firstStartedAt) ?? run.startedAt);
  if (sinceMs > silentAfterMs) {
    const action = `Look in the logs for "A timer has not ended" with the timer ${name}; see whether the function timer runs.`;
    return needsAttention(named, 'It has not succeeded for more than 30 minutes.', { action, docs }, succeededAt);
  }
  return succeededAt === null
    ? notKnown(named, 'Its first run has not ended yet.')
    : ready(named, 'All its steps succeeded.', succeededAt);
}

const switchedOff = (name: TimerName): ReadinessItem =>
  notKnown({ id: `timer.${name}`, label: `Timer ${name}` }, 'It is switched off.', {
    action: 'Take it out of the setting TIMERS_OFF to switch it on.',
  });

/** Each timer by its name: when it last succeeded, and what failed. */
export async function timerItems({ timerRuns, timersOff, clock }: WorkDependencies): Promise<ReadinessItem[]> {
  const runs = await timerRuns.latest();
  return timerNames.map((name) =>
    timersOff.includes(name) ? switchedOff(name) : timerItem(name, runs.get(name), clock.now()),
  );
}

const queues = [
  { queue: 'scan-work', label: 'Scan messages' },
  { queue: 'upkeep', label: 'Background messages' },
] as const;

function queueItem(id: string, label: string, { waiting, poison }: { waiting: Value; poison: Value }): ReadinessItem {
  const named = { id: `queue.${id}`, label };
  if (poison === null)
    return notKnown(named, 'They were not counted within the last 15 minutes.', { action: 'Check now.' });
  if (poison > 0) {
    return needsAttention(
      named,
      `${counted(poison, 'message')} failed five times and ${poison === 1 ? 'was' : 'were'} given up.`,
      {
        action: `Read the queue ${id}-poison in the storage account, and the logs of its tries.`,
        docs: 'docs/operate.md, poison-messages',
      },
    );
  }
  return ready(named, waiting === null ? 'None was given up.' : `${waiting} waiting, none given up.`);
}

/**
 * The figures without those that were counted long ago: what those said is not known any more.
 * @returns each of them with null in the place of its value
 */
export const freshFigures = (metrics: readonly SystemMetric[], now: Date): SystemMetric[] =>
  metrics.map((one) => (isStale(one.timestamp, now) ? { ...one, value: null } : one));

/** What waits in the queues and what was given up there, as last counted. Pure. */
export function queueItems(metrics: readonly SystemMetric[]): ReadinessItem[] {
  const figureOf = (metric: SystemMetric['metric']) => metrics.find((one) => one.metric === metric)?.value ?? null;
  return queues.map(({ queue, label }) =>
    queueItem(queue, label, { waiting: figureOf(`queue.${queue}`), poison: figureOf(`queue.${queue}.poison`) }),
  );
}

/** How the last verification of the audit trail ended. */
export async function trailItems({ trailVerification }: WorkDependencies): Promise<ReadinessItem[]> {
  const named = { id: 'trail', label: 'Audit trail' };
  const { last, isOverdue } = await trailVerification.state();
  const verify = { action: 'Verify it now.', page: 'systemHealth' } as const;
  if (last === null) return [notKnown(named, 'It has not been verified yet.', verify)];
  if (last.status === 'broken') {
    const action =
      'See below what was changed. Leave database and storage account as they are, and compare with a backup.';
    const remedy = { action, page: 'systemHealth', docs: 'docs/operate.md, trail-broken' } as const;
    return [needsAttention(named, 'It was changed from outside of Tenantry.', remedy, last.verifiedAt)];
  }
  if (last.status === 'notVerified') return [notKnown(named, `It could not be verified: ${last.reason}`, verify)];
  if (isOverdue)
    return [needsAttention(named, 'It has not been verified for more than a day.', verify, last.verifiedAt)];
  return [ready(named, 'It is whole.', last.verifiedAt)];
}

/** Which of Azure's alerts the last figures speak for; what is counted from requests and logs, Azure alone knows. Pure. */
export function alertItems(metrics: readonly SystemMetric[]): ReadinessItem[] {
  const firing = firingAlerts(metrics);
  const items = firing.map(({ name, title, meaning }) =>
    needsAttention({ id: `alert.${name}`, label: title }, meaning, {
      action: 'Read what to do in the handbook.',
      docs: `docs/operate.md, ${name}`,
    }),
  );
  if (items.length > 0) return items;
  const named = { id: 'alerts', label: 'Alerts' };
  if (metrics.length === 0) return [notKnown(named, 'Nothing has been counted yet.', { action: 'Check now.' })];
  const needed = new Set(alertRules.flatMap((rule) => rule.metrics));
  const known = new Set(metrics.filter(({ value }) => value !== null).map(({ metric }) => metric));
  const missing = [...needed].filter((metric) => !known.has(metric));
  if (missing.length > 0) {
    const names = missing.join(', ');
    return [notKnown(named, `No alert rule whose metrics are known fires. Not known yet: ${names}.`)];
  }
  const judged = alertRules.filter((rule) => rule.metrics.length > 0).length;
  return [ready(named, `${judged} alert rules were evaluated with the latest metrics. None of them fires.`)];
}
