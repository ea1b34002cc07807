import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import type { OutboxEntry, TrailEntry } from '../../ports/trail.ts';
import { everyTenant, type Scope } from '../../store/scope.ts';
import { outboxEntry } from './outbox.ts';
import { entry, trailSystem } from './testing/trail-system.ts';
import { selectionOf, type TrailFilter } from './trail-filter.ts';
import { createTrailPages } from './trail-pages.ts';

const none: TrailFilter = { eventType: '', user: '', target: '', startDate: '', endDate: '' };
const selection = (filter: Partial<TrailFilter> = {}, scope: Scope = everyTenant) => {
  const found = selectionOf({ ...none, ...filter }, scope);
  if (!found) throw new Error('the scope is empty');
  return found;
};

function system() {
  const built = trailSystem(openSqliteRecordStore(':memory:'));
  const clock = built.reading.clock;
  const { auditLog } = built.writing;
  const trail = built.trail();
  const written: OutboxEntry[] = [];
  return {
    ...built,
    clock,
    auditLog,
    pages: createTrailPages({ auditLog, clock }),
    written,
    /** Records an entry of a time that may be long past, as the sweeper of outboxes does. */
    async record(at: string, given: Partial<TrailEntry> = {}): Promise<void> {
      const one = outboxEntry({ ...entry, ...given }, new Date(at));
      written.push(one);
      await trail.recordOutbox([one]);
    },
  };
}

const newestFirst = (entries: readonly OutboxEntry[]) =>
  entries
    .map(({ id }) => id)
    .toSorted()
    .toReversed();

describe('the list of the trail', () => {
  it('is newest first over months, and its total counts all', async () => {
    const { pages, record, written } = system();
    for (const at of ['2026-08-31T23:59:59.999Z', '2026-10-01T00:00:00.000Z', '2026-11-20T11:00:00Z']) await record(at);
    const { records, total } = await pages.page(selection(), { offset: 0, limit: 50 });
    expect(records.map(({ id }) => id)).toEqual(newestFirst(written));
    expect(total).toBe(3);
  });

  it('holds at any offset what a list of everything would, whatever was written since', async () => {
    const day = fc.integer({ min: 0, max: 80 }).map((n) => new Date(Date.UTC(2026, 8, 1) + n * 86_400_000));
    const at = fc.oneof(
      fc.constant('2026-10-10T10:00:00.000Z'),
      day.map((date) => date.toISOString()),
    );
    const step = fc.record({
      writes: fc.array(
        fc.record({ at, user: fc.constantFrom('ada', 'Bob', 'böb_%'), tenantId: fc.constantFrom('t1', 't2', null) }),
        { maxLength: 12 },
      ),
      offset: fc.integer({ min: 0, max: 40 }),
      limit: fc.integer({ min: 1, max: 9 }),
      filter: fc.constantFrom({}, { user: 'B' }, { user: '_%' }, { startDate: '2026-10-10', endDate: '2026-10-10' }),
      scope: fc.constantFrom<Scope>(everyTenant, { kind: 'tenants', tenantIds: ['t1'] }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { pages, record, written } = system();
        for (const { writes, offset, limit, filter, scope } of steps) {
          for (const { at: time, ...given } of writes) await record(time, given);
          const fits = (one: OutboxEntry) =>
            (scope.kind === 'all' || one.tenantId === 't1') &&
            (!('user' in filter) || one.user.toLowerCase().includes((filter.user ?? '').toLowerCase())) &&
            (!('startDate' in filter) || one.timestamp.startsWith('2026-10-10'));
          const wanted = newestFirst(written.filter(fits));
          const page = await pages.page(selection(filter, scope), { offset, limit });
          expect(page.total).toBe(wanted.length);
          expect(page.records.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + limit));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('finds a far offset by counting, also among entries of one instant', async () => {
    const { pages, auditLog } = system();
    const ids: string[] = [];
    for (let n = 0; n < 900; n += 1) {
      const at = n < 400 ? '2026-10-10T10:00:00.000Z' : new Date(Date.UTC(2026, 9, 11) + n * 60_000).toISOString();
      const id = `entry-${at}-${String(n).padStart(4, '0')}`;
      ids.push(id);
      await auditLog.ofMonth(at).create({ ...entry, kind: 'entry', id, timestamp: at, mac: '' });
    }
    const all = ids.toSorted().toReversed();
    for (const offset of [0, 99, 101, 499, 500, 620, 898, 900]) {
      const { records, total } = await pages.page(selection(), { offset, limit: 3 });
      expect([total, records.map(({ id }) => id)]).toEqual([900, all.slice(offset, offset + 3)]);
    }
  });

  it('counts what another process wrote, and what came late into an earlier month', async () => {
    const { pages, record, trail } = system();
    await record('2026-09-10T10:00:00Z');
    await record('2026-11-20T10:00:00Z');
    expect(await pages.count(selection())).toBe(2);
    await trail().recordOutbox([outboxEntry(entry, new Date('2026-09-09T10:00:00Z'))]);
    await trail().recordOutbox([outboxEntry(entry, new Date('2026-09-11T10:00:00Z'))]);
    expect(await pages.count(selection())).toBe(4);
    expect(await pages.count(selection({ startDate: '2026-09-01', endDate: '2026-09-30' }))).toBe(3);
  });

  it('counts what came past the chain after a minute', async () => {
    const { pages, record, auditLog, pass } = system();
    await record('2026-09-10T10:00:00Z');
    expect(await pages.count(selection())).toBe(1);
    const at = '2026-09-01T10:00:00.000Z';
    await auditLog.ofMonth(at).create({ ...entry, kind: 'entry', id: `entry-${at}-x`, timestamp: at, mac: '' });
    pass(60_000);
    expect(await pages.count(selection())).toBe(2);
  });

  it('is counted once for many who ask at once while others write', async () => {
    const { pages, record } = system();
    const asked = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await record(`2026-${n % 2 ? '10' : '11'}-0${(n % 9) + 1}T10:00:00Z`);
        return pages.count(selection());
      }),
    );
    expect(Math.max(...asked)).toBeLessThanOrEqual(40);
    expect(await pages.count(selection())).toBe(40);
  });
});
