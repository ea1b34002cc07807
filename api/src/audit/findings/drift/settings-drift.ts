import type { ChangeScope, NotComparable, SettingChange } from '@tenantry/contract/drift';
import { truncate } from '@tenantry/contract/text';
import { datasets } from '../../facts/datasets.ts';
import { roleName } from '../../microsoft/privileged-roles.ts';
import { byAttention, type Improvement, settingAttention, settingImprovement } from './attention.ts';
import {
  type DatasetSnapshot,
  datasetSnapshot,
  eligiblePrefix,
  type Plain,
  type SettingObject,
  type SettingsDataset,
  type SettingsSnapshot,
  schedulesUnread,
  settingsDatasets,
  type Unread,
} from './settings-snapshot.ts';

/** A change with what is told of it where it lets less in than before, and with what tells it from every other. */
export type ComparedSetting = SettingChange & {
  improvement: Improvement | null;
  /** What it is now in one text that no name changes: who knows more names tells it in other words. */
  now: string;
};
export type SettingsDrift = { changes: ComparedSetting[]; notComparable: NotComparable[] };

type Value = Plain | undefined;
type Change = Pick<SettingChange, 'path' | 'kind' | 'scope' | 'before' | 'after'> & { now: string };
type NameOf = (text: string) => string;
type PlainObject = { readonly [key: string]: Plain };

const maxTextLength = 300;
const identities = ['id', 'name', 'restrictionType', 'target'] as const;

const isList = (value: Value): value is readonly Plain[] => Array.isArray(value);
const isPlainObject = (value: Value): value is PlainObject => typeof value === 'object' && !Array.isArray(value);
const short = (text: string): string => truncate(text, maxTextLength, '…');

/** One text for equal values, whatever the order of keys and of lists. */
function canonical(value: Plain): string {
  if (isList(value)) return `[${value.map(canonical).sort().join()}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.sort().join()}}`;
}

const inOneText = (value: Value): string => (value === undefined ? '' : canonical(value));

function words(value: Plain, nameOf: NameOf): string {
  if (isList(value))
    return value
      .map((item) => words(item, nameOf))
      .sort()
      .join(', ');
  if (!isPlainObject(value)) return typeof value === 'string' ? nameOf(value) : String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${words(item, nameOf)}`)
    .join('; ');
}

/** Objects by what names them; those of one name are told apart by what they hold. */
function keyed(items: readonly PlainObject[], identity: string): Map<string, PlainObject> {
  const byKey = new Map<string, PlainObject>();
  for (const item of items.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1))) {
    const name = String(item[identity]);
    let key = name;
    for (let copy = 2; byKey.has(key); copy += 1) key = `${name} (${copy})`;
    byKey.set(key, item);
  }
  return byKey;
}

class Comparison {
  readonly changes: Change[] = [];
  private readonly nameOf: NameOf;

  constructor(nameOf: NameOf) {
    this.nameOf = nameOf;
  }

  private note(path: string[], scope: ChangeScope, before: Value, after: Value): void {
    const text = (value: Value) => (value === undefined ? null : short(words(value, this.nameOf)));
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    this.changes.push({ path, kind, scope, before: text(before), after: text(after), now: inOneText(after) });
  }

  compare(path: string[], before: Value, after: Value): void {
    if (before === undefined && after === undefined) return;
    if (isList(before ?? []) && isList(after ?? [])) {
      this.compareLists(path, (before ?? []) as readonly Plain[], (after ?? []) as readonly Plain[]);
    } else if (isPlainObject(before ?? {}) && isPlainObject(after ?? {})) {
      this.compareObjects(path, (before ?? {}) as PlainObject, (after ?? {}) as PlainObject);
    } else if (before === undefined || after === undefined || canonical(before) !== canonical(after)) {
      this.note(path, 'value', before, after);
    }
  }

  private compareObjects(path: string[], before: PlainObject, after: PlainObject): void {
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
      const own = (object: PlainObject): Value => (Object.hasOwn(object, key) ? object[key] : undefined);
      this.compare([...path, key], own(before), own(after));
    }
  }

  /** Lists are sets: their order says nothing. Objects that have a name are compared by it, all else as it stands. */
  private compareLists(path: string[], before: readonly Plain[], after: readonly Plain[]): void {
    const all = [...before, ...after];
    const identity = identities.find((key) =>
      all.every((item) => isPlainObject(item) && Object.hasOwn(item, key) && typeof item[key] === 'string'),
    );
    if (identity === undefined) {
      this.compareSets(path, before, after);
      return;
    }
    const [old, young] = [
      keyed(before as readonly PlainObject[], identity),
      keyed(after as readonly PlainObject[], identity),
    ];
    for (const key of [...new Set([...old.keys(), ...young.keys()])].sort()) {
      const [one, other] = [old.get(key), young.get(key)];
      if (one === undefined || other === undefined) this.note([...path, this.nameOf(key)], 'object', one, other);
      else this.compareObjects([...path, this.nameOf(key)], one, other);
    }
  }

  private compareSets(path: string[], before: readonly Plain[], after: readonly Plain[]): void {
    const [old, young] = [
      new Map(before.map((item) => [canonical(item), item])),
      new Map(after.map((item) => [canonical(item), item])),
    ];
    const gone = [...old].filter(([key]) => !young.has(key)).map(([, item]) => item);
    const come = [...young].filter(([key]) => !old.has(key)).map(([, item]) => item);
    if (gone.length === 0 && come.length === 0) return;
    this.note(path, 'members', gone.length === 0 ? undefined : gone, come.length === 0 ? undefined : come);
  }
}

type Ok = Extract<DatasetSnapshot, { state: 'ok' }>;

function objectChanges(before: SettingObject | undefined, after: SettingObject | undefined, nameOf: NameOf): Change[] {
  if (before && after) {
    const comparison = new Comparison(nameOf);
    comparison.compare([], before.value, after.value);
    return comparison.changes;
  }
  const text = (object: SettingObject | undefined) => {
    const { displayName: _name, ...rest } = object?.value ?? {};
    return object ? short(words(rest, nameOf)) : null;
  };
  const kind = before ? 'removed' : 'added';
  const now = inOneText(after?.value);
  return [{ path: [], kind, scope: 'object', before: text(before), after: text(after), now }];
}

/** What is told of a part that could not be read. The rest of its dataset is compared: the part has a name of its own. */
function unreadParts(dataset: SettingsDataset, unread: readonly Unread[]): NotComparable[] {
  const parts = new Map<string, NotComparable>();
  for (const { prefix, reason, because } of unread) {
    const isSchedules = dataset === 'roles' && prefix === eligiblePrefix;
    const partOfRoles = isSchedules ? 'PIM schedules' : 'role assignments through groups';
    const label = dataset === 'roles' ? partOfRoles : datasets[dataset].label;
    // Snapshots of before told it in other words.
    const told = isSchedules ? schedulesUnread[reason] : because;
    parts.set(told, { dataset, label, because: told });
  }
  return [...parts.values()];
}

function compareDataset(dataset: SettingsDataset, before: Ok, after: Ok, nameOf: NameOf): SettingsDrift {
  const { label } = datasets[dataset];
  const unread = [...before.unread, ...after.unread];
  const byId = (objects: readonly SettingObject[]) =>
    new Map(
      objects.filter(({ id }) => !unread.some(({ prefix }) => id.startsWith(prefix))).map((one) => [one.id, one]),
    );
  const [old, young] = [byId(before.objects), byId(after.objects)];
  const hadBefore = (isWanted: (id: string) => boolean) => before.objects.some(({ id }) => isWanted(id));
  const changes = [...new Set([...old.keys(), ...young.keys()])].flatMap((objectId) => {
    const [one, other] = [old.get(objectId), young.get(objectId)];
    const objectName = other?.name ?? one?.name ?? objectId;
    return objectChanges(one, other, nameOf).map((change) => {
      const weighed = { ...change, old: one, young: other, hadBefore };
      const attention = settingAttention(dataset, weighed);
      const improvement = attention === null ? settingImprovement(dataset, weighed) : null;
      return { dataset, label, objectId, objectName, ...change, attention, improvement };
    });
  });
  return { changes, notComparable: unreadParts(dataset, unread) };
}

function notCompared(dataset: SettingsDataset, before: DatasetSnapshot, after: DatasetSnapshot): NotComparable {
  const told = (snapshot: DatasetSnapshot, which: string) =>
    snapshot.state === 'failed' ? [`${which}: ${snapshot.because}`] : [];
  const isAlike = before.state === 'failed' && after.state === 'failed' && before.because === after.because;
  const because = isAlike ? before.because : [...told(before, 'Earlier scan'), ...told(after, 'Later scan')].join(' ');
  return { dataset, label: datasets[dataset].label, because };
}

/** What the tenant went without at one of the scans was neither added nor removed. */
const isWithout = (snapshot: DatasetSnapshot) => snapshot.state === 'failed' && snapshot.reason === 'notAvailable';

const inOrder = (a: SettingChange, b: SettingChange): number =>
  byAttention(a, b) ||
  settingsDatasets.indexOf(a.dataset as SettingsDataset) - settingsDatasets.indexOf(b.dataset as SettingsDataset) ||
  a.objectName.localeCompare(b.objectName) ||
  a.objectId.localeCompare(b.objectId) ||
  a.path.join('/').localeCompare(b.path.join('/'));

/**
 * What differs between the settings of two scans. A dataset, or a part of one, that either scan could not see is named as
 * not comparable and gives no change. What needs attention comes first. The order of lists never matters. Pure.
 */
export function settingsDrift(before: SettingsSnapshot, after: SettingsSnapshot): SettingsDrift {
  const names = { ...before.names, ...after.names };
  const nameOf = (text: string): string => (Object.hasOwn(names, text) ? (names[text] ?? text) : roleName(text));
  const drift: SettingsDrift = { changes: [], notComparable: [] };
  for (const dataset of settingsDatasets) {
    // Neither scan could know of it: their version did not.
    if (before.datasets[dataset] === undefined && after.datasets[dataset] === undefined) continue;
    const [one, other] = [datasetSnapshot(before, dataset), datasetSnapshot(after, dataset)];
    if (one.state === 'failed' || other.state === 'failed') {
      if (isWithout(one) || isWithout(other)) continue;
      drift.notComparable.push(notCompared(dataset, one, other));
      continue;
    }
    const own = compareDataset(dataset, one, other, nameOf);
    drift.changes.push(...own.changes);
    drift.notComparable.push(...own.notComparable);
  }
  return { changes: drift.changes.sort(inOrder), notComparable: drift.notComparable };
}
