import { expect, test } from 'vitest';
import { catalog } from '../../checks/catalog.ts';
import { articleOfCheck, remedies, remedyOfCheck } from './remedies.ts';

test('every check of the catalog has exactly one remedy, and no remedy names another check', () => {
  const named = remedies.flatMap(({ checks }) => checks);
  expect(named.toSorted()).toEqual(catalog.map(({ id }) => id).toSorted());
});

test('remedies have different ids and titles', () => {
  expect(new Set(remedies.map(({ id }) => id)).size).toBe(remedies.length);
  expect(new Set(remedies.map(({ title }) => title)).size).toBe(remedies.length);
});

test('a check that the catalog no longer has leads nowhere', () => {
  expect(remedyOfCheck('ca.gone')).toBeNull();
  expect(articleOfCheck('ca.gone')).toBeNull();
  expect(articleOfCheck('dns.dmarc')).toBe('dmarc-record');
});
