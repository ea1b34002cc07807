import type { GraphFailure } from '../../../ports/graph.ts';
import { type DatasetResult, failed } from '../../facts.ts';
import type { JsonObject } from '../../json-reader.ts';
import { type ConfigurationDataset, configurationTypes } from '../../tenant-configuration.ts';
import { type ConfigurationResults, unavailable } from './snapshot-results.ts';
import { unsupportedCode } from './snapshot-service.ts';

const dayMs = 86_400_000;

/** Instances that Microsoft allows for each tenant and month, over all applications (limits of snapshots). */
export const monthlyInstances = 20_000;

/** What is known of a tenant from its last snapshots. */
export type SnapshotHistory = {
  /** As last read, each with its own date. */
  datasets: ConfigurationResults;
  lastTakenAt: string | null;
  usage: { month: string; instances: number };
  /** Types that the tenant's Graph does not know, and until when they are not asked for again. */
  refusedTypes: Partial<Record<ConfigurationDataset, string>>;
};

export type SnapshotPlan = {
  /** Types to be asked for now. */
  ask: ConfigurationDataset[];
  /** What is not asked for, each as it was last read or with the reason. */
  results: ConfigurationResults;
};

/** A type that is not supported is tried again after a week: Microsoft may have added it. */
export const refusedForMs = 7 * dayMs;

/** `2026-11`, in UTC. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** The instances that count for this month. */
export const usedIn = ({ usage }: Pick<SnapshotHistory, 'usage'>, now: Date): number =>
  usage.month === monthOf(now) ? usage.instances : 0;

export const allowedInstances = (sharePercent: number): number => Math.floor((monthlyInstances * sharePercent) / 100);

export const sizeOf = (result: DatasetResult<JsonObject[]> | undefined): number =>
  result?.state === 'ok' ? result.value.length : 0;

const monthEnd = (now: Date) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);

/**
 * Whether a snapshot of so many instances may be taken now: there is one for each day until the month's end, or so much time
 * has gone by since the last that what is left lasts as long.
 */
function mayTake(expected: number, history: SnapshotHistory, allowed: number, now: Date): boolean {
  const remaining = allowed - usedIn(history, now);
  if (expected === 0) return remaining > 0;
  const snapshots = Math.floor(remaining / expected);
  if (snapshots < 1) return false;
  const leftMs = monthEnd(now) - now.getTime();
  if (snapshots > Math.ceil(leftMs / dayMs) || history.lastTakenAt === null) return true;
  return now.getTime() - Date.parse(history.lastTakenAt) >= leftMs / snapshots;
}

export const overShareCode = 'MonthlyShare';

export const overShare: GraphFailure = {
  status: 0,
  code: overShareCode,
  message:
    'Microsoft limits how many settings can be read per organization and month, and what this installation may use of it has to last until the month ends.',
};

const unsupported = (until: string): GraphFailure => ({
  status: 400,
  code: unsupportedCode,
  message: `Microsoft does not offer these settings through Microsoft Graph in this organization. It is asked again on ${until.slice(0, 10)}.`,
});

const isFresh = (name: ConfigurationDataset, result: DatasetResult | undefined, now: Date): boolean => {
  const { everyDays } = configurationTypes[name];
  if (everyDays === undefined || result?.state !== 'ok') return false;
  return now.getTime() - Date.parse(result.fetchedAt) < everyDays * dayMs;
};

/** As many of the types as the month allows: those with an instance for each mailbox step back first. */
function affordable(
  due: readonly ConfigurationDataset[],
  history: SnapshotHistory,
  allowed: number,
  now: Date,
): ConfigurationDataset[] {
  const sizeOfAll = (names: readonly ConfigurationDataset[]) =>
    names.reduce((sum, name) => sum + sizeOf(history.datasets[name]), 0);
  const small = due.filter((name) => configurationTypes[name].everyDays === undefined);
  const choices = [due, small].filter(({ length }) => length > 0);
  return [...(choices.find((names) => mayTake(sizeOfAll(names), history, allowed, now)) ?? [])];
}

/**
 * What of the wanted types is asked for now. The rest goes by what was read last, with its date.
 * @param sharePercent of Microsoft's monthly limit, which all applications share
 */
export function planSnapshot(
  wanted: readonly ConfigurationDataset[],
  history: SnapshotHistory,
  sharePercent: number,
  now: Date,
): SnapshotPlan {
  const results: ConfigurationResults = {};
  const due: ConfigurationDataset[] = [];
  for (const name of wanted) {
    const until = history.refusedTypes[name];
    const last = history.datasets[name];
    if (until !== undefined && Date.parse(until) > now.getTime())
      Object.assign(results, unavailable([name], unsupported(until), now));
    else if (last !== undefined && isFresh(name, last, now)) results[name] = last;
    else due.push(name);
  }
  const ask = affordable(due, history, allowedInstances(sharePercent), now);
  for (const name of due) if (!ask.includes(name)) results[name] = standing(history, name) ?? failed(overShare, now);
  return { ask, results };
}

/** What a snapshot says until another says otherwise: settings, or that this organization refuses them. */
const stands = (result: DatasetResult): boolean =>
  result.state === 'ok' || result.reason === 'notPermitted' || result.code === unsupportedCode;

/** What was told last of a type and still stands, with its date; null where nothing does. */
export function standing(
  { datasets }: Pick<SnapshotHistory, 'datasets'>,
  name: ConfigurationDataset,
): DatasetResult<JsonObject[]> | null {
  const last = datasets[name];
  return last !== undefined && stands(last) ? last : null;
}
