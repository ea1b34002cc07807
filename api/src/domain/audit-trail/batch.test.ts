import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { every, update } from '../../ports/collection.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import { openAuditLogStore } from '../../store/audit-log.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { type Outboxed, openOutboxStore } from '../../store/outbox.ts';
import { shapedRecords } from '../../store/shaped-records.ts';
import { newBatch, settleAsOne, withBatchEntry } from './batch.ts';
import { emptyOutbox, settleOutbox, settleOutboxes } from './outbox.ts';
import { start, trailSystem } from './testing/trail-system.ts';

type Item = Outboxed & { status: string };

const entryOf = (id: string): TrailEntry => ({
  eventType: 'finding_status_changed',
  user: 'ada',
  target: id,
  tenantId: null,
  details: { id },
});
const told = (members: readonly { id: string }[]) => ({
  eventType: 'findings_status_changed' as const,
  user: 'ada',
  target: `${members.length} findings`,
  tenantId: null,
  details: { members: members.map(({ id }) => ({ id })) },
});

function opened() {
  const store = openSqliteRecordStore(':memory:');
  const records = shapedRecords(store);
  const system = trailSystem(store);
  const trail = system.trail();
  const items = records.partition<Item>(containers.systemConfig, globalPartition);
  const { ofMonth } = openAuditLogStore(records);
  return {
    ...system,
    trail,
    items,
    /** What the trail has, an entry of several by all its members. */
    entries: async () =>
      (await every(ofMonth(start.toISOString()))).flatMap((one) => (one.kind === 'entry' ? [one] : [])),
    sweep: () => settleOutboxes(openOutboxStore(records), { trail, clock: system.reading.clock }),
  };
}

describe('changes that are made in one go', () => {
  let world: ReturnType<typeof opened>;
  const batch = newBatch(start);
  const ids = ['a', 'b', 'c'];
  const change = (id: string) =>
    update(world.items, id, (item) => withBatchEntry({ ...item, status: 'done' }, entryOf(id), batch));
  const settle = (trail: Pick<Trail, 'recordOutbox'> = world.trail) =>
    settleAsOne(world.items, ids, { batch, trail, told });
  const summaries = async () =>
    (await world.entries()).map(({ eventType, target }) => `${eventType} ${target}`).toSorted();

  beforeEach(async () => {
    world = opened();
    for (const id of ids) await world.items.create({ id, status: 'open', ...emptyOutbox });
    for (const id of ids) await change(id);
  });

  it('are told by one entry, which names each, and nothing waits any more', async () => {
    await settle();
    await settle();
    const [entry, ...others] = await world.entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ id: batch.id, target: '3 findings' });
    expect(entry?.details.members).toEqual(ids.map((id) => ({ id })));
    for (const item of await every(world.items)) expect(item).toMatchObject({ status: 'done', ...emptyOutbox });
    expect(await world.verify()).toMatchObject({ status: 'whole', problems: [] });
  });

  it('are told each for itself where the process died before, once they are old enough to be nobody’s', async () => {
    expect(await world.sweep()).toBe(0);
    world.pass(60_001);
    expect(await world.sweep()).toBe(3);
    expect(await summaries()).toEqual(ids.map((id) => `finding_status_changed ${id}`));
    expect(await world.verify()).toMatchObject({ status: 'whole', problems: [] });
  });

  it('are not told again where the process died after their entry was sealed', async () => {
    const dying: Pick<Trail, 'recordOutbox'> = {
      recordOutbox: async (entries) => {
        await world.trail.recordOutbox(entries);
        throw new Error('killed');
      },
    };
    await expect(settle(dying)).rejects.toThrow('killed');
    world.pass(60_001);
    expect(await world.sweep()).toBe(3);
    expect(await summaries()).toEqual(['findings_status_changed 3 findings']);
    for (const item of await every(world.items)) expect(item).toMatchObject(emptyOutbox);
  });

  it('leave out what somebody who changed one of them meanwhile has told', async () => {
    const item = (await world.items.get('b'))?.value;
    if (!item) throw new Error('The item is gone');
    await settleOutbox(world.items, item, world.trail);
    await settle();
    expect(await summaries()).toEqual(['finding_status_changed b', 'findings_status_changed 2 findings']);
  });
});
