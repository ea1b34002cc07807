import { listFindings } from '@tenantry/contract/findings';
import { expect, test } from 'vitest';
import { parseTableParams } from './table-params.ts';

const parse = (search: string) => parseTableParams(listFindings.query, new URLSearchParams(search));

test('filters are read from the address by the endpoint’s own schema', () => {
  expect(parse('status=resolved&limit=20')).toEqual({ status: 'resolved', limit: 20 });
});

test('a filter that does not fit is left out and the others stand', () => {
  expect(parse('status=nonsense&severity=high&limit=-3')).toEqual({ severity: 'high', limit: 50 });
});

test('parameters that the endpoint does not know are not passed on', () => {
  expect(parse('tenantId=1&search=dmarc')).toEqual({ search: 'dmarc', limit: 50 });
});
