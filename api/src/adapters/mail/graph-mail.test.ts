import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../ports/mail.ts';
import { createAppTokens } from '../graph/app-tokens.ts';
import { simulatorOverHttp, type Upstream } from '../graph/upstream.ts';
import { graphMail } from './graph-mail.ts';

const clock = { now: () => new Date() };
const mailbox = 'notifications@lanternmsp.onmicrosoft.com';
const mail: Mail = {
  messageId: 'report.1234@tenantry.example',
  to: ['jane@contoso.example'],
  subject: 'Your report',
  text: 'See the report.',
  html: '<p>See the report.</p>',
};

describe('mail by Microsoft Graph', () => {
  const cloud = createSignInCloud({ now: clock.now });
  let upstream: Upstream;
  let close: () => Promise<unknown>;
  beforeEach(async () => {
    const server = await startSimulatorServer({ port: 0, cloud });
    upstream = simulatorOverHttp(server.url);
    close = server.close;
    cloud.faults.clear();
    cloud.mailOf(staffProfile.id)?.sent.splice(0);
  });
  afterEach(() => close());
  const sent = () => cloud.mailOf(staffProfile.id)?.sent ?? [];
  const token = () => {
    const app = { clientId: '8f0c1f3e-0f2b-4b6f-9a51-0d7c2f5d3a11', clientSecret: 'any' };
    return createAppTokens(staffProfile.id, app, upstream).get({ skipCache: false });
  };
  const send = (what: Partial<Mail> = {}, from = mailbox) =>
    graphMail({ upstream, clock })(token, { address: from, name: 'Lantern' }, { ...mail, ...what });

  it('leaves the mailbox in MIME form, with the headers that SMTP would carry', async () => {
    const attachments = [{ fileName: 'R.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-') }];
    expect(await send({ threadId: 'first@tenantry.example', attachments })).toMatchObject({ kind: 'delivered' });
    const read = await simpleParser(sent()[0]?.mime ?? '');
    expect(read).toMatchObject({
      ...{ messageId: '<report.1234@tenantry.example>', references: '<first@tenantry.example>', subject: mail.subject },
      attachments: [{ filename: 'R.pdf', content: Buffer.from('%PDF-') }],
    });
    expect(read.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('carries attachments up to 3 MB, as JSON where their MIME form is too large for one call', async () => {
    const of = (size: number) => [{ fileName: 'R.pdf', contentType: 'application/pdf', bytes: Buffer.alloc(size, 1) }];
    expect(await send({ attachments: of(2_900_000) })).toMatchObject({ kind: 'delivered' });
    expect(sent()[0]).toMatchObject({
      mime: null,
      message: { internetMessageId: '<report.1234@tenantry.example>', attachments: [{ name: 'R.pdf' }] },
    });
    expect(await send({ attachments: of(3_000_001) })).toMatchObject({ kind: 'failed', isPermanent: true });
    expect(sent()).toHaveLength(1);
  });

  it('is kept in Sent Items, but for what is confidential, which has the same id, recipients and text', async () => {
    await send();
    await send({ isConfidential: true });
    expect(sent()).toMatchObject([
      { isSaved: true, message: null },
      {
        isSaved: false,
        message: {
          internetMessageId: '<report.1234@tenantry.example>',
          subject: mail.subject,
          toRecipients: [{ emailAddress: { address: 'jane@contoso.example' } }],
          body: { contentType: 'HTML', content: mail.html },
        },
      },
    ]);
  });

  it('waits for an administrator where the application may not send from the mailbox, or there is none', async () => {
    const user = cloud.usersOf(staffProfile.id)[0]?.userPrincipalName ?? '';
    const refused = await send({}, user);
    expect(refused).toMatchObject({ isPermanent: false, reason: expect.stringContaining('ErrorAccessDenied') });
    expect(refused).toMatchObject({ reason: expect.stringContaining('may not send from') });
    const nobody = await send({}, 'nobody@lanternmsp.example');
    expect(nobody).toMatchObject({ isPermanent: false, reason: expect.stringContaining('ErrorInvalidUser') });
    expect(sent()).toEqual([]);
  });

  it('has failed for good where a recipient is none', async () => {
    expect(await send({ to: ['jane@contoso.invalid'] })).toMatchObject({
      ...{ kind: 'failed', isPermanent: true, reason: expect.stringContaining('ErrorInvalidRecipients') },
    });
  });

  it('tries later where Graph asks for it, and says when', async () => {
    cloud.faults.set({ pathPrefix: '/users/', kind: 'status', status: 429, retryAfterSeconds: 17, times: 1 });
    expect(await send()).toMatchObject({ kind: 'failed', isPermanent: false, retryAfterSeconds: 17 });
    cloud.faults.set({ pathPrefix: '/users/', kind: 'status', status: 503, times: 1 });
    expect(await send()).toMatchObject({ kind: 'failed', isPermanent: false });
    cloud.faults.set({ pathPrefix: '/users/', kind: 'drop', times: 1 });
    expect(await send()).toMatchObject({ kind: 'failed', isPermanent: false });
    expect(await send()).toMatchObject({ kind: 'delivered' });
  });

  it('refuses a header of two lines before anybody is asked', async () => {
    expect(await send({ subject: 'Hello\nBcc: eve@evil.example' })).toMatchObject({ isPermanent: true });
    expect(sent()).toEqual([]);
  });
});
