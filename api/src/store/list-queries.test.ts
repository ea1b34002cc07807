import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { fieldsTable } from '../adapters/sqlite/sqlite-fields.ts';
import { countSql } from '../adapters/sqlite/sqlite-query.ts';
import { openSqliteRecordStore } from '../adapters/sqlite/sqlite-record-store.ts';
import type { Condition, Query } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { openChangeStore } from './changes.ts';
import { containers } from './containers.ts';
import { openMailDomainStore } from './mail-domains.ts';
import type { Scope } from './scope.ts';

/** A store in which every count is 7, and what was asked of it. */
function counting() {
  const asked: string[] = [];
  const across = () => ({
    async query(_: Query = {}) {
      asked.push('query');
      return { items: [] };
    },
    async count() {
      asked.push('count');
      return 7;
    },
  });
  return { asked, records: { across } as unknown as RecordStore };
}
const many: Scope = { kind: 'tenants', tenantIds: Array.from({ length: 6000 }, () => crypto.randomUUID()) };

it.each([
  ['all tenants', { kind: 'all' } as Scope],
  ['6,000 named tenants', many],
])('a page of changes over %s is one query and four counts, and they tell its total', async (_, scope) => {
  const { asked, records } = counting();
  const changes = openChangeStore(records);
  expect((await changes.page(scope, { limit: 50 })).total).toBe(28);
  expect(asked.toSorted()).toEqual(['count', 'count', 'count', 'count', 'query']);
  expect((await changes.page(scope, { limit: 50, gravity: 'high', actor: 'eve' })).total).toBe(7);
  expect(asked).toHaveLength(10);
});

it.each([
  [{}, 4],
  [{ policy: 'missing' } as const, 4],
  [{ policy: 'unknown' } as const, 4],
  [{ policy: 'none' } as const, 5],
  [{ policy: 'missing', lacks: 'spf' } as const, 5],
])(
  'a page of mail domains by %j is one query, and counts its total where no other count tells it',
  async (filters, calls) => {
    const { asked, records } = counting();
    const page = await openMailDomainStore(records).page(many, { limit: 50, ...filters });
    expect([page.total, asked.length]).toEqual([7, calls]);
  },
);

it.each([
  ['of one tenant', { field: 'tenantId', op: 'eq', value: 'one' }, 'tenantId'],
  ['of some tenants', { field: 'tenantId', op: 'in', value: ['one', 'two'] }, 'tenantId'],
  ['of one kind', { field: 'kind', op: 'eq', value: 'alert' }, 'kind'],
] as const)('changes %s are counted by severity from an index alone', async (_, condition, field) => {
  const file = join(await temporaryFolder('changes'), 'changes.db');
  const records = openSqliteRecordStore(file);
  await records.across(containers.changes).count();
  await records.close();
  const where: Condition[] = [condition, { field: 'gravity', op: 'eq', value: 'high' }];
  const { text, parameters } = countSql(fieldsTable(containers.changes), undefined, where, 'fields');
  const database = new DatabaseSync(file);
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...parameters);
  database.close();
  expect(plan.map(({ detail }) => String(detail)).join()).toContain(
    `USING COVERING INDEX f_tenant_changes_at_${field}_gravity_noticedAt (${field}=? AND gravity=?)`,
  );
});

it('nothing is asked for whoever sees no tenant', async () => {
  const { asked, records } = counting();
  await openChangeStore(records).page({ kind: 'none' }, { limit: 50 });
  await openMailDomainStore(records).page({ kind: 'none' }, { limit: 50 });
  expect(asked).toEqual([]);
});
