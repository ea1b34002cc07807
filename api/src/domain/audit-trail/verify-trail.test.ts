import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCosmosEmulator } from '../../../testing/cosmos-emulator.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { containers } from '../../store/containers.ts';
import { entryHash } from './seals.ts';
import { entry, type Raw, type TrailSystem, trailSystem } from './testing/trail-system.ts';

const [october, november, december] = ['2026-10', '2026-11', '2026-12'] as const;
const anchors = (system: TrailSystem) => [...system.files.keys()].filter((name) => name.startsWith('trail-anchors/'));
const newestAnchorFile = (system: TrailSystem) => anchors(system).toSorted().at(-1) ?? '';

function changeAnchor(system: TrailSystem, at: number, change: (text: string) => string): void {
  const name = anchors(system)[at] ?? '';
  const text = Buffer.from(system.files.get(name) ?? []).toString();
  expect(change(text)).not.toBe(text);
  system.files.set(name, Buffer.from(change(text)));
}

async function emptied(store: RecordStore): Promise<RecordStore> {
  for await (const key of store.partitionKeys(containers.auditLogs)) {
    const records = store.partition<Raw>(containers.auditLogs, key);
    for (const { id } of (await records.query({ limit: 1000 })).items) await records.delete(id);
  }
  return store;
}

/** Three months, each with entries in several blocks, anchored; then two blocks that no anchor proves yet. */
async function written(system: TrailSystem): Promise<void> {
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

type Attack = [what: string, attack: (system: TrailSystem) => Promise<void>, found: RegExp];

const firstOf = async (system: TrailSystem, month: string, prefix: string, at = 0): Promise<Raw> => {
  const record = (await system.all(month, prefix)).at(at);
  if (!record) throw new Error('There is no such record');
  return record;
};
const changeEntry = (change: (record: Raw) => Raw) => async (system: TrailSystem) => {
  const { id } = await firstOf(system, november, 'entry-', 3);
  await system.change(november, id, change);
};
const changeBlock = (change: (record: Raw) => Raw) => async (system: TrailSystem) => {
  const { id } = await firstOf(system, november, 'block-', 1);
  await system.change(november, id, change);
};
const copyTo = (month: string, prefix: string) => async (system: TrailSystem) => {
  await system.raw(month).create(await firstOf(system, november, prefix));
};

/** As a parser of JSON makes it of the text: a field of its own, of that name. */
const withProto = (value: unknown): object =>
  JSON.parse(JSON.stringify(value).replace('{', '{"__proto__":"approved by the board",'));

/** What whoever can write to the record store may do. */
const attacksOnRecords: Attack[] = [
  [
    'an entry whose user was changed',
    changeEntry((record) => ({ ...record, user: 'eve' })),
    /^altered entry-2026-11-01/,
  ],
  [
    'an entry whose time was changed',
    changeEntry((one) => ({ ...one, timestamp: '2026-11-02T00:00:00.000Z' })),
    /^altered entry-/,
  ],
  ['an entry whose details have another type', changeEntry((one) => ({ ...one, details: ['1'] })), /^altered entry-/],
  [
    'an entry without the field that was null',
    changeEntry(({ tenantId: _, ...one }) => ({ ...one, id: one.id })),
    /^altered entry-/,
  ],
  ['a field that no seal covers', changeEntry((record) => ({ ...record, note: 'approved' })), /^altered entry-/],
  ['a field that no seal covers, on a block', changeBlock((record) => ({ ...record, note: 'x' })), /^altered block-/],
  [
    'an entry said to be of a newer version',
    changeEntry((one) => ({ ...one, user: 'eve', shapeVersion: 99 })),
    /^altered entry-/,
  ],
  [
    'a block said to be of a newer version, on which others stand',
    changeBlock((one) => ({ ...one, shapeVersion: 99 })),
    /^altered block-/,
  ],
  ['a version that is no number of one', changeEntry((one) => ({ ...one, shapeVersion: 1.5 })), /^altered entry-/],
  [
    'a field named __proto__ in the details',
    changeEntry((one) => ({ ...one, details: withProto(one.details) })),
    /^altered entry-/,
  ],
  ['a field named __proto__', changeEntry((one) => withProto(one) as Raw), /^altered entry-/],
  ['a field named __proto__, on a block', changeBlock((one) => withProto(one) as Raw), /^altered block-/],
  [
    'a field named __proto__, on the record of the key',
    (system) => system.change('keys', 'trail-key-1', (one) => withProto(one) as Raw),
    /^key trail-key-1/,
  ],
  [
    'a block whose entries are in another order',
    changeBlock((one) => ({ ...one, entryIds: (one.entryIds as string[]).toReversed() })),
    /^altered block-/,
  ],
  [
    'a block that says less',
    changeBlock((one) => ({ ...one, entryIds: [], entryHashes: [], count: 0 })),
    /^(altered block-|unsealed entry-)/,
  ],
  [
    'an entry that was removed',
    async (system) => {
      const { id } = await firstOf(system, november, 'entry-');
      await system.raw(november).delete(id);
    },
    /^removed entry-2026-11-01/,
  ],
  [
    'a block that was removed',
    async (system) => {
      const { id } = await firstOf(system, november, 'block-', 1);
      await system.raw(november).delete(id);
    },
    /^(removed block-|unsealed entry-)/,
  ],
  [
    'an entry and its block, removed',
    async (system) => {
      const block = await firstOf(system, november, 'block-', 1);
      for (const id of [block.id, ...(block.entryIds as string[])]) await system.raw(november).delete(id);
    },
    /^removed block-/,
  ],
  [
    'two blocks that changed places',
    async (system) => {
      const [one, two] = await system.all(november, 'block-');
      if (!one || !two) throw new Error('There are too few blocks');
      await system.change(november, one.id, () => ({ ...two, id: one.id }));
      await system.change(november, two.id, () => ({ ...one, id: two.id }));
    },
    /^altered block-/,
  ],
  [
    'two entries that changed places',
    async (system) => {
      const [one, two] = await system.all(november, 'entry-');
      if (!one || !two) throw new Error('There are too few entries');
      await system.change(november, one.id, () => ({ ...two, id: one.id }));
      await system.change(november, two.id, () => ({ ...one, id: two.id }));
    },
    /^altered entry-/,
  ],
  [
    'an entry that was slipped in',
    async (system) => {
      const template = await firstOf(system, november, 'entry-');
      await system.raw(november).create({ ...template, id: 'entry-2026-11-01T09:30:00.000Z-forged' });
    },
    /^altered entry-2026-11-01T09:30:00.000Z-forged/,
  ],
  [
    'a block that was slipped in',
    async (system) => {
      const template = await firstOf(system, december, 'block-', -1);
      await system.raw(december).create({ ...template, id: 'block-000000000999', sequence: 999 });
    },
    /^altered block-000000000999/,
  ],
  [
    'a record of another kind',
    async (system) => void (await system.raw(november).create({ id: 'note', kind: 'note' })),
    /^inserted note/,
  ],
  [
    'a record that sorts last',
    async (system) => void (await system.raw(november).create({ id: 'zzz' })),
    /^inserted zzz/,
  ],
  [
    'a record beside the key',
    async (system) => void (await system.raw('keys').create({ id: 'trail-key-0' })),
    /^key trail-key-0/,
  ],
  [
    'records under a key that is no month',
    async (system) => void (await system.raw('spare').create({ id: 'x' })),
    /^inserted partition spare/,
  ],
  ['an entry copied into another month', copyTo(december, 'entry-'), /^misplaced entry-.* in 2026-12/],
  ['an entry copied into the far past', copyTo('1999-01', 'entry-'), /^misplaced entry-.* in 1999-01/],
  ['an entry copied into the far future', copyTo('2999-12', 'entry-'), /^misplaced entry-.* in 2999-12/],
  ['a block copied into another month', copyTo(october, 'block-'), /^misplaced block-.* in 2026-10/],
  [
    'an entry moved into another month',
    async (system) => {
      await copyTo(december, 'entry-')(system);
      const { id } = await firstOf(system, november, 'entry-');
      await system.raw(november).delete(id);
    },
    /^(removed|misplaced) entry-/,
  ],
  [
    'a month that was removed',
    async (system) => {
      for (const { id } of await system.all(november)) await system.raw(november).delete(id);
    },
    /^removed block-/,
  ],
  [
    'the first month removed',
    async (system) => {
      for (const { id } of await system.all(october)) await system.raw(october).delete(id);
    },
    /^removed block-000000000001/,
  ],
  [
    'a tail that was cut off after an anchor',
    async (system) => {
      for (const { id } of await system.all(december)) await system.raw(december).delete(id);
    },
    /^removed block-/,
  ],
  [
    'the record of the key removed',
    async (system) => void (await system.raw('keys').delete('trail-key-1')),
    /^key trail-key-1/,
  ],
  [
    'another key named',
    (system) => system.change('keys', 'trail-key-1', (one) => ({ ...one, secretName: 'known' })),
    /^key trail-key-1/,
  ],
  [
    'everything removed with the record of the key',
    async (system) => {
      for (const key of [october, november, december, 'keys']) {
        for (const { id } of await system.all(key)) await system.raw(key).delete(id);
      }
    },
    /^(key trail-key-1|removed )/,
  ],
];

/** What whoever can write files, too, may do. */
const attacksOnFiles: Attack[] = [
  [
    'the newest anchor removed',
    async (system) => void system.files.delete(newestAnchorFile(system)),
    /^anchor trail-anchors/,
  ],
  [
    'the first anchor removed',
    async (system) => void system.files.delete(anchors(system)[0] ?? ''),
    /^anchor trail-anchors\/000000000001/,
  ],
  [
    'an anchor in between removed',
    async (system) => void system.files.delete(anchors(system)[4] ?? ''),
    /^anchor trail-anchors\/000000000005/,
  ],
  ['every anchor removed', async (system) => void system.files.clear(), /^anchor trail-anchors\/000000000001/],
  [
    'an anchor that was changed',
    async (system) => {
      const name = anchors(system)[3] ?? '';
      const anchor = JSON.parse(Buffer.from(system.files.get(name) ?? []).toString());
      system.files.set(name, Buffer.from(JSON.stringify({ ...anchor, sequence: 1 })));
    },
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'an anchor that is no JSON',
    async (system) => void system.files.set(anchors(system)[3] ?? '', Buffer.from('{')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'an anchor in the place of another',
    async (system) => {
      const [first = '', second = ''] = anchors(system);
      system.files.set(second, system.files.get(first) ?? Buffer.from(''));
    },
    /^anchor trail-anchors\/000000000002/,
  ],
  [
    'a file that is no anchor',
    async (system) => void system.files.set('trail-anchors/x.json', Buffer.from('{}')),
    /^anchor trail-anchors\/x.json/,
  ],
  [
    'a file numbered far beyond the newest anchor',
    async (system) => void system.files.set('trail-anchors/999999999999.json', Buffer.from('{}')),
    /^anchor trail-anchors\/999999999999.json/,
  ],
  [
    'a file numbered right after the newest anchor',
    async (system) => void system.files.set('trail-anchors/000000000011.json', Buffer.from('{}')),
    /^anchor trail-anchors\/000000000011.json/,
  ],
  [
    'a file named for a day that there is not',
    async (system) => void system.files.set('trail-anchors/2026-99-99.json', Buffer.from('{}')),
    /^anchor trail-anchors\/2026-99-99.json/,
  ],
  [
    'an anchor said to be of another version',
    async (system) => changeAnchor(system, 3, (text) => text.replace('"shapeVersion":2', '"shapeVersion":7')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'an anchor without its version',
    async (system) => changeAnchor(system, 3, (text) => text.replace(/,?"shapeVersion":2/, '')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'a field named __proto__, in an anchor',
    async (system) => changeAnchor(system, 3, (text) => text.replace('{', '{"__proto__":"x",')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    "the vault's note of the newest anchor removed",
    async (system) => void system.secrets.delete('trail-newest-anchor'),
    /^anchor trail-newest-anchor in the vault/,
  ],
  [
    "the vault's note of the newest anchor removed, with the first anchors",
    async (system) => {
      system.secrets.delete('trail-newest-anchor');
      for (const name of anchors(system).slice(0, 4)) system.files.delete(name);
    },
    /^anchor trail-/,
  ],
  [
    'the tail cut off, with every anchor of it',
    async (system) => {
      for (const { id } of await system.all(december)) await system.raw(december).delete(id);
      for (const name of anchors(system).slice(-3)) system.files.delete(name);
    },
    /^(anchor|removed) /,
  ],
  [
    'records, anchors and the record of the key, all removed',
    async (system) => {
      for (const key of [october, november, december, 'keys']) {
        for (const { id } of await system.all(key)) await system.raw(key).delete(id);
      }
      system.files.clear();
    },
    /^(key|anchor|removed) /,
  ],
];

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
    for (let round = 0; round < 40; round += 1) expect((await system.verify()).problems).toEqual([]);
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
