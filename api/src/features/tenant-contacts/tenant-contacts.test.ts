import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { exportDatabase } from '@tenantry/contract/exports';
import { changeTenantContacts, getTenantContacts } from '@tenantry/contract/tenant-contacts';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const params = { id: weakProfile.id };
const jane = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Jane Doe',
  address: 'jane@client.example',
  gets: ['reports'],
};

describe('contacts of a tenant', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());
  const change = (contacts: object[], revision = 0, by = cookie) =>
    app.call(changeTenantContacts, { params, body: { revision, contacts }, cookie: by });
  const read = async (by = cookie) => app.call(getTenantContacts, { params, cookie: by });

  it('are named by technicians and administrators of the tenant, and are in its trail', async () => {
    const technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [weakProfile.id] });
    expect((await change([jane], 0, technician)).json).toEqual({
      tenantId: weakProfile.id,
      contacts: [jane],
      revision: 1,
    });
    expect((await read()).json).toMatchObject({ contacts: [jane], revision: 1 });
    const trail = await app.call(listAuditTrail, { query: { tenantId: weakProfile.id }, cookie });
    expect(trail.text).toContain('tenant_contacts_changed');
    expect(trail.text).toContain(jane.address);
    const viewer = await app.signInAs('viewer', { kind: 'all' });
    expect([(await read(viewer)).status, (await change([], 1, viewer)).status]).toEqual([403, 403]);
    const foreign = await app.signInAs('technician', { kind: 'tenants', tenantIds: [goodProfile.id] });
    expect([(await read(foreign)).status, (await change([], 1, foreign)).status]).toEqual([404, 404]);
  });

  it('are changed by one of two at once, and the same change twice is one', async () => {
    const both = await Promise.all([change([jane]), change([{ ...jane, name: 'J. Doe' }])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = (await read()).json.contacts as object[];
    const again = await Promise.all([change(kept, 0), change(kept, 1)]);
    expect(again.map(({ status, json }) => [status, json.revision])).toEqual([
      [200, 1],
      [200, 1],
    ]);
  });

  it.each([
    ['an address with a line break', [{ ...jane, address: 'jane@client.example\r\nBcc: eve@evil.example' }]],
    ['a list in one address', [{ ...jane, address: 'jane@client.example,eve@evil.example' }]],
    ['a name around an address', [{ ...jane, address: '"jane" <eve@evil.example>' }]],
    ['no domain', [{ ...jane, address: 'jane' }]],
    ['no name', [{ ...jane, name: ' ' }]],
    [
      'an address twice',
      [jane, { ...jane, id: '22222222-2222-4222-8222-222222222222', address: 'JANE@client.example' }],
    ],
    [
      '51 of them',
      Array.from({ length: 51 }, (_, at) => ({ ...jane, id: crypto.randomUUID(), address: `j${at}@client.example` })),
    ],
  ])('are refused with %s', async (_, contacts) => {
    expect((await change(contacts)).status).toBe(400);
    expect((await read()).json).toMatchObject({ contacts: [], revision: 0 });
  });

  it('are kept by an export', async () => {
    await change([jane]);
    const { tables } = (await app.call(exportDatabase, { cookie })).json as { tables: Record<string, object[]> };
    expect(tables.tenant_contacts).toEqual([
      { id: jane.id, tenantId: weakProfile.id, name: jane.name, address: jane.address, gets: ['reports'] },
    ]);
  });
});
