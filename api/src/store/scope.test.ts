import { systemWideId } from '@tenantry/contract/ids';
import { expect, it } from 'vitest';
import type { Condition, Query } from '../ports/collection.ts';
import { inScope, isInScope, type Scope } from './scope.ts';

it('a list of tenants never reaches what concerns the installation, even where it names its id', async () => {
  const scope: Scope = { kind: 'tenants', tenantIds: ['a', systemWideId] };
  expect(isInScope(scope, 'a')).toBe(true);
  expect(isInScope(scope, systemWideId)).toBe(false);
  const asked: (readonly Condition[])[] = [];
  const records = {
    query: async ({ where = [] }: Query = {}) => {
      asked.push(where);
      return { items: [] };
    },
    count: async (where: readonly Condition[] = []) => {
      asked.push(where);
      return 0;
    },
  };
  await inScope(records, scope).query();
  await inScope(records, scope).count();
  const within = { field: 'tenantId', op: 'in', value: ['a'] };
  expect(asked).toEqual([[within], [within]]);
});
