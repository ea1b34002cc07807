import { describe, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { containers, monthOf } from '../../records/containers.ts';
import { createTrail, verifyTrail } from './trail-service.ts';

const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
const vault = { get: async () => 'a test key', set: async () => undefined };
const months = [monthOf(clock.now().toISOString())];

async function trailOf(writers: number, entriesEach: number) {
  const store = openSqliteRecordStore(':memory:');
  const trails = Array.from({ length: writers }, () => createTrail({ store, vault, clock }));
  await Promise.all(
    trails.flatMap((trail, writer) =>
      Array.from({ length: entriesEach }, (_, n) =>
        trail.record({
          eventType: 'user_signed_in',
          user: `user ${writer}`,
          target: 'target',
          tenantId: null,
          details: { n },
        }),
      ),
    ),
  );
  return store;
}

describe('the activity trail', () => {
  it('seals every entry in one chain, whoever writes at once', async () => {
    const store = await trailOf(3, 40);
    const whole = await verifyTrail(store, vault, months);
    expect(whole).toMatchObject({ entries: 120, problems: [] });
    expect(whole.blocks).toBeLessThan(120);
  });

  it('takes in entries whose process died before it sealed them, and leaves those alone that may be on their way', async () => {
    const store = await trailOf(1, 3);
    const entries = store.partition<{ id: string; kind?: string; timestamp?: string }>(
      containers.auditLogs,
      months[0] ?? '',
    );
    const { items } = await entries.query({ where: [{ field: 'kind', op: 'eq', value: 'entry' }], limit: 1 });
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
    const [template] = items;
    if (!template) throw new Error('The trail has no entries');
    await entries.create({ ...template, id: 'entry-orphan', timestamp: at(1000) });
    await entries.create({ ...template, id: 'entry-young', timestamp: at(3_590_000) });
    const later = { now: () => new Date(clock.now().getTime() + 3_600_000) };
    const trail = createTrail({ store, vault, clock: later });
    expect(await trail.sealOrphans()).toBe(1);
    expect(await trail.sealOrphans()).toBe(0);
    expect((await verifyTrail(store, vault, months)).problems).toEqual(['entry-young: not sealed by any block']);
  });

  it('shows an entry that was changed, removed or slipped in', async () => {
    const store = await trailOf(1, 10);
    const records = store.partition<{ id: string; user?: string }>(containers.auditLogs, months[0] ?? '');
    const { items } = await records.query({ where: [{ field: 'kind', op: 'eq', value: 'entry' }], limit: 2 });
    const [changed, removed] = items;
    const stored = await records.get(changed?.id ?? '');
    if (!stored || !removed) throw new Error('The trail has no entries');
    await records.replace({ ...stored.value, user: 'someone else' }, stored.etag);
    await records.delete(removed.id);
    await records.create({ ...stored.value, id: 'entry-forged' });
    const { problems } = await verifyTrail(store, vault, months);
    expect(problems.toSorted()).toEqual(
      [
        `${changed?.id}: changed after it was sealed`,
        `${removed.id}: sealed, but gone`,
        'entry-forged: not sealed by any block',
      ].toSorted(),
    );
  });

  it('shows a block that was changed or removed, and a key that is not the one it was sealed with', async () => {
    const store = await trailOf(1, 1);
    const trail = createTrail({ store, vault, clock });
    const entry = { eventType: 'user_signed_in', user: 'u', target: 't', tenantId: null, details: {} } as const;
    await trail.record(entry);
    await trail.record(entry);
    const blocks = store.partition<{ id: string; count?: number }>(containers.auditLogs, months[0] ?? '');
    expect((await verifyTrail(store, vault, months)).blocks).toBe(3);
    const otherKey = { get: async () => 'another key', set: async () => undefined };
    expect((await verifyTrail(store, otherKey, months)).problems).toHaveLength(3);
    await blocks.delete('block-000000000002');
    const { problems } = await verifyTrail(store, vault, months);
    expect(problems).toContain('block-000000000003: does not follow block-000000000001');
    expect(problems.some((problem) => problem.endsWith('not sealed by any block'))).toBe(true);
  });
});
