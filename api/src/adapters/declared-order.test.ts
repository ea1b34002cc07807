import { expect, test } from 'vitest';
import { containers } from '../store/containers.ts';
import { searchedKeys } from '../store/m365-users.ts';
import { requireDeclaredOrder } from './declared-order.ts';

const by = (field: string) => ({ orderBy: { field, direction: 'asc' as const } });

test('an order is taken where Cosmos DB has an index for it, and refused elsewhere', () => {
  const { m365Users, tasks } = containers;
  for (const query of [{}, by('id'), by('nameKey'), ...searchedKeys.map(by)])
    expect(() => requireDeclaredOrder(m365Users, query)).not.toThrow();
  expect(() => requireDeclaredOrder(m365Users, by('department'))).toThrow(
    "'m365_users' declares no order by 'department'",
  );
  expect(() => requireDeclaredOrder(tasks, by('title'))).toThrow("'tasks' declares no order by 'title'");
});
