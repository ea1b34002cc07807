import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCosmosEmulator } from '../../../testing/cosmos-emulator.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { containers } from '../../store/containers.ts';
import { entryHash } from './seals.ts';
import { attacksOnFiles } from './testing/attacks-on-files.ts';
import { attacksOnRecords } from './testing/attacks-on-records.ts';
import { entry, type TrailSystem, trailSystem } from './testing/trail-system.ts';
import { type Attack, december, emptied, november, written } from './testing/written-trail.ts';

/** On the emulator each takes a second: those that hang on how a store finds and orders what lies in it. */
const onCosmos = /no seal covers|was removed$|slipped in|sorts last|no month|copied|everything removed|cut off/;

describe.each<[store: string, attacks: Attack[], open: () => Promise<RecordStore>]>([
  ['SQLite', [...attacksOnRecords, ...attacksOnFiles], async () => openSqliteRecordStore(':memory:')],
  [
    'Cosmos DB',
    attacksOnRecords.filter(([what]) => onCosmos.test(what)),
    () => openCosmosEmulator(Object.values(containers)),
  ],
])('the verification of the trail on %s', (_, attacks, open) => {
  let store: RecordStore;
  let system: TrailSystem;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    system = trailSystem(await emptied(store));
    await written(system);
  });

  it('finds it whole, and says what no anchor proves', async () => {
    expect(await system.verify()).toMatchObject({
      status: 'whole',
      problems: [],
      entries: 32,
      from: '2026-10-30T09:00:00.000Z',
      until: '2026-12-01T10:01:00.000Z',
      anchored: { isSealed: true, at: '2026-12-01T10:00:00.000Z' },
      unproven: { blocks: 2, entries: 2, waiting: 0 },
      notes: [],
    });
  });

  it.each(attacks)('finds %s', async (_what, attack, found) => {
    await attack(system);
    const { status, problems } = await system.verify();
    expect(`${problems[0]?.kind} ${problems[0]?.record}`).toMatch(found);
    expect(status).toBe(problems.every(({ kind }) => kind === 'newer') ? 'notVerified' : 'broken');
  });

  it('says of a tail that was cut off since the last anchor no more than that it was not proven', async () => {
    for (const { id } of (await system.all(december, 'block-')).slice(-2)) await system.raw(december).delete(id);
    expect(await system.verify()).toMatchObject({ status: 'whole', unproven: { blocks: 0, entries: 2, waiting: 2 } });
  });
});

describe('the verification of the trail', () => {
  let store: RecordStore;
  let system: TrailSystem;
  beforeEach(async () => {
    store = openSqliteRecordStore(':memory:');
    system = trailSystem(store);
  });
  afterEach(() => store.close());

  it('finds nothing wrong with a trail that has not begun', async () => {
    expect(await system.verify()).toMatchObject({ status: 'whole', entries: 0, problems: [], notes: [] });
    await system.trail().sealOrphans();
    await system.trail().anchor();
    system.pass(86_400_000);
    expect(await system.verify()).toMatchObject({ status: 'whole', entries: 0, problems: [] });
  });

  it('raises no alarm while others write and anchor', async () => {
    const trails = [system.trail(), system.trail()];
    let isOver = false;
    async function keepWriting(): Promise<void> {
      for (let n = 0; !isOver; n += 1) {
        system.pass(90_000);
        await Promise.all(trails.map((trail) => trail.record({ ...entry, details: { n } })));
        await trails[n % 2]?.sealOrphans();
        await trails[n % 2]?.anchor();
      }
    }
    const writing = keepWriting();
    for (let round = 0; round < 15; round += 1) expect((await system.verify()).problems).toEqual([]);
    isOver = true;
    await writing;
    const { entries, status } = await system.verify();
    expect({ status, isMany: entries > 40 }).toEqual({ status: 'whole', isMany: true });
  });

  it('lets an entry wait that is not sealed yet, until the sweeper seals it', async () => {
    const trail = system.trail();
    await trail.record(entry);
    await trail.sealOrphans();
    await trail.anchor();
    system.pass(3_600_000);
    await trail.record({ ...entry, user: 'grace' });
    const [block] = (await system.all('2026-11', 'block-')).slice(-1);
    await system.raw('2026-11').delete(block?.id ?? '');
    expect(await system.verify()).toMatchObject({ status: 'whole', unproven: { waiting: 1 } });
    system.pass(60_000);
    await system.trail().sealOrphans();
    expect(await system.verify()).toMatchObject({ status: 'whole', unproven: { waiting: 0, blocks: 1 } });
  });

  it('does not tell of an entry that is recorded late and waits on its record', async () => {
    const trail = system.trail();
    await trail.record(entry);
    await trail.sealOrphans();
    system.pass(3_600_000);
    await trail.record(entry);
    await trail.anchor();
    const late = { ...entry, id: 'entry-2026-11-20T12:00:30.000Z-late', timestamp: '2026-11-20T12:00:30.000Z' };
    await trail.recordOutbox([late]);
    const [last] = (await system.all('2026-11', 'block-')).slice(-1);
    expect(last?.entryIds).toEqual([late.id]);
    await system.raw('2026-11').delete(last?.id ?? '');
    expect(await system.kindsOf()).toEqual([`unsealed ${late.id}`]);
    const waiting = { id: 'user', outbox: [late], hasOutbox: true, usernameKey: 'u', emailKey: 'e', m365Key: 'm' };
    await store.partition(containers.users, 'all').create(waiting);
    expect(await system.verify()).toMatchObject({ status: 'whole', unproven: { waiting: 1 } });
  });

  it('takes entries that were sealed twice, or out of order, for what they are', async () => {
    const pending = { ...entry, id: 'entry-pending', timestamp: '2026-11-20T12:00:00.000Z' };
    await Promise.all([system.trail().recordOutbox([pending]), system.trail().recordOutbox([pending])]);
    await system.trail().record(entry);
    await system.trail().recordOutbox([pending]);
    expect(await system.verify()).toMatchObject({ status: 'whole', entries: 2, problems: [] });
  });

  it('keeps the first twenty of what it finds, and counts the others', async () => {
    for (let n = 0; n < 30; n += 1) {
      system.pass(1000);
      await system.trail().record(entry);
    }
    for (const { id } of await system.all('2026-11', 'entry-')) {
      await system.change('2026-11', id, (record) => ({ ...record, user: 'eve' }));
    }
    const { problems, problemCount } = await system.verify();
    expect([problems.length, problemCount]).toEqual([20, 30]);
    expect(problems[0]?.at).toBe('2026-11-20T12:00:01.000Z');
  });

  it('names some of many files that nobody wrote and counts the others, and is heard of while it lists them', async () => {
    const trail = system.trail();
    await trail.record(entry);
    await trail.sealOrphans();
    await trail.anchor();
    for (let n = 0; n < 100_000; n += 1) {
      const number = String(2 + n * 2).padStart(12, '0');
      system.files.set(`trail-anchors/${n % 2 === 0 ? number : `x${n}`}.json`, Buffer.from('{}'));
    }
    let reads = 0;
    let heard = 0;
    const read = (name: string) => {
      reads += 1;
      return system.reading.blobs.read(name);
    };
    const { verifyTrail } = await import('./verify-trail.ts');
    const found = await verifyTrail(
      { ...system.reading, blobs: { ...system.reading.blobs, read } },
      {
        settleMs: 0,
        onProgress: async () => {
          heard += 1;
        },
      },
    );
    const counted = found.problems.find(({ record }) => record === 'trail-anchors/')?.message;
    expect(found).toMatchObject({ status: 'broken', entries: 1 });
    expect(counted).toBe('There are 99900 more files that Tenantry did not write.');
    expect(reads).toBeLessThan(10);
    expect(heard).toBeGreaterThan(90);
  });

  it('takes a first anchor for what it is whose writer has not come to tell the vault', async () => {
    const trail = system.trail();
    await trail.record(entry);
    await trail.sealOrphans();
    await trail.anchor();
    system.secrets.delete('trail-newest-anchor');
    expect(await system.verify()).toMatchObject({ status: 'whole', anchored: { isSealed: true } });
    system.pass(2 * 3_600_000);
    expect(await system.kindsOf()).toEqual(['anchor trail-newest-anchor in the vault']);
  });

  it('leaves to a newer version what it alone can judge, and is broken where anything else is', async () => {
    await system.trail().record(entry);
    const template = (await system.all(november, 'entry-'))[0];
    const newerEntry = (n: number) => ({ ...template, id: `entry-2026-11-20T13:00:00.000Z-${n}`, shapeVersion: 99 });
    for (let n = 10; n < 40; n += 1) await system.raw(november).create(newerEntry(n));
    const block = { id: 'block-000000000002', kind: 'block', sealed: 'otherwise', shapeVersion: 99 };
    await system.raw(november).create(block);
    expect(await system.verify()).toMatchObject({ status: 'notVerified', problemCount: 31 });
    await system.change(november, template?.id ?? '', (one) => ({ ...one, user: 'eve' }));
    expect(await system.verify()).toMatchObject({ status: 'broken', problemCount: 32 });
    expect((await system.verify()).problems[0]?.kind).toBe('altered');
  });

  it('takes a sealed entry for altered, whatever version it says and however late its block came', async () => {
    const early = { ...entry, id: 'entry-2026-11-20T11:59:00.000Z-early', timestamp: '2026-11-20T11:59:00.000Z' };
    const trail = system.trail();
    await trail.record(entry);
    await trail.recordOutbox([early]);
    await system.change(november, early.id, (one) => ({ ...one, user: 'eve', shapeVersion: 99 }));
    expect(await system.verify()).toMatchObject({
      status: 'broken',
      problems: [{ kind: 'altered', record: early.id }],
    });
  });

  it('cannot say anything where the vault does not have the key', async () => {
    await system.trail().record(entry);
    for (const name of system.secrets.keys())
      if (name.startsWith('trail-key-') && name !== 'trail-key-note') system.secrets.delete(name);
    await expect(system.verify()).rejects.toThrow(/The vault has no secret/);
  });

  it('holds no more than a page and a month’s loose ends, however long the trail is', async () => {
    const trail = system.trail();
    for (let n = 0; n < 300; n += 1) {
      system.pass(1000);
      await Promise.all(Array.from({ length: 5 }, () => trail.record(entry)));
    }
    let largest = 0;
    const auditLog = {
      ...system.reading.auditLog,
      anythingIn(key: string) {
        const collection = system.reading.auditLog.anythingIn(key);
        return {
          ...collection,
          async query(query?: Parameters<typeof collection.query>[0]) {
            const page = await collection.query(query);
            largest = Math.max(largest, page.items.length);
            return page;
          },
        };
      },
    };
    const { verifyTrail } = await import('./verify-trail.ts');
    expect(await verifyTrail({ ...system.reading, auditLog })).toMatchObject({ status: 'whole', entries: 1500 });
    expect(largest).toBeLessThanOrEqual(200);
  });

  it('is not deceived by a value that JSON writes like another', async () => {
    const written = {
      id: 'e',
      eventType: 'x',
      user: 'a',
      target: 't',
      tenantId: null,
      timestamp: '',
      details: { 0: 'a' },
    };
    // The reason why the form is held, too: these two have one hash.
    expect(entryHash({ ...written, details: ['a'] as never })).toBe(entryHash(written));
  });
});
