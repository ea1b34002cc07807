import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { TrailValue } from '../../ports/trail.ts';
import type { BlockRecord, EntryRecord } from '../../store/audit-log.ts';
import { shapes } from '../../store/shapes.ts';

// What is stored is held against these forms to the last field: a seal says nothing of a field that it does not cover, so
// there may be none.

/** As `toISOString` writes it, and an instant that there is. */
export const instant = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const shapeVersion = z.optional(z.literal(shapes.auditLogs.version));

/** Values within values: as deep as entries are written, and no deeper, so that no stored entry can exhaust who reads it. */
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const around = <T>(inner: z.ZodMiniType<T>) =>
  z.union([scalar, z.array(inner), z.record(z.string(), inner)]) as z.ZodMiniType<TrailValue>;
const detail = around(around(around(around(scalar as z.ZodMiniType<TrailValue>))));

const Entry = z.strictObject({
  shapeVersion,
  kind: z.literal('entry'),
  id: z.string(),
  eventType: z.string(),
  user: z.string(),
  target: z.string(),
  tenantId: z.nullable(z.string()),
  details: z.record(z.string(), detail),
  timestamp: instant,
  mac: hash,
});

const block = {
  kind: z.literal('block'),
  id: z.string(),
  sequence: z.number().check(z.int(), z.gte(1)),
  previous: z.string(),
  entryHashes: z.array(hash),
  entryIds: z.array(z.string()),
  count: z.number(),
  timestamp: instant,
  mac: hash,
};
const Block = z.strictObject({ shapeVersion, ...block });
const LooseBlock = z.object(block);

const Key = z.strictObject({
  shapeVersion,
  id: z.string(),
  kind: z.literal('key'),
  secretName: z.string(),
  timestamp: instant,
});

/**
 * What is stored, where it has the form and nothing else in it; null otherwise. A parser leaves out what it does not carry
 * over (a field named `__proto__`), and what it leaves out no seal would be asked about.
 */
export function exactly<T>(form: z.ZodMiniType<T>, stored: unknown): T | null {
  const parsed = z.safeParse(form, stored);
  return parsed.success && isDeepStrictEqual(parsed.data, stored) ? parsed.data : null;
}

/** An entry, where the record is one and nothing else; null otherwise. */
export const entryIn = (record: object): EntryRecord | null => exactly(Entry, record);

/**
 * A block, where the record is one. `isExact`: and nothing else; what it says of its entries may be right though somebody
 * added something to it.
 */
export function blockIn(record: object): { block: BlockRecord; isExact: boolean } | null {
  const parsed = z.safeParse(LooseBlock, record);
  if (!parsed.success) return null;
  const { count, entryIds, entryHashes } = parsed.data;
  if (count !== entryIds.length || count !== entryHashes.length) return null;
  return { block: parsed.data, isExact: exactly(Block, record) !== null };
}

export const isKeyRecord = (record: object): boolean => exactly(Key, record) !== null;

/** Whether a newer version of the product says that it wrote the record: this one cannot judge it. */
export function isNewer(record: object): boolean {
  const { shapeVersion: version } = record as { shapeVersion?: unknown };
  return Number.isInteger(version) && Number(version) > shapes.auditLogs.version;
}
