import type { MetricName } from '@tenantry/contract/health';
import { silentMinutes } from '../../domain/timer-runs/silent-minutes.ts';
import { type TimerName, timerNames } from '../../domain/timer-runs/timer-names.ts';
import type { TimerRuns } from '../../domain/timer-runs/timer-runs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';

export type FigureDependencies = {
  scans: Pick<ScanStore, 'count' | 'oldestQueued'>;
  credentials: Pick<CredentialStore, 'countLost' | 'countRefreshFailures'>;
  queue: Pick<WorkQueue, 'depth'>;
  trailVerification: { brokenFigure(): Promise<number | null> };
  secretWatch: { countEnding(): Promise<number> };
  timerRuns: Pick<TimerRuns, 'latest'>;
  /** Timers that an operator switched off: their silence is meant. */
  timersOff: readonly TimerName[];
  clock: Clock;
};

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Null where it cannot be determined. */
export type Figure = () => Promise<number | null>;

/** The figures that are counted at a probe; `services.failing` is what the probe itself came to. */
export function watchedFigures({
  scans,
  credentials,
  queue,
  trailVerification,
  secretWatch,
  timerRuns,
  timersOff,
  clock,
}: FigureDependencies): Record<Exclude<MetricName, 'services.failing'>, Figure> {
  const anHourAgo = () => new Date(clock.now().getTime() - hourMs);
  return {
    'scans.queued': () => scans.count(everyTenant, 'queued'),
    'scans.running': () => scans.count(everyTenant, 'running'),
    'scans.completed.hour': () => scans.count(everyTenant, 'completed', anHourAgo()),
    'scans.failed.hour': () => scans.count(everyTenant, 'failed', anHourAgo()),
    'scans.queued.oldest.minutes': async () => {
      const oldest = await scans.oldestQueued(everyTenant);
      return oldest === null ? 0 : Math.max(0, Math.floor((clock.now().getTime() - Date.parse(oldest)) / minuteMs));
    },
    'tenants.reconnect': () => credentials.countLost(everyTenant),
    'tokens.refresh.failed.hour': () => credentials.countRefreshFailures(everyTenant, anHourAgo()),
    'secrets.ending': () => secretWatch.countEnding(),
    'timers.silent.minutes': async () => {
      const names = timerNames.filter((name) => !timersOff.includes(name));
      return silentMinutes(await timerRuns.latest(), names, clock.now());
    },
    'queue.scan-work': () => queue.depth('scan-work'),
    'queue.scan-work.poison': () => queue.depth('scan-work-poison'),
    'queue.upkeep': () => queue.depth('upkeep'),
    'queue.upkeep.poison': () => queue.depth('upkeep-poison'),
    'audit.trail.broken': () => trailVerification.brokenFigure(),
  };
}
