import { isObject, type JsonObject, textAt, textsAt, timeAt, valueAt } from '../../facts/json-reader.ts';
import {
  type ConfigurationDataset,
  configurationDatasets,
  configurationTypes,
  datasetOfType,
} from '../../facts/tenant-configuration.ts';

/** A job as Graph tells it; `partial`: ended in part, or in a way that is not told, so that something may be missing. */
export type SnapshotJob = {
  id: string;
  displayName: string;
  status: 'waiting' | 'finished' | 'partial' | 'failed';
  location: string | null;
  createdMs: number | null;
  /** The types that it is for, in lower case; null where that is not told. */
  types: ReadonlySet<string> | null;
  errors: readonly SnapshotError[];
};

/** What went wrong with a type; `other`: with one that is none of ours; null: not told of which type. */
type SnapshotError = { dataset: ConfigurationDataset | 'other' | null; message: string };

const stillWaiting = new Set(['notstarted', 'running']);

function statusOf(job: JsonObject): SnapshotJob['status'] {
  const status = textAt(job, 'status')?.toLowerCase() ?? '';
  if (status === 'failed') return 'failed';
  if (status === 'succeeded') return 'finished';
  return stillWaiting.has(status) ? 'waiting' : 'partial';
}

const typeInText = /\bmicrosoft\.[a-z]+\.[a-z0-9]+\b(?!\.\w)/gi;
/** As another tool of Microsoft's names the same settings: `EXOTransportRule`, `[SCDLPCompliancePolicy]`, `TeamsMeetingPolicy`. */
const shortNames = new Map(
  configurationDatasets.map((name) => [configurationTypes[name].type.split('.').at(-1) ?? '', name] as const),
);
const wordInText = /[a-z]+/gi;

/** Every type of ours that a text names. */
function datasetsIn(text: string): ConfigurationDataset[] {
  const whole = [...text.matchAll(typeInText)].flatMap(([type]) => datasetOfType(type) ?? []);
  const words = [...text.replace(typeInText, ' ').matchAll(wordInText)].flatMap(
    ([word]) => shortNames.get(word.toLowerCase().replace(/^(exo|sc|teams)/, '')) ?? [],
  );
  return [...new Set([...whole, ...words])];
}

/** An error: a text as jobs have it (`microsoft.teams.meetingpolicy: …`), or an object as monitors have it. */
function typeErrorIn(value: unknown): SnapshotError[] {
  if (typeof value === 'string') {
    const named = datasetsIn(value);
    const unknown: SnapshotError['dataset'] = value.search(typeInText) === -1 ? null : 'other';
    return (named.length > 0 ? named : [unknown]).map((dataset) => ({ dataset, message: value }));
  }
  if (!isObject(value)) return [];
  const type = textAt(value, 'resourceType') ?? '';
  const dataset = datasetOfType(type) ?? (type === '' ? null : 'other');
  return [{ dataset, message: textAt(value, 'errorMessage') ?? 'No reason was given.' }];
}

function errorsIn(job: JsonObject): SnapshotError[] {
  const errors = valueAt(job, 'errorDetails');
  if (Array.isArray(errors)) return errors.flatMap(typeErrorIn);
  return typeErrorIn(errors);
}

/** Reads a job; null where it has no id. */
export function snapshotJob(value: unknown): SnapshotJob | null {
  if (!isObject(value)) return null;
  const id = textAt(value, 'id');
  if (id === null || id === '') return null;
  const location = textAt(value, 'resourceLocation')?.trim() ?? '';
  return {
    id,
    displayName: textAt(value, 'displayName') ?? '',
    status: statusOf(value),
    location: location === '' ? null : location,
    createdMs: timeAt(value, 'createdDateTime'),
    types: Array.isArray(valueAt(value, 'resources'))
      ? new Set(textsAt(value, 'resources').map((type) => type.trim().toLowerCase()))
      : null,
    errors: errorsIn(value),
  };
}
