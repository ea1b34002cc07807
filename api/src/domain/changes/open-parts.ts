import { type ComparedSetting, settingsDrift } from '../../audit/findings/drift/settings-drift.ts';
import {
  datasetSnapshot,
  type SettingsDataset,
  type SettingsSnapshot,
  settingsDatasets,
} from '../../audit/findings/drift/settings-snapshot.ts';

/**
 * What is known of a tenant's settings and was not compared yet: of each dataset the beginnings of the ids of such objects, '' for all
 * of it.
 */
export type OpenParts = { after: SettingsSnapshot; open: ReadonlyMap<SettingsDataset, readonly string[]> };

/** Everything that a snapshot holds. */
export function partsOf(after: SettingsSnapshot): OpenParts {
  const known = settingsDatasets.filter((dataset) => datasetSnapshot(after, dataset).state === 'ok');
  return { after, open: new Map(known.map((dataset) => [dataset, ['']])) };
}

/** The parts of these that a scan could not read, in a dataset of which it read the rest. */
function unreadOf(open: readonly string[], unread: readonly { prefix: string }[]): string[] {
  const left = open.flatMap((part) =>
    unread.some(({ prefix }) => part.startsWith(prefix))
      ? [part]
      : unread.filter(({ prefix }) => prefix.startsWith(part)).map(({ prefix }) => prefix),
  );
  return [...new Set(left)];
}

/** What of a dataset an earlier scan does not know. What the tenant went without then was neither added nor removed. */
function leftOf(
  { after }: OpenParts,
  before: SettingsSnapshot | null,
  dataset: SettingsDataset,
  open: readonly string[],
): readonly string[] {
  if (before === null) return open;
  const then = datasetSnapshot(before, dataset);
  if (then.state === 'failed') return then.reason === 'notAvailable' ? [] : open;
  const now = datasetSnapshot(after, dataset);
  const unknownNow = now.state === 'ok' ? now.unread : [];
  return unreadOf(open, then.unread).filter((part) => !unknownNow.some(({ prefix }) => part.startsWith(prefix)));
}

/** Compares what is open with the settings of an earlier scan, null where they are not kept. Pure. */
export function comparedParts(
  before: SettingsSnapshot | null,
  parts: OpenParts,
): { changes: ComparedSetting[]; left: OpenParts } {
  const { after, open } = parts;
  const left = [...open].flatMap(([dataset, ids]): [SettingsDataset, readonly string[]][] => {
    const unknown = leftOf(parts, before, dataset, ids);
    return unknown.length === 0 ? [] : [[dataset, unknown]];
  });
  const isOpen = ({ dataset, objectId }: ComparedSetting) =>
    open.get(dataset as SettingsDataset)?.some((part) => objectId.startsWith(part)) ?? false;
  const changes = before === null ? [] : settingsDrift(before, after).changes.filter(isOpen);
  return { changes, left: { after, open: new Map(left) } };
}
