import { getM365Status } from '@tenantry/contract/connection-status';
import { listAdminTenants } from '@tenantry/contract/connections';
import { syncPartnerTenants } from '@tenantry/contract/graph-tools';
import { systemWideId } from '@tenantry/contract/ids';
import { allCredentialsNeeded, changeTenant, createTenant } from '@tenantry/contract/managed-tenants';
import { listTenants } from '@tenantry/contract/tenants';
import { beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { credentialId } from '../../store/credentials.ts';

const directory = 'c0ffee00-1111-4222-8333-444455556666';
const clientId = 'aaaaaaaa-1111-4222-8333-444455556666';
const contoso = { name: 'Contoso', domain: 'contoso.example', m365TenantId: directory };

describe('creating a tenant', () => {
  let app: TestApp;
  let cookie: string;
  let prospect: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ app, cookie } = opened);
    prospect = opened.microsoft.cloud.prospects[0]?.id ?? '';
    return opened.close;
  });

  const create = (body: object, as = cookie) => app.call(createTenant, { body, cookie: as });
  const change = (body: object, id = directory) => app.call(changeTenant, { params: { id }, body, cookie });
  const listed = async () => (await app.call(listAdminTenants, { cookie })).json.tenants as Record<string, unknown>[];
  const entries = async (eventType: string) =>
    (
      await app.app.records
        .across<EntryRecord>(containers.auditLogs)
        .query({ where: [{ field: 'eventType', op: 'eq', value: eventType }], limit: 100 })
    ).items;
  const credentials = () => app.app.stores.credentials.of(directory).get(credentialId(directory));

  it('makes one for its directory, without a scan, and says so in the trail', async () => {
    const answer = await create(contoso);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ id: directory, ...contoso, displayName: 'Contoso', isMock: false });
    expect((await listed()).find(({ id }) => id === directory)).toMatchObject({
      name: 'Contoso',
      credentialStatus: 'none',
      lastScanStatus: 'none',
      lastScanDate: null,
      linkedM365Users: null,
    });
    expect(await entries('tenant_created')).toMatchObject([
      { user: 'ada', target: 'Contoso', tenantId: directory, details: { domain: 'contoso.example', isMock: false } },
    ]);
  });

  it('without credentials is neither live nor simulated, and says that they are missing', async () => {
    await create(contoso);
    expect((await app.call(getM365Status, { tenantId: directory, cookie })).json).toMatchObject({
      mode: 'unconfigured',
      liveMode: false,
      mockMode: false,
      configured: false,
      tenantId: directory,
    });
  });

  it('takes the directory id in any case, and a simulated tenant', async () => {
    const answer = await create({ ...contoso, m365TenantId: ` ${directory.toUpperCase()} `, isMock: true });
    expect(answer.json).toMatchObject({ id: directory, m365TenantId: directory, isMock: true });
  });

  it.each([
    ['no name', { name: ' ' }, 'name', 'Name is required'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', 'Name must be at most 255 characters'],
    ['no directory', { m365TenantId: undefined }, 'm365TenantId', 'Directory (tenant) ID is required'],
    [
      'a directory that is no GUID',
      { m365TenantId: 'contoso.com' },
      'm365TenantId',
      'Must be a GUID, as Entra ID shows it',
    ],
    ['a domain that is none', { domain: 'not a domain' }, 'domain', 'Must be a domain such as contoso.com'],
    ['half of the credentials', { credentials: { clientId } }, 'credentials', allCredentialsNeeded],
    [
      'a blank secret',
      { credentials: { clientId, clientSecret: ' ', tenantId: directory } },
      'credentials',
      allCredentialsNeeded,
    ],
    [
      'a client id that is no GUID',
      { credentials: { clientId: 'x', clientSecret: 'y', tenantId: directory } },
      'credentials.clientId',
      'Must be a GUID',
    ],
  ])('refuses %s', async (_, wrong, path, message) => {
    const answer = await create({ ...contoso, ...wrong });
    expect([answer.status, answer.json.fields]).toEqual([400, [{ path, message }]]);
    expect(await entries('tenant_created')).toHaveLength(0);
  });

  it('takes a name of 255 characters', async () => {
    expect((await create({ ...contoso, name: 'x'.repeat(255) })).status).toBe(201);
  });

  it('is never made under the id of what concerns the installation', async () => {
    const answer = await create({ ...contoso, m365TenantId: systemWideId });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toEqual([
      { path: 'm365TenantId', message: 'This is no directory: its id is all zeros' },
    ]);
  });

  it('refuses a directory that has a tenant, with its name', async () => {
    await create(contoso);
    const answer = await create({ ...contoso, name: 'Another' });
    expect(answer.status).toBe(409);
    expect(answer.json.fields).toEqual([
      { path: 'm365TenantId', message: 'This directory is connected already, as Contoso.' },
    ]);
  });

  it.each(['Contoso', 'CONTOSO'])('refuses the name %s of another tenant, in any case', async (name) => {
    await create(contoso);
    const answer = await create({ ...contoso, name, m365TenantId: clientId });
    expect(answer.status).toBe(409);
    expect(answer.json.fields).toEqual([
      { path: 'name', message: 'Another tenant has this name. Choose another one.' },
    ]);
    expect((await create({ ...contoso, name: 'tidewell motors', m365TenantId: clientId })).status).toBe(409);
  });

  it('makes one tenant of many that create it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ ...contoso, name: `C${index}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    expect((await listed()).filter(({ id }) => id === directory)).toHaveLength(1);
    expect(await entries('tenant_created')).toHaveLength(1);
  });

  it('makes one tenant where partner sync brings it in at the same time', async () => {
    const [made] = await Promise.all([
      create({ name: 'By hand', m365TenantId: prospect }),
      app.call(syncPartnerTenants, { cookie }),
    ]);
    expect([201, 409]).toContain(made.status);
    const { tenants } = (await app.call(listTenants, { cookie })).json as { tenants: { id: string }[] };
    expect(tenants.filter(({ id }) => id === prospect)).toHaveLength(1);
  });

  it('keeps credentials that come with it, the secret encrypted and in no answer', async () => {
    const given = { clientId: clientId.toUpperCase(), clientSecret: 'a very secret secret', tenantId: directory };
    const answer = await create({ ...contoso, credentials: given });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain('secret secret');
    expect((await credentials())?.value).toMatchObject({ clientId, useMock: false, environment: 'Production' });
    expect(JSON.stringify(await credentials())).not.toContain('secret secret');
    expect(JSON.stringify(await entries('tenant_created'))).not.toContain('secret secret');
    expect(await entries('credentials_saved')).toHaveLength(1);
  });

  it('refuses credentials of another directory', async () => {
    const answer = await create({ ...contoso, credentials: { clientId, clientSecret: 'x', tenantId: clientId } });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toMatchObject([{ path: 'credentials.tenantId' }]);
  });

  it('asks who is there, as it does wherever a client secret comes in', async () => {
    await ageSession(app, cookie, 11);
    const credentials = { clientId, clientSecret: 'a very secret secret', tenantId: directory };
    const refused = await create({ ...contoso, credentials });
    expect([refused.status, refused.json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect(await entries('tenant_created')).toHaveLength(0);
    await ageSession(app, cookie, 9);
    expect((await create({ ...contoso, credentials })).status).toBe(201);
  });

  it('leaves nothing where its credentials cannot be kept', async () => {
    const { stores } = app.app;
    const of = stores.credentials.of;
    stores.credentials.of = (tenantId) => ({
      ...of(tenantId),
      create: () => Promise.reject(new Error('The disk is full')),
    });
    const given = { clientId, clientSecret: 'a secret', tenantId: directory };
    expect((await create({ ...contoso, credentials: given })).status).toBe(500);
    stores.credentials.of = of;
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id: directory }));
    await app.app.settleOutboxes();
    expect(await entries('tenant_created')).toHaveLength(0);
    expect((await create({ ...contoso, credentials: given })).status).toBe(201);
  });

  it('is for administrators of all tenants', async () => {
    const some = await app.signInAs('admin', { kind: 'tenants', tenantIds: [prospect] });
    expect((await create(contoso, some)).status).toBe(403);
    expect((await create(contoso, await app.signInAs('technician', { kind: 'all' }))).status).toBe(403);
  });

  it('is changed by its name, display name and domain, with what they were in the trail', async () => {
    await create(contoso);
    const answer = await change({ name: 'Contoso Ltd', displayName: 'Contoso Limited', domain: 'contoso.test' });
    expect(answer.json).toMatchObject({ name: 'Contoso Ltd', displayName: 'Contoso Limited', domain: 'contoso.test' });
    expect(await entries('tenant_changed')).toMatchObject([
      {
        target: 'Contoso Ltd',
        details: {
          before: { name: 'Contoso', displayName: 'Contoso', domain: 'contoso.example' },
          after: { name: 'Contoso Ltd', displayName: 'Contoso Limited', domain: 'contoso.test' },
        },
      },
    ]);
    expect((await change({ name: 'Contoso Ltd' })).status).toBe(200);
    expect(await entries('tenant_changed')).toHaveLength(1);
  });

  it('is not given the name of another tenant, but its own in another case', async () => {
    await create(contoso);
    const taken = await change({ name: 'TIDEWELL Motors' });
    expect([taken.status, taken.json.fields]).toEqual([
      409,
      [{ path: 'name', message: 'Another tenant has this name. Choose another one.' }],
    ]);
    expect((await change({ name: 'CONTOSO' })).json).toMatchObject({ name: 'CONTOSO' });
  });

  it('tells a second editor that somebody was faster, and overwrites nothing', async () => {
    await create(contoso);
    const expected = { name: 'Contoso', displayName: 'Contoso', domain: 'contoso.example' };
    const answers = await Promise.all(['First', 'Second'].map((displayName) => change({ displayName, expected })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const told = answers.find(({ status }) => status === 409)?.json.message;
    expect(told).toBe('Somebody changed this tenant meanwhile. Reload it and make your change again.');
  });
});
