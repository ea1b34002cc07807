import { describe, expect, it } from 'vitest';
import { whatChanged } from './what-changed.ts';

const user = { role: 'technician', scope: { kind: 'tenants', tenantIds: ['a'] }, passwordHash: 'scrypt$1' };

describe('what changed', () => {
  it('tells the named fields that differ, nested ones whole, and no other', () => {
    const after = { ...user, scope: { kind: 'all', tenantIds: [] }, passwordHash: 'scrypt$2' };
    expect(whatChanged(user, after, ['role', 'scope'])).toEqual({
      before: { scope: { kind: 'tenants', tenantIds: ['a'] } },
      after: { scope: { kind: 'all', tenantIds: [] } },
    });
  });

  it('tells all of what was made or deleted', () => {
    expect(whatChanged(null, user, ['role'])).toEqual({ before: {}, after: { role: 'technician' } });
    expect(whatChanged(user, null, ['role'])).toEqual({ before: { role: 'technician' }, after: {} });
  });
});
