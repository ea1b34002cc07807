import { listFindings } from '@tenantry/contract/findings';
import { expect, test } from 'vitest';
import { parseTableParams } from './table-params.ts';

/** What the schema says where the address says nothing. */
const defaults = { limit: 50, sort: 'urgency', direction: 'asc' };
const parse = (search: string) => parseTableParams(listFindings.query, new URLSearchParams(search));

test('filters are read from the address by the endpoint’s own schema', () => {
  expect(parse('status=resolved&limit=20')).toEqual({ ...defaults, status: 'resolved', limit: 20 });
});

test('a filter that does not fit is left out and the others stand', () => {
  expect(parse('status=nonsense&severity=high&limit=-3')).toEqual({ ...defaults, severity: 'high' });
});

test('parameters that the endpoint does not know are not passed on', () => {
  expect(parse('tenantId=1&search=dmarc')).toEqual({ ...defaults, search: 'dmarc' });
});
