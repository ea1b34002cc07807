import type { StateTable } from '../../ports/state.ts';
import type { Log } from '../../ports/telemetry.ts';
import { type FilingParts, fileEvents } from './file-events.ts';
import type { NoticeSource, SourceParts } from './sources/source.ts';
import { noticeSources } from './sources/sources.ts';

/** How far a source was read: from `since` on everything is told, up to `until` everything was. */
export type MarkEntity = { since: string; until: string };

export type CollectingParts = SourceParts &
  FilingParts & {
    marks: StateTable<MarkEntity>;
    log: Log;
  };

const partition = 'sources';
/** What is written under an instant may be there to read only later. */
const overlapMs = 5 * 60_000;
/** So many keys of events are remembered by a process, so that what it filed is not written again while the periods overlap. */
const rememberedAtMost = 50_000;

type Remembered = Map<string, true>;

function remember(remembered: Remembered, keys: readonly string[]): void {
  for (const key of keys) remembered.set(key, true);
  for (const key of remembered.keys()) {
    if (remembered.size <= rememberedAtMost) break;
    remembered.delete(key);
  }
}

/** What a source tells that is new. The first time it tells nothing: only from then on. @returns how many deliveries were written */
async function collectFrom(
  parts: CollectingParts,
  source: NoticeSource,
  remembered: Remembered,
  began: Date,
): Promise<number> {
  const { marks } = parts;
  const now = began.toISOString();
  const mark = await marks.get(partition, source.name);
  if (mark === null) {
    await marks.create(partition, source.name, { since: now, until: now });
    return 0;
  }
  const { since, until } = mark.value;
  const everyMs = source.everyMinutes * 60_000;
  // A timer comes some seconds sooner or later than a minute after the last time.
  if (Date.parse(now) - Date.parse(until) < everyMs - 30_000) return 0;
  const overlapped = new Date(Date.parse(until) - overlapMs).toISOString();
  const period = { from: overlapped > since ? overlapped : since, to: now };
  const events = (await source.collect(parts, period)).filter(({ key }) => !remembered.has(key));
  const filed = await fileEvents(parts, events, began);
  remember(
    remembered,
    events.map(({ key }) => key),
  );
  // Another process that was as far tells the same: whoever is last moves the mark, and nothing is told twice.
  await marks.replace(partition, source.name, { since, until: now }, mark.etag);
  return filed;
}

/** Asks each source for what is new, and files it. A source that fails keeps back no other; it is asked for the same again. */
export function createCollector(parts: CollectingParts, sources: readonly NoticeSource[] = noticeSources) {
  const remembered: Remembered = new Map();
  return async (): Promise<number> => {
    let filed = 0;
    const failures: unknown[] = [];
    const began = parts.clock.now();
    for (const source of sources) {
      try {
        filed += await collectFrom(parts, source, remembered, began);
      } catch (error) {
        parts.log('A source of notifications failed', { step: source.name, error });
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} sources of notifications failed`);
    return filed;
  };
}
