import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../../adapters/vault/file-vault.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { BlockRecord } from '../../store/audit-log.ts';
import { entry, start, type TrailSystem, trailSystem } from './testing/trail-system.ts';
import { createTrail } from './trail-service.ts';
import { verifyTrail } from './verify-trail.ts';

const month = '2026-11';
const december = '2026-12';

const write = (trail: ReturnType<typeof createTrail>, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => trail.record({ ...entry, details: { n } })));

describe('the audit trail', () => {
  let store: RecordStore;
  let system: TrailSystem;
  beforeEach(() => {
    store = openSqliteRecordStore(':memory:');
    system = trailSystem(store);
  });
  afterEach(() => store.close());

  it('seals every entry in one chain, whoever writes at once', async () => {
    await Promise.all(Array.from({ length: 3 }, () => write(system.trail(), 40)));
    const whole = await system.verify();
    expect(whole).toMatchObject({ entries: 120, problems: [] });
    expect(whole.blocks).toBeLessThan(120);
  });

  it('has one key, even where processes with a fresh vault start at once, and the vault knows which', async () => {
    const folder = await temporaryFolder('trail');
    const vault = () => openFileVault({ folder: join(folder, 'vault'), keyFile: join(folder, 'keys', 'key') });
    const { auditLog, blobs } = system.writing;
    const process = () =>
      createTrail({ auditLog, vault: vault(), blobs, clock: { now: () => start }, log: () => undefined });
    await Promise.all([process(), process(), process()].map((trail) => write(trail, 5)));
    const whole = await verifyTrail({ ...system.reading, vault: vault() });
    expect(whole).toMatchObject({ entries: 15, problems: [] });
    expect(JSON.parse((await vault().get('trail-key-note')) ?? '')).toEqual({
      secretName: (await system.raw('keys').get('trail-key-1'))?.value.secretName,
      timestamp: start.toISOString(),
    });
  });

  it('goes on under the key that the vault names, though somebody named another in the records', async () => {
    await write(system.trail(), 2);
    await system.change('keys', 'trail-key-1', (record) => ({ ...record, secretName: 'known-to-eve' }));
    system.secrets.set('known-to-eve', 'known');
    await write(system.trail(), 2);
    expect(await system.kindsOf()).toEqual(['key trail-key-1']);
    await system.raw('keys').delete('trail-key-1');
    await write(system.trail(), 2);
    expect(await system.kindsOf()).toEqual(['key trail-key-1']);
    expect(system.secrets.size).toBe(3);
  });

  it('takes in entries whose process died before it sealed them, once, however long ago', async () => {
    await write(system.trail(), 2);
    for (const { id } of await system.all(month, 'block-')) await system.raw(month).delete(id);
    expect(await system.trail().sealOrphans()).toBe(0);
    system.pass(40 * 86_400_000);
    const later = system.trail();
    // Somebody is faster than the first sweep.
    await write(later, 1);
    expect(await later.sealOrphans()).toBe(2);
    expect(await later.sealOrphans()).toBe(0);
    expect(await system.verify()).toMatchObject({ entries: 3, problems: [] });
  });

  it('never seals an entry that was slipped into the store, and says so', async () => {
    await write(system.trail(), 1);
    const [template] = await system.all(month, 'entry-');
    if (!template) throw new Error('The trail has no entries');
    await system.raw(month).create({ ...template, id: 'entry-forged', user: 'eve' });
    system.pass(60_000);
    expect(await system.trail().sealOrphans()).toBe(0);
    expect(system.said).toContainEqual({ message: 'An entry of the audit trail is not ours', entryId: 'entry-forged' });
    expect(await system.kindsOf()).toEqual(['altered entry-forged']);
  });

  it('records a pending entry once, however often it is settled', async () => {
    const one = system.trail();
    const pending = { ...entry, id: 'entry-pending', timestamp: start.toISOString() };
    await Promise.all([
      one.recordOutbox([pending]),
      one.recordOutbox([pending]),
      system.trail().recordOutbox([pending]),
    ]);
    expect((await system.all(month, 'entry-')).map((record) => record.id)).toEqual(['entry-pending']);
    expect((await system.verify()).problems).toEqual([]);
  });

  it('is one chain over the end of a month, on whichever side of midnight a process is', async () => {
    const late = new Date('2026-11-30T23:59:59.900Z');
    const early = new Date('2026-12-01T00:00:00.100Z');
    const at = (now: Date) => createTrail({ ...system.writing, clock: { now: () => now }, log: () => undefined });
    const [behind, ahead] = [at(late), at(early)];
    await write(behind, 3);
    await Promise.all(Array.from({ length: 10 }, (_, n) => write(n % 2 ? behind : ahead, 1)));
    await write(behind, 1);
    system.setNow('2026-12-01T00:05:00Z');
    expect(await system.verify()).toMatchObject({ entries: 14, problems: [] });
    const blocks = async (of: string) => (await system.all(of, 'block-')) as unknown as BlockRecord[];
    expect((await blocks(month)).at(-1)).toMatchObject({ count: 0, timestamp: '2026-11-30T23:59:59.999Z' });
    expect((await blocks(december)).length).toBeGreaterThan(0);
  });

  it('goes on with its chain after years in which nobody wrote', async () => {
    await write(system.trail(), 1);
    system.setNow('2030-03-01T00:00:00Z');
    await write(system.trail(), 1);
    expect(await system.verify()).toMatchObject({ status: 'whole', entries: 2 });
  });
});

describe('the anchors of the trail', () => {
  let store: RecordStore;
  let system: TrailSystem;
  beforeEach(() => {
    store = openSqliteRecordStore(':memory:');
    system = trailSystem(store);
  });
  afterEach(() => store.close());

  const anchors = () =>
    [...system.files.entries()]
      .filter(([name]) => name.startsWith('trail-anchors/0'))
      .map(([, bytes]) => JSON.parse(Buffer.from(bytes).toString()));
  async function tick(trail = system.trail()): Promise<void> {
    await trail.sealOrphans();
    await trail.anchor();
  }

  it('are written once an hour where something was written, by one of the processes that run the timer', async () => {
    const trails = [1, 2, 3].map(() => system.trail());
    await write(system.trail(), 1);
    const tickAll = () => Promise.all(trails.map((trail) => tick(trail)));
    await tickAll();
    await write(system.trail(), 1);
    system.pass(60_000);
    await tickAll();
    expect(anchors().map(({ number, sequence }) => [number, sequence])).toEqual([[1, 1]]);
    system.pass(3_600_000);
    await tickAll();
    system.pass(3_600_000);
    await tickAll();
    expect(anchors().map(({ number, sequence }) => [number, sequence])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(anchors()[1]?.previous).toBe(anchors()[0]?.seal);
    expect(JSON.parse(system.secrets.get('trail-newest-anchor') ?? '')).toMatchObject({ number: 2, sequence: 2 });
    expect(system.said.filter(({ message }) => message === 'The audit trail was anchored')).toHaveLength(2);
  });

  it('are written at the end of each month, of its last block', async () => {
    const trail = system.trail();
    await write(trail, 1);
    system.setNow('2026-11-30T23:10:00Z');
    await tick(trail);
    await trail.record(entry);
    system.setNow('2026-12-01T00:00:00Z');
    await tick(trail);
    expect(anchors().map(({ sequence, timestamp }) => [sequence, timestamp])).toEqual([
      [1, '2026-11-20T12:00:00.000Z'],
      [3, '2026-11-30T23:59:59.999Z'],
    ]);
    await trail.record(entry);
    system.setNow('2027-02-03T00:00:00Z');
    await tick(trail);
    expect(anchors().map(({ sequence }) => sequence)).toEqual([1, 3, 5]);
    expect(await system.verify()).toMatchObject({ status: 'whole', entries: 3 });
  });

  it('are noted in the vault, also where the process died before it could', async () => {
    const trail = system.trail();
    await write(trail, 1);
    await tick(trail);
    system.secrets.delete('trail-newest-anchor');
    await tick(system.trail());
    expect(JSON.parse(system.secrets.get('trail-newest-anchor') ?? '')).toMatchObject({ number: 1 });
    expect(anchors()).toHaveLength(1);
  });

  it('go on after somebody put a file in the place of the next one', async () => {
    const trail = system.trail();
    await write(trail, 1);
    await tick(trail);
    system.files.set('trail-anchors/000000000002.json', Buffer.from('{}'));
    await write(trail, 1);
    system.pass(3_600_000);
    await tick(trail);
    expect(anchors().at(-1)).toMatchObject({ number: 3, sequence: 2 });
    expect(await system.kindsOf()).toEqual(['anchor trail-anchors/000000000002.json']);
  });

  it('take in those of an earlier version, whose removal is found from then on', async () => {
    const trail = system.trail();
    await write(trail, 1);
    const [{ mac } = { mac: '' }] = await system.all(month, 'block-');
    const earlier = { sequence: 1, mac, anchoredAt: '2026-11-20T12:00:10.000Z', month };
    const name = 'trail-anchors/2026-11-20.json';
    system.files.set(name, Buffer.from(JSON.stringify(earlier)));
    const unsealed = await system.verify();
    expect(unsealed).toMatchObject({ status: 'whole', anchored: { block: 1, isSealed: false } });
    expect(unsealed.notes[0]).toMatch(/carry no seal/);
    system.pass(60_000);
    await write(trail, 1);
    await tick(trail);
    expect(await system.verify()).toMatchObject({ status: 'whole', anchored: { block: 2, isSealed: true }, notes: [] });
    system.files.set(name, Buffer.from(JSON.stringify({ ...earlier, sequence: 2 })));
    expect(await system.kindsOf()).toEqual([`anchor ${name}`]);
    system.files.delete(name);
    expect(await system.kindsOf()).toEqual([`anchor ${name}`]);
  });
});
