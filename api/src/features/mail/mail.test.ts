import tls from 'node:tls';
import { changeMailSettings, getMailSettings, testMail } from '@tenantry/contract/mail-settings';
import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import { startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { all } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';

const wanted = {
  ...{ revision: 0, way: 'smtp', fromAddress: 'reports@msp.example', fromName: 'Lantern', host: '127.0.0.1' },
  ...{ port: 587, security: 'starttls', signIn: 'password', user: 'mailer', password: 'hunter2-s3cret' },
};

describe('the mailbox of the installation', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp({ MAIL_PRIVATE_SERVER: 'allowed' });
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());
  const change = (body: object, by = cookie) =>
    app.call(changeMailSettings, { body: { ...wanted, ...body }, cookie: by });
  const read = async () => (await app.call(getMailSettings, { cookie })).json;

  it('is off until an administrator of all tenants sets it', async () => {
    expect(await read()).toMatchObject({ way: 'off', revision: 0, unavailable: expect.stringContaining('No mailbox') });
    expect((await change({}, await app.signInAs('technician', { kind: 'all' }))).status).toBe(403);
    const some = { kind: 'tenants', tenantIds: (await app.tenantIds()).slice(0, 1) } as const;
    expect((await change({}, await app.signInAs('admin', some))).status).toBe(403);
    expect((await app.call(getMailSettings, { cookie: await app.signInAs('viewer', { kind: 'all' }) })).status).toBe(
      403,
    );
  });

  it('keeps the password in the vault alone: in no answer, record or entry of the trail', async () => {
    const answer = await change({});
    expect([answer.status, answer.json.hasPassword, answer.json.unavailable]).toEqual([200, true, null]);
    expect(JSON.stringify([answer.json, await read()])).not.toContain('hunter2');
    const records: string[] = [];
    for (const container of Object.values(containers)) {
      for await (const record of all(app.app.records.across<{ id: string }>(container)))
        records.push(JSON.stringify(record));
    }
    expect(records.join('\n')).toContain('"newPassword":true');
    expect(records.join('\n')).not.toContain('hunter2');
  });

  it('does not hand the password that is kept to another server, port or user', async () => {
    await change({});
    const { password: _, ...without } = wanted;
    const again = { ...without, revision: 1, password: undefined };
    for (const other of [{ host: 'mail.evil.example' }, { port: 2525 }, { user: 'eve' }]) {
      const refused = await change({ ...again, ...other });
      expect([refused.status, refused.json.fields]).toEqual([400, [expect.objectContaining({ path: 'password' })]]);
    }
    expect((await change({ ...again, fromName: 'Another' })).json).toMatchObject({ hasPassword: true, revision: 2 });
    expect((await change({ ...again, revision: 2, signIn: 'none' })).json).toMatchObject({ hasPassword: false });
    // Going back does not bring it back.
    expect((await change({ ...again, revision: 3 })).status).toBe(400);
  });

  it('is set by one of two administrators at once', async () => {
    const both = await Promise.all([change({ fromName: 'One' }), change({ fromName: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ revision: 1 });
  });

  it.each([
    ['an address with a line break', { fromAddress: 'a@msp.example\r\nBcc: eve@evil.example' }, 'fromAddress'],
    ['a list of addresses', { fromAddress: 'a@msp.example,eve@evil.example' }, 'fromAddress'],
    ['a name with a line break', { fromName: 'A\nBcc: eve@evil.example' }, 'fromName'],
    ['no address', { fromAddress: '' }, 'fromAddress'],
    ['no server', { host: '' }, 'host'],
    ['a server with a path', { host: 'mail.example/x' }, 'host'],
    ['port 0', { port: 0 }, 'port'],
    ['no password', { password: undefined }, 'password'],
  ])('refuses %s', async (_, body, path) => {
    const refused = await change(body);
    expect([refused.status, refused.json.fields]).toEqual([400, [expect.objectContaining({ path })]]);
  });

  describe('with a server', () => {
    let server: MailServer;
    afterEach(() => server.close());

    it('tells by a test what the server answered, sends it to the caller alone, and tells System Health', async () => {
      server = await startMailServer({ isTls: true, user: 'mailer', password: 'hunter2-s3cret' });
      await change({ port: server.port, security: 'tls' });
      const tested = await app.call(testMail, { cookie });
      // Its certificate is nobody's that this machine trusts.
      expect(tested.json).toMatchObject({
        to: firstAdmin.email,
        isDelivered: false,
        answer: expect.stringMatching(/certificate/i),
      });
      expect(server.arrived).toEqual([]);
      expect((await read()).lastDelivery).toMatchObject({ isDelivered: false });
      const readiness = await app.app.readiness({ checks: [], metrics: [] });
      const item = readiness.groups.flatMap(({ items }) => items).find(({ id }) => id === 'mail');
      expect(item).toMatchObject({
        state: 'attention',
        page: 'settings',
        message: expect.stringMatching(/not delivered/),
      });
    });
  });

  it('sends to no server in a private network unless the settings of the installation allow it', async () => {
    await app.close();
    app = await createTestApp();
    cookie = await app.registerAdmin();
    await change({});
    const tested = await app.call(testMail, { cookie });
    expect(tested.json).toMatchObject({
      isDelivered: false,
      answer: '127.0.0.1 has the address 127.0.0.1, which is not public.',
    });
  });

  it('has nobody to send a test to where the caller has no address', async () => {
    await change({});
    const nobody = await app.signInAs('admin', { kind: 'all' });
    expect((await app.call(testMail, { cookie: nobody })).status).toBe(409);
  });
});

describe('the mailbox of the installation in Exchange Online', () => {
  it('is sent from by the app registration of the installation', async () => {
    const { app, cookie, microsoft, close } = await openMicrosoftApp();
    const graph = { ...wanted, way: 'graph', fromAddress: 'notifications@lanternmsp.onmicrosoft.com', host: '' };
    expect((await app.call(changeMailSettings, { body: graph, cookie })).json).toMatchObject({ unavailable: null });
    const tested = await app.call(testMail, { cookie });
    expect(tested.json).toMatchObject({ to: firstAdmin.email, isDelivered: true });
    expect(microsoft.cloud.mailOf(staffProfile.id)?.sent).toMatchObject([
      { mailbox: graph.fromAddress, mime: expect.stringContaining(`To: ${firstAdmin.email}`) },
    ]);
    expect((await app.call(getMailSettings, { cookie })).json).toMatchObject({
      unavailable: null,
      lastDelivery: { isDelivered: true },
    });
    await close();
  });

  it('is sent from by SMTP with a token of the app registration for Exchange Online', async () => {
    const trusted = tls.getCACertificates('default');
    const mailbox = 'notifications@lanternmsp.onmicrosoft.com';
    const audienceOf = (token: string): unknown =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud;
    const server = await startMailServer({
      ...{ name: 'localhost', user: mailbox },
      takesToken: (token) => audienceOf(token) === 'https://outlook.office365.com',
    });
    tls.setDefaultCACertificates([...trusted, server.certificate]);
    const microsoft = await startMicrosoftCloud();
    const app = await createTestApp({ ...microsoft.settings, MAIL_PRIVATE_SERVER: 'allowed' });
    const cookie = await app.registerAdmin();
    const { password: _, ...oauth } = {
      ...wanted,
      host: 'localhost',
      port: server.port,
      signIn: 'oauth',
      user: mailbox,
    };
    expect((await app.call(changeMailSettings, { body: oauth, cookie })).json).toMatchObject({ unavailable: null });
    const tested = await app.call(testMail, { cookie });
    expect(tested.json).toMatchObject({ to: firstAdmin.email, isDelivered: true });
    expect(server.arrived[0]?.auth).toMatchObject({ method: 'XOAUTH2', username: mailbox });
    expect(server.arrived[0]?.mail.subject).toBe('Tenantry: a test of the mailbox');
    tls.setDefaultCACertificates(trusted);
    await app.close();
    await microsoft.close();
    await server.close();
  });
});
