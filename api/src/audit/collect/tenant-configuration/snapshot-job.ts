import { isObject, type JsonObject, textAt, textsAt, timeAt, valueAt } from '../../json-reader.ts';
import { type ConfigurationDataset, datasetOfType } from '../../tenant-configuration.ts';

/** A job as Graph tells it; `finished`: ended in a way that is not told, so that its errors and its snapshot decide. */
export type SnapshotJob = {
  id: string;
  displayName: string;
  status: 'waiting' | 'finished' | 'failed';
  location: string | null;
  createdMs: number | null;
  /** The types that it is for, in lower case; null where that is not told. */
  types: ReadonlySet<string> | null;
  errors: readonly SnapshotError[];
};

/** What went wrong with a type; null: not told of which type. */
export type SnapshotError = { dataset: ConfigurationDataset | null; message: string };

const stillWaiting = new Set(['notstarted', 'running']);

function statusOf(job: JsonObject): SnapshotJob['status'] {
  const status = textAt(job, 'status')?.toLowerCase() ?? '';
  if (status === 'failed') return 'failed';
  return stillWaiting.has(status) ? 'waiting' : 'finished';
}

const typeInText = /microsoft\.[a-z]+\.[a-z0-9]+/i;

/** An error: a text as jobs have it (`microsoft.teams.meetingpolicy: …`), or an object as monitors have it. */
function typeErrorIn(value: unknown): SnapshotError[] {
  if (typeof value === 'string') return [{ dataset: datasetOfType(typeInText.exec(value)?.[0] ?? ''), message: value }];
  if (!isObject(value)) return [];
  const type = textAt(value, 'resourceType') ?? '';
  return [{ dataset: datasetOfType(type), message: textAt(value, 'errorMessage') ?? 'No reason was given.' }];
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
