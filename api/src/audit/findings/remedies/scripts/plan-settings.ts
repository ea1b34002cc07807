import { datasets } from '../../../facts/datasets.ts';
import { isObject, type JsonObject } from '../../../facts/json-reader.ts';
import { datasetSnapshot, type Plain, type SettingsDataset } from '../../drift/settings-snapshot.ts';
import { type JsonBody, MissingForScript, type RemedyStep, type ScriptTenant, type UpdateStep } from './remedy-plan.ts';

/** The objects of a dataset at the scan. @throws MissingForScript where it was not read */
export function objectsAtScan({ settings }: Pick<ScriptTenant, 'settings'>, name: SettingsDataset) {
  const kept = datasetSnapshot(settings, name);
  if (kept.state === 'ok') return kept.objects;
  throw new MissingForScript(`${datasets[name].label} could not be read at the last scan: ${kept.because}`);
}

/** The one object of a dataset at the scan. @throws MissingForScript */
export function settingAtScan(tenant: Pick<ScriptTenant, 'settings'>, name: SettingsDataset): JsonObject {
  const [first] = objectsAtScan(tenant, name);
  if (first === undefined) throw new MissingForScript(`${datasets[name].label} was not in Microsoft's answer.`);
  return first.value;
}

/** A text that a snapshot has cut is no longer what Microsoft sent. */
export const isCutText = (value: unknown): boolean =>
  typeof value === 'string' && /… \(\d+ characters, sha256 [0-9a-f]{12}\)$/.test(value);

export const isCut = (value: unknown): boolean =>
  isCutText(value) ||
  (Array.isArray(value) && value.some(isCut)) ||
  (isObject(value) && Object.values(value).some(isCut));

/** The part of a setting that a body names, as a script compares it with what is there. */
export function partOf(value: unknown, shape: unknown): Plain | null {
  if (!isObject(shape) || !isObject(value)) {
    if (isCut(value)) throw new MissingForScript('A text of this setting is too long for a scan to keep.');
    return (value ?? null) as Plain | null;
  }
  const parts = Object.keys(shape).flatMap((key): [string, Plain][] => {
    const part = Object.hasOwn(value, key) ? partOf(value[key], shape[key]) : null;
    return part === null ? [] : [[key, part]];
  });
  return Object.fromEntries(parts);
}

type UpdateInput = Pick<
  UpdateStep,
  'title' | 'path' | 'closes' | 'method' | 'object' | 'select' | 'held' | 'turnOn'
> & {
  set: JsonBody;
  seen: unknown;
  /** Delegated scopes. */
  read: string;
  write: readonly string[];
};

/** A change of properties of one object. `seen`: the object at the scan. @throws MissingForScript where it was cut */
export function update({ set, seen, read, write, ...step }: UpdateInput): UpdateStep {
  // What is held is no shape to select by: it is kept whole.
  const shape = { ...set, ...Object.fromEntries((step.held ?? []).map((name) => [name, null])) };
  return { ...step, kind: 'update', set, seen: partOf(seen, shape), reads: [read], writes: write, undoes: write };
}

/** Each step of which a check is open. */
export const stepsForOpen = (steps: readonly RemedyStep[], open: ReadonlySet<string>): readonly RemedyStep[] =>
  steps.filter(({ closes }) => closes.some((id) => open.has(id)));
