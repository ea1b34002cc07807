import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../../adapters/vault/file-vault.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import { openAuditLogStore } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { monthOf } from '../../store/month.ts';
import { createTrail } from './trail-service.ts';
import { verifyTrail } from './verify-trail.ts';

const start = new Date('2026-11-20T12:00:00Z');
const months = [monthOf(start.toISOString())];
const entry: TrailEntry = {
  eventType: 'user_signed_in',
  user: 'ada',
  target: 'ada',
  tenantId: null,
  details: { n: 1 },
};

function memoryVault() {
  const secrets = new Map<string, string>();
  return {
    get: async (name: string) => secrets.get(name) ?? null,
    set: async (name: string, value: string) => void secrets.set(name, value),
  };
}

function memoryBlobs(): Blobs {
  const files = new Map<string, Uint8Array>();
  return {
    write: async (name, content) => void files.set(name, Buffer.from(content)),
    read: async (name) => files.get(name) ?? null,
    async *list(prefix) {
      yield* [...files.keys()].filter((name) => name.startsWith(prefix));
    },
    delete: async (name) => void files.delete(name),
  };
}

function system() {
  let now = start;
  const store = openSqliteRecordStore(':memory:');
  const parts = { auditLog: openAuditLogStore(store), vault: memoryVault(), blobs: memoryBlobs() };
  const said: string[] = [];
  const trail = () => createTrail({ ...parts, clock: { now: () => now }, log: (message) => said.push(message) });
  const records = store.partition<{ id: string; kind: string; user?: string; timestamp: string; mac?: string }>(
    containers.auditLogs,
    months[0] ?? '',
  );
  const entries = async (limit: number) =>
    (await records.query({ where: [{ field: 'kind', op: 'eq', value: 'entry' }], limit })).items;
  const problems = async () => (await verifyTrail(parts, months, { fromTheStart: true })).problems;
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { ...parts, said, trail, records, entries, problems, pass };
}

const write = (trail: ReturnType<typeof createTrail>, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => trail.record({ ...entry, details: { n } })));

describe('the audit trail', () => {
  it('seals every entry in one chain, whoever writes at once', async () => {
    const { trail, ...parts } = system();
    await Promise.all(Array.from({ length: 3 }, () => write(trail(), 40)));
    const whole = await verifyTrail(parts, months, { fromTheStart: true });
    expect(whole).toMatchObject({ entries: 120, problems: [] });
    expect(whole.blocks).toBeLessThan(120);
  });

  it('has one key, even where processes with a fresh vault start at once', async () => {
    const { auditLog, blobs } = system();
    const folder = await temporaryFolder('trail');
    const vault = () => openFileVault({ folder: join(folder, 'vault'), keyFile: join(folder, 'keys', 'key') });
    const process = () =>
      createTrail({ auditLog, vault: vault(), blobs, clock: { now: () => start }, log: () => undefined });
    await Promise.all([process(), process(), process()].map((trail) => write(trail, 5)));
    const whole = await verifyTrail({ auditLog, vault: vault(), blobs }, months, { fromTheStart: true });
    expect(whole).toMatchObject({ entries: 15, problems: [] });
  });

  it('takes in entries whose process died before it sealed them, once', async () => {
    const { trail, records, pass, problems } = system();
    await write(trail(), 2);
    const { items } = await records.query({ where: [{ field: 'kind', op: 'eq', value: 'block' }] });
    for (const block of items) await records.delete(block.id);
    const later = trail();
    expect(await later.sealOrphans()).toBe(0);
    pass(60_000);
    expect(await later.sealOrphans()).toBe(2);
    expect(await later.sealOrphans()).toBe(0);
    expect(await problems()).toEqual([]);
  });

  it('never seals an entry that was slipped into the store, and says so', async () => {
    const { trail, records, entries, pass, problems, said } = system();
    await write(trail(), 1);
    const [template] = await entries(1);
    if (!template) throw new Error('The trail has no entries');
    await records.create({ ...template, id: 'entry-forged', user: 'eve' });
    pass(60_000);
    expect(await trail().sealOrphans()).toBe(0);
    expect(said.join()).toContain('entry-forged was not written by Tenantry');
    expect(await problems()).toEqual(['entry-forged: not written by this product, or changed']);
  });

  it('records a pending entry once, however often it is settled', async () => {
    const { trail, entries, problems } = system();
    const one = trail();
    const pending = { ...entry, id: 'entry-pending', timestamp: start.toISOString() };
    await Promise.all([one.recordOutbox([pending]), one.recordOutbox([pending]), trail().recordOutbox([pending])]);
    expect((await entries(10)).map((record) => record.id)).toEqual(['entry-pending']);
    expect(await problems()).toEqual([]);
  });

  it('shows an entry that was changed or removed', async () => {
    const { trail, records, entries, problems } = system();
    await write(trail(), 10);
    const [changed, removed] = await entries(2);
    const stored = await records.get(changed?.id ?? '');
    if (!stored || !removed) throw new Error('The trail has no entries');
    await records.replace({ ...stored.value, user: 'someone else' }, stored.etag);
    await records.delete(removed.id);
    expect((await problems()).toSorted()).toEqual(
      [`${changed?.id}: not written by this product, or changed`, `${removed.id}: sealed, but gone`].toSorted(),
    );
  });

  it('shows a block that was removed, and a key that is not the one it was sealed with', async () => {
    const { trail, records, problems, ...parts } = system();
    const one = trail();
    for (let n = 0; n < 3; n += 1) await one.record(entry);
    const otherKey = { get: async () => 'another key', set: async () => undefined };
    expect((await verifyTrail({ ...parts, vault: otherKey }, months)).problems).toHaveLength(6);
    await records.delete('block-000000000002');
    expect(await problems()).toContain('block-000000000003: does not follow block-000000000001');
    await records.delete('block-000000000001');
    expect(await problems()).toContain('block-000000000003: is not the first block, and there is none before it');
  });

  it('shows that its end was cut off, where it was anchored before', async () => {
    const { trail, records, entries, problems, pass } = system();
    const one = trail();
    await one.record(entry);
    pass(1);
    await one.record(entry);
    await one.anchor();
    await one.anchor();
    expect(await problems()).toEqual([]);
    const newest = (await entries(10)).at(-1);
    await records.delete('block-000000000002');
    await records.delete(newest?.id ?? '');
    expect(await problems()).toEqual([
      expect.stringContaining('block 2, anchored at 2026-11-20T12:00:00.001Z, is gone'),
    ]);
  });
});
