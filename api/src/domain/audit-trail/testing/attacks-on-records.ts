import type { Raw } from './trail-system.ts';
import {
  type Attack,
  changeBlock,
  changeEntry,
  copyTo,
  december,
  firstOf,
  november,
  october,
  withProto,
} from './written-trail.ts';

/** What whoever can write to the record store may do. */
export const attacksOnRecords: Attack[] = [
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
