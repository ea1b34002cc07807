import { describe, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { update } from '../../ports/collection.ts';
import type { OutboxEntry, TrailEntry } from '../../ports/trail.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { type Outboxed, openOutboxStore } from '../../store/outbox.ts';
import { emptyOutbox, settleOutbox, settleOutboxes, withEntry } from './outbox.ts';

type Item = Outboxed & { status: string };
const now = new Date('2026-11-20T12:00:00Z');
const entry = (to: string): TrailEntry => ({
  eventType: 'finding_status_changed',
  user: 'ada',
  target: 'a finding',
  tenantId: null,
  details: { to },
});

async function oneItem() {
  const store = openSqliteRecordStore(':memory:');
  const items = store.partition<Item>(containers.systemConfig, globalPartition);
  await items.create({ id: 'a', status: 'open', ...emptyOutbox });
  const recorded: OutboxEntry[] = [];
  const trail = { recordOutbox: async (entries: readonly OutboxEntry[]) => void recorded.push(...entries) };
  const broken = { recordOutbox: () => Promise.reject(new Error('the trail is not to be reached')) };
  const change = (to: string) =>
    update(items, 'a', (item) => (item.status === to ? item : withEntry({ ...item, status: to }, entry(to), now)));
  return { store, items, recorded, trail, broken, change };
}

describe('a change and its entry in the trail', () => {
  it('are written in one step, and the entry is taken off once it is sealed', async () => {
    const { items, trail, recorded, change } = await oneItem();
    const changed = await change('resolved');
    if (!changed) throw new Error('nothing was changed');
    expect(changed).toMatchObject({ status: 'resolved', hasOutbox: true });
    await settleOutbox(items, changed, trail);
    expect(recorded.map((one) => one.details.to)).toEqual(['resolved']);
    expect((await items.get('a'))?.value).toMatchObject({ status: 'resolved', ...emptyOutbox });
  });

  it('wait for each other where the trail fails, and are made up for later', async () => {
    const { store, items, trail, broken, recorded, change } = await oneItem();
    const changed = await change('resolved');
    if (!changed) throw new Error('nothing was changed');
    await expect(settleOutbox(items, changed, broken)).rejects.toThrow('not to be reached');
    const repeated = await change('resolved');
    expect(repeated?.outbox).toHaveLength(1);
    expect(await settleOutboxes(openOutboxStore(store), { trail, clock: { now: () => now } })).toBe(1);
    expect(await settleOutboxes(openOutboxStore(store), { trail, clock: { now: () => now } })).toBe(0);
    expect(recorded.map((one) => one.details.to)).toEqual(['resolved']);
  });

  it('are one each, however many make the same change at once, and none is lost', async () => {
    const { items, trail, recorded, change } = await oneItem();
    const all = await Promise.all(['resolved', 'resolved', 'resolved', 'open', 'resolved'].map(change));
    await Promise.all(all.flatMap((item) => (item ? [settleOutbox(items, item, trail)] : [])));
    const ids = new Set(recorded.map((one) => one.id));
    const final = (await items.get('a'))?.value;
    expect(final).toMatchObject(emptyOutbox);
    const changes = [...ids].map((id) => recorded.find((one) => one.id === id)?.details.to);
    expect(changes.filter((to) => to === 'resolved').length - changes.filter((to) => to === 'open').length).toBe(
      final?.status === 'resolved' ? 1 : 0,
    );
  });
});
