import { expect, it } from 'vitest';
import { selectSpec } from './cosmos-query.ts';

it('a statement over 6,000 named tenants, twice, is one that Cosmos DB takes', () => {
  const tenantIds = Array.from({ length: 6000 }, () => crypto.randomUUID());
  const inThem = { field: 'tenantId', op: 'in', value: tenantIds } as const;
  const spec = selectSpec(undefined, { where: [inThem, { anyOf: [inThem] }] }, 50);
  expect(spec.query).toContain('ARRAY_CONTAINS(@p0, c.tenantId)');
  expect(JSON.stringify(spec).length).toBeLessThan(512 * 1024);
  const few = selectSpec(undefined, { where: [{ ...inThem, value: tenantIds.slice(0, 2) }] }, 50);
  expect(few.query).toContain('c.tenantId IN (@p0, @p1)');
});
