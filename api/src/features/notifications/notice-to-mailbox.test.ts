import tls from 'node:tls';
import { changeMailSettings } from '@tenantry/contract/mail-settings';
import { createNoticeChannel } from '@tenantry/contract/notice-channels';
import { createNoticeRule } from '@tenantry/contract/notice-rules';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { addressesIn, type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { anyEvent, letTimePass } from './testing/notice-app.ts';

const trusted = tls.getCACertificates('default');
let server: MailServer;
let world: SimulatedApp;
beforeAll(async () => {
  server = await startMailServer({ name: 'localhost', user: 'mailer', password: 's3cret-in-vault' });
  // As NODE_EXTRA_CA_CERTS does for a relay with a certificate of one's own.
  tls.setDefaultCACertificates([...trusted, server.certificate]);
});
beforeEach(async () => {
  world = await openSimulatedApp({ MAIL_PRIVATE_SERVER: 'allowed' });
});
afterEach(() => world.close());
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await server.close();
});

const made = async (
  answer: Promise<{ status: number; text: string; json: Record<string, unknown> }>,
  status: number,
) => {
  const { status: given, text, json } = await answer;
  expect([given, text]).toEqual([status, text]);
  return json;
};

it('a critical change in a tenant is one mail that a reader of mail can read, in HTML and as text', async () => {
  const { app, cloud, cookie } = world;
  const sender = {
    ...{ revision: 0, way: 'smtp', fromAddress: 'alerts@msp.example', fromName: 'Tenantry', host: 'localhost' },
    ...{ port: server.port, security: 'starttls', signIn: 'password', user: 'mailer', password: 's3cret-in-vault' },
  };
  await made(app.call(changeMailSettings, { body: sender, cookie }), 200);
  const settings = { kind: 'mail', recipients: ['soc@msp.example'] };
  const { channel } = await made(app.call(createNoticeChannel, { body: { name: 'SOC', settings }, cookie }), 201);
  const targets = { inApp: false, ownMail: false, channelIds: [(channel as { id: string }).id] };
  const events = [{ kind: 'change', gravity: 'critical' }];
  await made(app.call(createNoticeRule, { body: { ...anyEvent, events, targets }, cookie }), 201);
  const minute = async () => {
    await letTimePass(app);
    await app.app.collectNotices();
    await app.app.sendNotices();
  };
  await app.app.collectNotices();
  await world.scan();
  await minute();
  expect(server.arrived).toEqual([]);

  cloud.changeTenant(weakProfile.id, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
  await world.scan();
  await minute();
  await minute();

  expect(server.arrived).toHaveLength(1);
  const [{ to, mail } = { to: [], mail: undefined }] = server.arrived;
  expect([to, addressesIn(mail?.from)]).toEqual([['soc@msp.example'], ['alerts@msp.example']]);
  expect(mail?.subject).toContain('New Global Administrator');
  expect(mail?.text).toContain('CRITICAL - Change - Bracken Freight Group');
  expect(String(mail?.html)).toContain('<table');
  expect(String(mail?.html)).not.toMatch(/<script|<img|https?:\/\/(?!localhost)/i);
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.messageId).toMatch(/^<notice-[0-9a-f]+@/);
});
