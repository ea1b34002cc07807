import { expect, test } from 'vitest';
import { orderKeyOf, orderKeys, orderLabels, orderParams } from './finding-order.ts';

test('each order is found again in the address that it makes, and has a name of its own', () => {
  for (const key of orderKeys) {
    const { sort, direction } = orderParams(key);
    expect(orderKeyOf({ ...(sort && { sort }), ...(direction && { direction }) })).toBe(key);
  }
  expect(new Set(Object.values(orderLabels)).size).toBe(orderKeys.length);
});

test('the order of urgency stands in no address', () => {
  expect(orderParams('urgency')).toEqual({ sort: undefined, direction: undefined });
  expect(orderKeyOf({ sort: 'urgency', direction: 'desc' })).toBe('urgency');
});
