import { changeTenant, createTenant } from '@tenantry/contract/managed-tenants';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const contoso = 'c0ffee00-1111-4222-8333-444455556666';
const other = 'c0ffee00-1111-4222-8333-444455557777';
const taken = 'Another tenant has this name. Choose another one.';

describe('what a tenant is called', () => {
  let app: TestApp;
  /** Sees all tenants. */
  let ada: string;
  /** Sees Contoso and one more. */
  let grace: string;
  let second: string;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.registerAdmin();
    [second = ''] = await app.tenantIds();
    await create({ name: 'Contoso', domain: 'contoso.example', m365TenantId: contoso });
    await create({ name: 'Fabrikam', displayName: 'Fabrikam Inc.', domain: 'fabrikam.example', m365TenantId: other });
    grace = await app.signInAs('admin', { kind: 'tenants', tenantIds: [contoso, second] });
  });
  afterEach(() => app.close());

  async function create(body: object, status = 201) {
    const answer = await app.call(createTenant, { body, cookie: ada });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    return answer;
  }
  const change = (body: object, cookie = grace, id = contoso) =>
    app.call(changeTenant, { params: { id }, body, cookie });
  const stored = async (id = contoso) => (await app.app.stores.tenants.get(id))?.value as TenantRecord;
  const patch = async (id: string, fields: Partial<TenantRecord>) => {
    const found = await app.app.stores.tenants.get(id);
    if (!found) throw new Error('The tenant is missing');
    await app.app.stores.tenants.replace({ ...found.value, ...fields }, found.etag);
  };

  it('does not tell whether a tenant out of scope has the name: it is given as one that nobody has', async () => {
    const told = async (name: string) => {
      const { status, json } = await change({ name, displayName: name });
      return [status, json.name, json.displayName];
    };
    for (const name of ['FABRIKAM', 'Fabrikam Inc.', 'Nobody']) expect(await told(name)).toEqual([200, name, name]);
    expect((await change({ name: 'Fabrikam' })).status).toBe(200);
    expect((await change({ name: 'fabrikam' })).json).toMatchObject({ name: 'fabrikam', domain: 'contoso.example' });
    expect((await stored(other)).name).toBe('Fabrikam');
    const { name, displayName } = await stored(second);
    for (const one of [name, displayName.toUpperCase()]) {
      const refused = await change({ name: one });
      expect([refused.status, refused.json.fields]).toEqual([409, [{ path: 'name', message: taken }]]);
    }
  });

  it('is no name or display name of a tenant that the caller sees, in any case, whichever of them it is', async () => {
    for (const [body, path] of [
      [{ name: 'fabrikam' }, 'name'],
      [{ name: 'fabrikam inc.' }, 'name'],
      [{ displayName: 'FABRIKAM' }, 'displayName'],
      [{ displayName: 'Fabrikam INC.' }, 'displayName'],
    ] as const) {
      const refused = await change(body, ada);
      expect([refused.status, refused.json.fields]).toEqual([409, [{ path, message: taken }]]);
      const made = { name: 'New', m365TenantId: 'c0ffee00-1111-4222-8333-444455558888', ...body };
      expect((await create(made, 409)).json.fields).toEqual([{ path, message: taken }]);
    }
  });

  it('stays one of its own for whoever sees two of a name, who can still change each of them', async () => {
    expect((await change({ name: 'Fabrikam' })).status).toBe(200);
    expect((await change({ displayName: 'Contoso Ltd' }, ada)).json).toMatchObject({ name: 'Fabrikam' });
    expect((await change({ name: 'FABRIKAM' }, ada)).status).toBe(200);
    expect((await change({ name: 'Fabrikam' }, ada, second)).status).toBe(409);
    await create({ name: 'Fabrikam', m365TenantId: 'c0ffee00-1111-4222-8333-444455558888' }, 409);
    expect((await change({ name: 'Northwind' }, ada, other)).status).toBe(200);
    await create({ name: 'Fabrikam', m365TenantId: 'c0ffee00-1111-4222-8333-444455558888' }, 409);
    const renamed = await Promise.all([change({ name: 'Contoso' }), change({ name: 'Contoso' }, ada, other)]);
    expect(renamed.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is no domain that Microsoft has verified for another tenant, nor one below it', async () => {
    await patch(other, { verifiedDomains: ' fabrikam.example fabrikam.onmicrosoft.com ' });
    const message = 'Microsoft has verified this domain for Fabrikam.';
    for (const domain of ['fabrikam.example', 'FABRIKAM.onmicrosoft.com', 'mail.fabrikam.example']) {
      const refused = await change({ domain }, ada);
      expect([refused.status, refused.json.fields]).toEqual([409, [{ path: 'domain', message }]]);
      const made = { name: 'New', domain, m365TenantId: 'c0ffee00-1111-4222-8333-444455558888' };
      expect((await create(made, 409)).json.fields).toEqual([{ path: 'domain', message }]);
    }
    for (const domain of ['brikam.example', 'myfabrikam.example', 'example.com', ''])
      expect((await change({ domain }, ada)).status).toBe(200);
    expect((await change({ domain: 'fabrikam.onmicrosoft.com' }, ada, other)).status).toBe(200);
  });

  it('is for whoever sees some tenants a domain of its own directory, and none tells of those of others', async () => {
    await patch(other, { verifiedDomains: ' fabrikam.example ' });
    const told = async (domain: string) => {
      const { status, json } = await change({ domain });
      return [status, json.fields];
    };
    const message = 'Choose a domain that Microsoft has verified for this directory.';
    const refused = [409, [{ path: 'domain', message }]];
    for (const domain of ['fabrikam.example', 'nobody.example']) expect(await told(domain)).toEqual(refused);
    await patch(contoso, { verifiedDomains: ' contoso.example contoso.test ' });
    for (const domain of ['fabrikam.example', 'nobody.example']) expect(await told(domain)).toEqual(refused);
    for (const domain of ['Contoso.test', 'contoso.TEST', '']) expect((await told(domain))[0]).toBe(200);
  });

  it('knows the verified domains from each scan', async () => {
    await app.call(startScan, { body: { tenant_id: second }, cookie: ada });
    await app.drainQueue();
    const { domain, verifiedDomains } = await stored(second);
    expect(verifiedDomains).toContain(` ${domain} `);
    expect((await change({ domain }, ada)).json.fields).toMatchObject([{ path: 'domain' }]);
    const found = String(verifiedDomains).trim().split(' ').at(-1) ?? '';
    expect((await change({ domain: found }, grace, second)).status).toBe(200);
  });
});
