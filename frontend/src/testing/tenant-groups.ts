import type { TenantGroup } from '@tenantry/contract/tenant-groups';

/** A group of tenants, by a tag. */
export const gold: TenantGroup = {
  id: '99999999-0000-4000-8000-000000000000',
  name: 'Gold',
  color: 'blue',
  rule: { match: 'all', conditions: [{ field: 'tag', value: 'gold' }] },
  tenants: 2,
  scopedUsers: 1,
  revision: 3,
  updatedAt: '2026-11-28T08:00:00.000Z',
  updatedBy: 'Ada',
};
