import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  all,
  type Collection,
  InvalidCursorError,
  RecordChangedError,
  RecordExistsError,
  update,
} from '../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../ports/record-store.ts';

type Item = { id: string; name: string; nameKey: string; rank: number; done: boolean; note: string | null };

export const contractContainer: ContainerDefinition = {
  name: 'contract_items',
  partitionField: 'partition',
  uniqueKeys: ['nameKey'],
  orders: ['rank', 'name'],
};
export const contractTenantContainer: ContainerDefinition = {
  name: 'contract_tenant_items',
  partitionField: 'tenantId',
  orders: ['rank', 'name'],
  counted: [{ by: ['note', 'done'] }],
  filtered: ['tenantId', 'note', 'done'],
};

const item = (id: string, rank = 0, name = id): Item => ({
  id,
  name,
  nameKey: name.toLowerCase(),
  rank,
  done: rank % 2 === 0,
  note: rank % 3 === 0 ? null : `note ${rank}`,
});

/** More than any store gives in one page, in parts of 100. */
export const manyRecords = 10_100;

/** What every record store must hold to. Each adapter runs it; a store that fails it is not one. */
export function recordStoreContract(name: string, open: () => Promise<RecordStore>, many = manyRecords): void {
  describe(`record store contract: ${name}`, () => {
    let store: RecordStore;
    let partitionNumber = 0;
    const freshKey = () => `${crypto.randomUUID()}-${partitionNumber++}`;
    const fresh = () => store.partition<Item>(contractContainer, freshKey());

    beforeAll(async () => {
      store = await open();
    });
    afterAll(async () => {
      await store.close();
    });

    it('gives back what was created, and null for what was not', async () => {
      const items = fresh();
      await items.create(item('a', 1, 'Ä "quoted" \\ name'));
      expect((await items.get('a'))?.value).toEqual(item('a', 1, 'Ä "quoted" \\ name'));
      expect(await items.get('b')).toBeNull();
    });

    it('names every partition that holds a record, once and in order', async () => {
      const [first, second] = [`${freshKey()}-a`, `${freshKey()}-b`].toSorted() as [string, string];
      for (const key of [second, first]) {
        for (const id of ['x', 'y']) await store.partition<Item>(contractContainer, key).create(item(id));
      }
      const keys: string[] = [];
      for await (const key of store.partitionKeys(contractContainer)) keys.push(key);
      expect(keys.filter((key) => key === first || key === second)).toEqual([first, second]);
      expect(keys).toEqual([...new Set(keys)].toSorted());
    });

    it('gives what was written and changed to those who check it, page by page', async () => {
      const key = freshKey();
      const items = store.partition<Item>(contractContainer, key);
      for (const id of ['b', 'a', 'c']) await items.create(item(id, 1, `Ä "${id}" \u0000\ufffd`));
      const { etag = '' } = (await items.get('c')) ?? {};
      await items.replace(item('c', 2, 'other'), etag);
      const written = store.asWritten<Item>(contractContainer, key);
      const first = await written.query({ limit: 2 });
      expect(first.items).toEqual([item('a', 1, 'Ä "a" \u0000\ufffd'), item('b', 1, 'Ä "b" \u0000\ufffd')]);
      const { items: second } = await written.query({ limit: 2, cursor: first.nextCursor });
      expect(second).toEqual([item('c', 2, 'other')]);
      expect((await written.query({ where: [{ field: 'id', op: 'gt', value: 'b' }] })).items).toEqual(second);
    });

    it('refuses a second record with the same id, whoever comes first', async () => {
      const items = fresh();
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => items.create(item('same', n, `n${n}`))),
      );
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RecordExistsError);
    });

    it('refuses a second record with the same unique key in a partition, and allows it in another', async () => {
      const items = fresh();
      await items.create(item('a', 1, 'Contoso'));
      await expect(items.create(item('b', 1, 'CONTOSO'))).rejects.toBeInstanceOf(RecordExistsError);
      const second = await items.create(item('c', 1, 'Other'));
      await expect(items.replace(item('c', 1, 'contoso'), second.etag)).rejects.toBeInstanceOf(RecordExistsError);
      await fresh().create(item('a', 1, 'Contoso'));
    });

    it('replaces with the current etag only', async () => {
      const items = fresh();
      const first = await items.create(item('a', 1));
      const second = await items.replace(item('a', 2), first.etag);
      expect(second.etag).not.toBe(first.etag);
      await expect(items.replace(item('a', 3), first.etag)).rejects.toBeInstanceOf(RecordChangedError);
      expect((await items.get('a'))?.value.rank).toBe(2);
      await items.delete('a');
      await expect(items.replace(item('a', 4), second.etag)).rejects.toBeInstanceOf(RecordChangedError);
    });

    it('loses no change when many update one record at once', async () => {
      const items = fresh();
      await items.create(item('counter', 0));
      await Promise.all(
        Array.from({ length: 10 }, () => update(items, 'counter', (value) => ({ ...value, rank: value.rank + 1 }))),
      );
      expect((await items.get('counter'))?.value.rank).toBe(10);
    });

    it('deletes once', async () => {
      const items = fresh();
      await items.create(item('a'));
      expect(await items.delete('a')).toBe(true);
      expect(await items.delete('a')).toBe(false);
    });

    it('never shows another partition', async () => {
      const [mine, other] = [fresh(), fresh()];
      await mine.create(item('a', 1));
      await other.create(item('b', 2));
      expect((await mine.query()).items.map((one) => one.id)).toEqual(['a']);
      expect(await mine.count()).toBe(1);
      expect(await mine.get('b')).toBeNull();
    });

    it('keeps the tenant id of records that are partitioned by it', async () => {
      type Owned = { id: string; tenantId: string; rank: number };
      const key = freshKey();
      const items = store.partition<Owned>(contractTenantContainer, key);
      await items.create({ id: 'a', tenantId: key, rank: 1 });
      expect((await items.get('a'))?.value).toEqual({ id: 'a', tenantId: key, rank: 1 });
      expect((await items.query({ orderBy: { field: 'rank', direction: 'asc' } })).items).toEqual([
        { id: 'a', tenantId: key, rank: 1 },
      ]);
      const across = store.across<Owned>(contractTenantContainer);
      const page = await across.query({ where: [{ field: 'tenantId', op: 'in', value: [key, 'absent'] }] });
      expect(page.items.map((one) => one.id)).toEqual(['a']);
      expect(await across.count([{ field: 'tenantId', op: 'in', value: ['absent'] }])).toBe(0);
    });

    it('counts by the field that is counted, in a partition, in several and in all, after every change', async () => {
      type Owned = { id: string; tenantId: string; note: string | null; rank: number };
      const [first, second] = [freshKey(), freshKey()];
      const [one, two] = [first, second].map((key) => store.partition<Owned>(contractTenantContainer, key)) as [
        Collection<Owned>,
        Collection<Owned>,
      ];
      const across = store.across<Owned>(contractTenantContainer);
      const [open, done] = [freshKey(), freshKey()];
      const record = (id: string, tenantId: string, note: string | null) => ({ id, tenantId, note, rank: 1 });
      const is = (...value: string[]) => [{ field: 'note', op: 'in' as const, value }];
      const within = (...value: string[]) => ({ field: 'tenantId', op: 'in' as const, value });
      const of = (...args: Parameters<typeof is>) =>
        Promise.all([one.count(is(...args)), two.count(is(...args)), across.count(is(...args))]);
      const everyOne = await across.count();

      const { etag } = await one.create(record('a', first, open));
      await one.create(record('b', first, done));
      await one.create(record('c', first, null));
      await two.create(record('a', second, open));
      expect(await of(open)).toEqual([1, 1, 2]);
      expect(await of(open, done)).toEqual([2, 1, 3]);
      expect(await of()).toEqual([0, 0, 0]);
      expect([await one.count(), await two.count(), (await across.count()) - everyOne]).toEqual([3, 1, 4]);
      expect(await one.count([{ field: 'note', op: 'eq', value: null }])).toBe(1);
      expect(await one.count([{ field: 'note', op: 'ne', value: open }])).toBe(2);
      expect(await across.count([within(first), ...is(open)])).toBe(1);
      expect(await across.count([within(first, second)])).toBe(4);
      expect(await across.count([...is(open, done), { field: 'note', op: 'eq', value: done }])).toBe(1);
      expect(await one.count([within(second), ...is(open)])).toBe(0);
      expect(await one.count([...is(open), { field: 'rank', op: 'gt', value: 1 }])).toBe(0);

      await one.replace(record('a', first, done), etag);
      await expect(one.replace(record('a', first, open), etag)).rejects.toBeInstanceOf(RecordChangedError);
      await expect(one.create(record('a', first, open))).rejects.toBeInstanceOf(RecordExistsError);
      expect([await of(open), await of(done)]).toEqual([
        [0, 1, 1],
        [2, 0, 2],
      ]);
      await one.delete('a');
      await one.delete('a');
      expect(await of(done)).toEqual([1, 0, 1]);
      expect((await across.count()) - everyOne).toBe(3);
    });

    describe(`with ${many} records`, () => {
      type Owned = Item & { tenantId: string };
      let items: Collection<Owned>;
      const key = (n: number) => `${['álma', 'alma', 'alm', 'zoë', "o'hara%_"][n % 5]} ${String(n).padStart(5, '0')}`;
      beforeAll(async () => {
        // Of a container without unique keys, which the npm emulator looks through for each record.
        const tenantId = freshKey();
        items = store.partition<Owned>(contractTenantContainer, tenantId);
        for (let start = 0; start < many; start += 100) {
          await Promise.all(
            Array.from({ length: 100 }, (_, n) =>
              items.create({ ...item(`id${start + n}`, n, key(start + n)), tenantId }),
            ),
          );
        }
      });
      async function paged(where: Parameters<typeof items.count>[0]): Promise<string[]> {
        const seen: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await items.query({ where, orderBy: { field: 'name', direction: 'asc' }, limit: 1000, cursor });
          seen.push(...page.items.map(({ name }) => name));
          cursor = page.nextCursor;
          if (cursor === undefined) return seen;
        }
      }

      it('pages through all of them, each once and in order', async () => {
        const seen = await paged([]);
        expect(seen).toHaveLength(many);
        expect(new Set(seen).size).toBe(many);
        expect(seen).toEqual(seen.toSorted((a, b) => (a < b ? -1 : 1)));
      });

      it.each([
        ['alma', many / 5],
        ['alm', (2 * many) / 5],
        ['álma', many / 5],
        ["o'hara%_ 000", 20],
        ["o'hara%", many / 5],
        ['o%', 0],
        ['alma 00001', 1],
        ['zoë 009', 20],
        ['zo\u{10ffff}', 0],
      ])('pages through those that begin with %j, and no others', async (prefix, expected) => {
        const seen = await paged([{ field: 'name', op: 'prefix', value: prefix }]);
        expect(seen).toHaveLength(expected);
        expect(seen.every((name) => name.startsWith(prefix))).toBe(true);
      });
    });

    it('finds a part in any script whatever the case, among texts of any script', async () => {
      const items = fresh();
      const names = ['Übung MFA', 'plain mfa', 'Ünrelated', 'ΣΊΣΥΦΟΣ mfa'];
      for (const [n, name] of names.entries()) await items.create(item(`id${n}`, n, name));
      const found = async (value: string) => {
        const where = [{ field: 'name', op: 'contains', value } as const];
        return (await items.query({ where })).items.map(({ name }) => name);
      };
      expect(await found('mFa')).toEqual([names[0], names[1], names[3]]);
      expect(await found('ÜBUNG m')).toEqual([names[0]]);
      expect(await found('ü')).toEqual([names[0], names[2]]);
      expect(await found('σίσυ')).toEqual([names[3]]);
    });

    describe('with ten records', () => {
      let items: ReturnType<typeof fresh>;
      beforeAll(async () => {
        items = fresh();
        for (let n = 0; n < 10; n += 1) await items.create(item(`id${n}`, n % 5, n === 7 ? '100%_sure' : `Name ${n}`));
      });
      const ids = async (where: Parameters<typeof items.count>[0]) => {
        const found = (await items.query({ where })).items.map((one) => one.id);
        expect(await items.count(where)).toBe(found.length);
        return found;
      };

      it('compares', async () => {
        expect(await ids([{ field: 'rank', op: 'eq', value: 4 }])).toEqual(['id4', 'id9']);
        expect(await ids([{ field: 'rank', op: 'gte', value: 3 }])).toEqual(['id3', 'id4', 'id8', 'id9']);
        expect(await ids([{ field: 'rank', op: 'lt', value: 1 }])).toEqual(['id0', 'id5']);
        expect(
          await ids([
            { field: 'rank', op: 'ne', value: 0 },
            { field: 'done', op: 'eq', value: true },
          ]),
        ).toEqual(['id2', 'id4', 'id7', 'id9']);
        expect(await ids([{ field: 'note', op: 'eq', value: null }])).toEqual(['id0', 'id3', 'id5', 'id8']);
        expect(await ids([{ field: 'absent', op: 'eq', value: null }])).toHaveLength(10);
      });

      it('finds by prefix, by part and by any of several conditions, taking wildcards literally', async () => {
        expect(await ids([{ field: 'name', op: 'prefix', value: '100%' }])).toEqual(['id7']);
        expect(await ids([{ field: 'name', op: 'contains', value: 'NAME 3' }])).toEqual(['id3']);
        expect(await ids([{ field: 'name', op: 'contains', value: '%_S' }])).toEqual(['id7']);
        expect(await ids([{ field: 'name', op: 'contains', value: '%3' }])).toEqual([]);
        expect(await ids([{ field: 'id', op: 'in', value: ['id1', 'id2', 'none'] }])).toEqual(['id1', 'id2']);
        expect(await ids([{ field: 'id', op: 'in', value: [] }])).toEqual([]);
        // More than Cosmos DB takes in one IN: those of somebody who may see a large part of many tenants.
        const absent = Array.from({ length: 7000 }, () => crypto.randomUUID());
        expect(await ids([{ field: 'id', op: 'in', value: [...absent, 'id1', 'id2'] }])).toEqual(['id1', 'id2']);
        expect(
          await ids([
            {
              anyOf: [
                { field: 'rank', op: 'eq', value: 1 },
                { field: 'name', op: 'eq', value: 'Name 0' },
              ],
            },
          ]),
        ).toEqual(['id0', 'id1', 'id6']);
      });

      it('refuses an order that the container does not declare: Cosmos DB has no index for it', async () => {
        const asked = items.query({ orderBy: { field: 'undeclared', direction: 'asc' } });
        await expect(asked).rejects.toThrow("declares no order by 'undeclared'");
      });

      it('pages through an order with ties, each record once, either way', async () => {
        for (const direction of ['asc', 'desc'] as const) {
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await items.query({
              orderBy: { field: 'rank', direction },
              limit: 3,
              ...(cursor ? { cursor } : {}),
            });
            seen.push(...page.items.map((one) => one.id));
            cursor = page.nextCursor;
          } while (cursor);
          const ascending = ['id0', 'id5', 'id1', 'id6', 'id2', 'id7', 'id3', 'id8', 'id4', 'id9'];
          expect(seen).toEqual(direction === 'asc' ? ascending : ascending.toReversed());
        }
      });

      it('reads all records of a long list', async () => {
        const seen = [];
        for await (const one of all(items)) seen.push(one.id);
        expect(seen).toHaveLength(10);
      });

      it('says so when a cursor is not its own', async () => {
        await expect(items.query({ cursor: 'nonsense' })).rejects.toBeInstanceOf(InvalidCursorError);
      });
    });
  });
}
