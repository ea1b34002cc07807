import type { Tenant } from '@tenantry/contract/tenants';
import { describe, expect, test } from 'vitest';
import { matchingTenants } from './matching-tenants.ts';

const tenant = (displayName: string, domain: string): Tenant => ({
  id: domain,
  name: displayName,
  displayName,
  domain,
  isMock: false,
});
const tenants = [
  tenant('Acme Bakery', 'acme.example'),
  tenant('Zürich Müller', 'mueller.example'),
  tenant('Bakery of Acme', 'boa.example'),
];
const found = (search: string, selected: Tenant | null = null) =>
  matchingTenants(tenants, search, selected).map(({ domain }) => domain);

describe('the search for a tenant', () => {
  test.each([
    ['bakery', ['boa.example', 'acme.example']],
    ['ACME bak', ['acme.example', 'boa.example']],
    ['bakery acme', ['acme.example', 'boa.example']],
    ['muller', ['mueller.example']],
    ['mueller.', ['mueller.example']],
    ['nobody', []],
  ])('%s finds %j', (search, expected) => {
    expect(found(search)).toEqual(expected);
  });

  test('lists the selected one first while nothing is searched for', () => {
    expect(found('  ', tenants[2])).toEqual(['boa.example', 'acme.example', 'mueller.example']);
  });
});
