import { describe, expect, it } from 'vitest';
import { memoryStateTable } from '../../../testing/memory-state-table.ts';
import { claimStorage } from '../../../testing/test-storage.ts';
import type { StateTable } from '../../ports/state.ts';
import { openTableStateStore } from './table-state-store.ts';

type Row = { attempts: number; at: string };

describe.each<[string, () => Promise<StateTable<Row>>]>([
  [
    'Table Storage',
    async () => openTableStateStore({ kind: 'connectionString', value: await claimStorage() }).table<Row>('throttles'),
  ],
  ['the tests’ table in memory', async () => memoryStateTable<Row>()],
])('a state table: %s', (_, open) => {
  it('creates once, and replaces and deletes only what nobody has changed since', async () => {
    const table = await open();
    const row = { attempts: 1, at: 'now' };
    expect(await table.get('p', 'k')).toBeNull();
    expect(await table.delete('p', 'k')).toBe(false);
    expect([await table.create('p', 'k', row), await table.create('p', 'k', { ...row, attempts: 9 })]).toEqual([
      true,
      false,
    ]);
    const first = await table.get('p', 'k');
    expect(first?.value).toEqual(row);
    const etag = first?.etag ?? '';
    expect(await table.replace('p', 'k', { attempts: 1.25, at: 'then' }, etag)).toBe(true);
    expect(await table.replace('p', 'k', row, etag)).toBe(false);
    expect((await table.get('p', 'k'))?.value).toEqual({ attempts: 1.25, at: 'then' });
    expect(await table.delete('p', 'k', etag)).toBe(false);
    await table.create('q', 'k', row);
    const listed: [string, Row][] = [];
    for await (const { key, value } of table.list('p')) listed.push([key, value]);
    expect(listed).toEqual([['k', { attempts: 1.25, at: 'then' }]]);
    expect(await table.delete('p', 'k', (await table.get('p', 'k'))?.etag ?? '')).toBe(true);
    expect(await table.get('p', 'k')).toBeNull();
    expect(await table.replace('p', 'k', row, etag)).toBe(false);
    expect(await table.get('q', 'k')).not.toBeNull();
  });
});
