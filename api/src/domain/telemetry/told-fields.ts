import type { LogFields } from '../../ports/telemetry.ts';
import { textWithoutSecrets } from '../redaction/secret-text.ts';
import { isKnownCode, knownWords } from './known-words.ts';
import { type IsFile, type ToldFields, toldError } from './told-error.ts';

const redacted = '[REDACTED]';

/** Ids as this product makes them, tenant ids (GUIDs) before them; e-mail addresses, names with blanks and tokens are none. */
const idForm = /^[A-Za-z0-9_:#-][A-Za-z0-9_.:#-]{0,199}$/;
const idOf = (value: string) => (idForm.test(value) && textWithoutSecrets(value) === value ? value : redacted);
/** Of our own code. */
const wordOf = (value: string) => (/^[a-z][a-zA-Z _.-]{0,60}$/.test(value) ? value : redacted);

const tellers = {
  tenantId: idOf,
  userId: idOf,
  scanId: idOf,
  runId: idOf,
  jobId: idOf,
  taskId: idOf,
  findingId: idOf,
  recheckId: idOf,
  packId: idOf,
  reportId: idOf,
  approvalId: idOf,
  offboardingId: idOf,
  entryId: idOf,
  timer: wordOf,
  step: wordOf,
  service: wordOf,
  metric: wordOf,
  part: wordOf,
  at: (value: string) => (/^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(value) ? value : redacted),
  mac: (value: string) => (/^[0-9a-f]{16,128}$/.test(value) ? value : redacted),
  code: (value: string) => (isKnownCode(value) ? value : redacted),
  reason: knownWords,
  status: Number,
  attempt: Number,
  count: Number,
  anchor: Number,
  sequence: Number,
} satisfies { [Name in Exclude<keyof LogFields, 'error'>]-?: (value: never) => string | number };

/** The fields that may leave, by name; anything else is left out, whatever handed it in. */
export function toldFields({ error, ...fields }: LogFields, isFile: IsFile): ToldFields {
  const told: ToldFields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(tellers, name) || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const tell = tellers[name as keyof typeof tellers] as (value: string | number) => string | number;
    told[name] = tell(value);
  }
  return error === undefined ? told : { ...told, ...toldError(error, isFile) };
}
