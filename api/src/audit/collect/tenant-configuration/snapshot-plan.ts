import type { GraphFailure } from '../../../ports/graph.ts';
import { type DatasetResult, failed } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { type ConfigurationDataset, configurationTypes, unsupportedCode } from '../../facts/tenant-configuration.ts';
import { type ConfigurationResults, unavailable } from './snapshot-results.ts';

const dayMs = 86_400_000;

/** Instances that Microsoft allows for each tenant and month, over all applications (limits of snapshots). */
export const monthlyInstances = 20_000;

/** What is known of a tenant from its last snapshots. */
export type SnapshotHistory = {
  /** As last read, each with its own date. */
  datasets: ConfigurationResults;
  /** What was extracted of each type when it was last asked for, whatever became of it. */
  extracted?: Partial<Record<ConfigurationDataset, { at: string; instances: number }>>;
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

/** How many instances a type had when it was last asked for. */
export function sizeOf(
  { datasets, extracted }: Pick<SnapshotHistory, 'datasets' | 'extracted'>,
  name: ConfigurationDataset,
) {
  const last = datasets[name];
  return extracted?.[name]?.instances ?? (last?.state === 'ok' ? last.value.length : 0);
}

const monthEnd = (now: Date) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);

const lastAskedAt = ({ datasets, extracted }: SnapshotHistory, name: ConfigurationDataset): string | null =>
  extracted?.[name]?.at ?? datasets[name]?.fetchedAt ?? null;

/**
 * When these types were last taken: at the time from which half of their instances are. A few that a re-check read since make
 * the whole no newer. Null where that was never.
 */
function lastTakenMs(names: readonly ConfigurationDataset[], history: SnapshotHistory): number | null {
  const taken = names.flatMap((name) => {
    const at = lastAskedAt(history, name);
    return at === null ? [] : [{ ms: Date.parse(at), size: sizeOf(history, name) }];
  });
  const half = taken.reduce((sum, { size }) => sum + size, 0) / 2;
  let seen = 0;
  for (const { ms, size } of taken.sort((a, b) => a.ms - b.ms)) {
    seen += size;
    if (seen >= half) return ms;
  }
  return null;
}

/**
 * Whether a snapshot of these types may be taken now: there is one each time that they are due until the month's end, or so much
 * time has gone by since the last that what is left lasts as long.
 */
function mayTake(
  names: readonly ConfigurationDataset[],
  history: SnapshotHistory,
  allowed: number,
  now: Date,
): boolean {
  const expected = names.reduce((sum, name) => sum + sizeOf(history, name), 0);
  const remaining = allowed - usedIn(history, now);
  if (expected === 0) return remaining > 0;
  const snapshots = Math.floor(remaining / expected);
  if (snapshots < 1) return false;
  const leftMs = monthEnd(now) - now.getTime();
  const everyDays = Math.max(...names.map((name) => configurationTypes[name].everyDays ?? 1));
  if (snapshots > Math.ceil(leftMs / (everyDays * dayMs))) return true;
  const lastMs = lastTakenMs(names, history);
  return lastMs === null || now.getTime() - lastMs >= leftMs / snapshots;
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

/** Whether it is too early to ask for a type again. What failed is asked for again, unless that cost instances as well. */
function isEarly(name: ConfigurationDataset, { datasets, extracted }: SnapshotHistory, now: Date): boolean {
  const { everyDays } = configurationTypes[name];
  if (everyDays === undefined) return false;
  const [last, taken] = [datasets[name], extracted?.[name]];
  const since = [last?.state === 'ok' ? last.fetchedAt : null, taken && taken.instances > 0 ? taken.at : null];
  return since.some((at) => at !== null && now.getTime() - Date.parse(at) < everyDays * dayMs);
}

/** As many of the types as the month allows: those with an instance for each mailbox step back first. */
function affordable(
  due: readonly ConfigurationDataset[],
  history: SnapshotHistory,
  allowed: number,
  now: Date,
): ConfigurationDataset[] {
  const small = due.filter((name) => configurationTypes[name].everyDays === undefined);
  const choices = [due, small].filter(({ length }) => length > 0);
  return [...(choices.find((names) => mayTake(names, history, allowed, now)) ?? [])];
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
    const last = history.datasets[name];
    const notKnown = stillRefused(history, name, now);
    if (notKnown !== null) results[name] = notKnown;
    else if (last !== undefined && isEarly(name, history, now)) results[name] = last;
    else due.push(name);
  }
  const ask = affordable(due, history, allowedInstances(sharePercent), now);
  for (const name of due)
    if (!ask.includes(name)) results[name] = standing(history, name, now) ?? failed(overShare, now);
  return { ask, results };
}

/** What a snapshot says until another says otherwise: settings, or that this organization refuses them. */
const stands = (result: DatasetResult): boolean =>
  result.state === 'ok' || result.reason === 'notPermitted' || result.code === unsupportedCode;

/** What is said of a type that this tenant's Graph does not know, until it is asked for again; null where it may know it. */
function stillRefused(
  { refusedTypes }: Pick<SnapshotHistory, 'refusedTypes'>,
  name: ConfigurationDataset,
  now: Date,
): DatasetResult<JsonObject[]> | null {
  const until = refusedTypes[name];
  if (until === undefined || Date.parse(until) <= now.getTime()) return null;
  return unavailable([name], unsupported(until), now)[name] ?? null;
}

/** What was told last of a type and still stands, with its date; null where nothing does. */
export function standing(
  history: Pick<SnapshotHistory, 'datasets' | 'refusedTypes'>,
  name: ConfigurationDataset,
  now: Date,
): DatasetResult<JsonObject[]> | null {
  const last = history.datasets[name];
  return stillRefused(history, name, now) ?? (last !== undefined && stands(last) ? last : null);
}
