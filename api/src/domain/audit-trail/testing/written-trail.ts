import { expect } from 'vitest';
import type { RecordStore } from '../../../ports/record-store.ts';
import { containers } from '../../../store/containers.ts';
import { entry, type Raw, type TrailSystem } from './trail-system.ts';

export const [october, november, december] = ['2026-10', '2026-11', '2026-12'] as const;
export const anchors = (system: TrailSystem) =>
  [...system.files.keys()].filter((name) => name.startsWith('trail-anchors/'));
export const newestAnchorFile = (system: TrailSystem) => anchors(system).toSorted().at(-1) ?? '';

export function changeAnchor(system: TrailSystem, at: number, change: (text: string) => string): void {
  const name = anchors(system)[at] ?? '';
  const text = Buffer.from(system.files.get(name) ?? []).toString();
  expect(change(text)).not.toBe(text);
  system.files.set(name, Buffer.from(change(text)));
}

export async function emptied(store: RecordStore): Promise<RecordStore> {
  for await (const key of store.partitionKeys(containers.auditLogs)) {
    const records = store.partition<Raw>(containers.auditLogs, key);
    for (const { id } of (await records.query({ limit: 1000 })).items) await records.delete(id);
  }
  return store;
}

/** Three months, each with entries in several blocks, anchored; then two blocks that no anchor proves yet. */
export async function written(system: TrailSystem): Promise<void> {
  const trail = system.trail();
  for (const day of ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01']) {
    for (const hour of ['09', '10']) {
      system.setNow(`${day}T${hour}:00:00Z`);
      await Promise.all([1, 2, 3].map((n) => trail.record({ ...entry, details: { n } })));
      await trail.sealOrphans();
      await trail.anchor();
    }
  }
  system.pass(60_000);
  await trail.record({ ...entry, user: 'late' });
  await trail.record({ ...entry, user: 'later' });
}

export type Attack = [what: string, attack: (system: TrailSystem) => Promise<void>, found: RegExp];

export const firstOf = async (system: TrailSystem, month: string, prefix: string, at = 0): Promise<Raw> => {
  const record = (await system.all(month, prefix)).at(at);
  if (!record) throw new Error('There is no such record');
  return record;
};
export const changeEntry = (change: (record: Raw) => Raw) => async (system: TrailSystem) => {
  const { id } = await firstOf(system, november, 'entry-', 3);
  await system.change(november, id, change);
};
export const changeBlock = (change: (record: Raw) => Raw) => async (system: TrailSystem) => {
  const { id } = await firstOf(system, november, 'block-', 1);
  await system.change(november, id, change);
};
export const copyTo = (month: string, prefix: string) => async (system: TrailSystem) => {
  await system.raw(month).create(await firstOf(system, november, prefix));
};

/** As a parser of JSON makes it of the text: a field of its own, of that name. */
export const withProto = (value: unknown): object =>
  JSON.parse(JSON.stringify(value).replace('{', '{"__proto__":"approved by the board",'));
