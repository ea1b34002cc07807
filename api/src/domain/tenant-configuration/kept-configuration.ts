import { monthOf, refusedForMs, sizeOf, usedIn } from '../../audit/collect/tenant-configuration/snapshot-plan.ts';
import type { ConfigurationResults } from '../../audit/collect/tenant-configuration/snapshot-results.ts';
import {
  refusedTypes,
  type SnapshotRun,
  unreadTypes,
} from '../../audit/collect/tenant-configuration/snapshot-state.ts';
import type { ConfigurationDataset } from '../../audit/facts/tenant-configuration.ts';
import type { ConfigurationProgress, KeptConfiguration } from '../../store/tenant-configurations.ts';

export const nothingKept: KeptConfiguration = {
  datasets: {},
  lastJob: null,
  usage: { month: '', instances: 0 },
  refusedTypes: {},
};

/**
 * With what a run has used of the month. What Microsoft extracted and nobody read counts as well: as many instances as these
 * types had when they were last read.
 */
function countedIn(kept: KeptConfiguration, run: SnapshotRun, now: Date): KeptConfiguration['usage'] {
  const unread = [...unreadTypes(run)].reduce((sum, name) => sum + sizeOf(kept, name), 0);
  return { month: monthOf(now), instances: usedIn(kept, now) + run.instances + unread };
}

/** A run that is given up counts too: Microsoft has extracted its instances. */
export const withoutRun = (kept: KeptConfiguration, { run }: ConfigurationProgress, now: Date): KeptConfiguration => ({
  ...kept,
  usage: countedIn(kept, run, now),
});

function statusOf(results: ConfigurationResults) {
  const states = Object.values(results).map(({ state }) => state);
  if (!states.includes('ok')) return 'failed';
  return states.includes('failed') ? 'partiallySuccessful' : 'succeeded';
}

/** Types that are refused now, until when, and those from before whose time is not over. */
function refusedUntil(kept: KeptConfiguration, run: SnapshotRun, now: Date): KeptConfiguration['refusedTypes'] {
  const until = new Date(now.getTime() + refusedForMs).toISOString();
  const before = Object.entries(kept.refusedTypes).filter(([, end]) => end > now.toISOString());
  return Object.fromEntries([...before, ...refusedTypes(run).map((name) => [name, until] as const)]);
}

function extractedBy(kept: KeptConfiguration, { sizes = {} }: SnapshotRun, now: Date): KeptConfiguration['extracted'] {
  const at = now.toISOString();
  const own = Object.entries(sizes).map(([name, instances]) => [name, { at, instances }] as const);
  return { ...kept.extracted, ...Object.fromEntries(own) };
}

/**
 * What was read before, and over it what this run gave. A type that could not be read for now keeps what it had, with its date.
 * @param inBackground whether no scan has seen it yet
 */
export function withRun(
  kept: KeptConfiguration,
  { run, calls }: ConfigurationProgress,
  now: Date,
  inBackground: boolean,
): KeptConfiguration {
  const datasets: ConfigurationResults = { ...kept.datasets };
  for (const [name, result] of Object.entries(run.results) as [
    ConfigurationDataset,
    (typeof run.results)['dlpRules'],
  ][]) {
    const stays = result?.state === 'failed' && result.reason === 'couldNotCheck' && datasets[name]?.state === 'ok';
    if (result !== undefined && !stays) datasets[name] = result;
  }
  return {
    datasets,
    refusedTypes: refusedUntil(kept, run, now),
    usage: countedIn(kept, run, now),
    extracted: extractedBy(kept, run, now),
    lastJob: {
      inBackground,
      endedAt: now.toISOString(),
      status: statusOf(run.results),
      instances: run.instances,
      seconds: Math.round((now.getTime() - Date.parse(run.startedAt)) / 100) / 10,
      calls,
      ...(run.notDeleted && {
        notDeleted: `${run.notDeleted.status} ${run.notDeleted.code}: ${run.notDeleted.message}`,
      }),
    },
  };
}
