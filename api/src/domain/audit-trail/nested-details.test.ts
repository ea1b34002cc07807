import { describe, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import type { TrailValue } from '../../ports/trail.ts';
import { entry, trailSystem } from './testing/trail-system.ts';
import { trailEntries } from './trail-view.ts';

const month = '2026-11';
const tenants = { ofRecords: async () => new Map() };

/** A list in a list in a list. */
function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

describe('nested details of an entry', () => {
  it('are sealed and verified, however a store orders their fields', async () => {
    const system = trailSystem(openSqliteRecordStore(':memory:'));
    const after = { role: 'admin', scope: { kind: 'tenants', tenantIds: ['a', 'b'] } };
    await system.trail().record({ ...entry, details: { before: { role: 'viewer' }, after } });
    const [stored] = await system.all(month, 'entry-');
    const turned = {
      before: { role: 'viewer' },
      after: { scope: { tenantIds: ['a', 'b'], kind: 'tenants' }, role: 'admin' },
    };
    await system.change(month, String(stored?.id), (record) => ({ ...record, details: turned }));
    expect(await system.verify()).toMatchObject({ problemCount: 0, entries: 1 });
  });

  it.each<[string, unknown]>([
    ['a changed value', { before: { role: 'viewer' }, after: { role: 'owner' } }],
    ['a list in place of a value', { before: { role: 'viewer' }, after: { role: ['admin'] } }],
    ['an added field', { before: { role: 'viewer', x: null }, after: { role: 'admin' } }],
    ['values 900 deep', { before: nested(900) }],
    ['values a little too deep', { before: nested(8) }],
  ])('that somebody changed are found, and verifier and list go on: %s', async (_, details) => {
    const system = trailSystem(openSqliteRecordStore(':memory:'));
    const trail = system.trail();
    await trail.record({ ...entry, details: { before: { role: 'viewer' }, after: { role: 'admin' } } });
    system.pass(1000);
    await trail.record(entry);
    const [first] = await system.all(month, 'entry-');
    await system.change(month, String(first?.id), (record) => ({ ...record, details }));
    expect(await system.kindsOf()).toEqual([`altered ${first?.id}`]);
    const shown = await trailEntries(tenants, { kind: 'all' }, await system.all(month, 'entry-'));
    expect(shown).toHaveLength(2);
    expect(JSON.stringify(shown).length).toBeLessThan(2000);
  });

  it('as deep as entries are written are taken whole', async () => {
    const system = trailSystem(openSqliteRecordStore(':memory:'));
    await system.trail().record({ ...entry, details: { before: nested(4) as TrailValue } });
    expect(await system.verify()).toMatchObject({ problemCount: 0, entries: 1 });
  });
});
