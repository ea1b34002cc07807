import { afterEach, describe, expect, it } from 'vitest';
import { addressesIn, type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import type { Mail, SmtpServer } from '../../ports/mail.ts';
import { type SmtpOptions, smtpFailure, smtpMail } from './smtp-mail.ts';

const clock = { now: () => new Date('2026-11-28T12:00:00Z') };
const from = { address: 'reports@msp.example', name: 'Lantern Managed Services' };
const mail: Mail = {
  messageId: 'report.1234@tenantry.example',
  to: ['jane@contoso.example'],
  subject: 'Your report',
  text: 'See the report.',
  html: '<p>See the report.</p>',
};

describe('mail by SMTP', () => {
  let server: MailServer;
  afterEach(() => server.close());
  /** The certificate of the test server is for the name Tenantry. */
  const options = (more: Partial<SmtpOptions> = {}): SmtpOptions => ({
    clock,
    mayBePrivate: true,
    ca: server.certificate,
    lookUp: async () => ['127.0.0.1'],
    timeoutMs: 5000,
    ...more,
  });
  const target = (more: Partial<SmtpServer> = {}): SmtpServer => ({
    host: 'Tenantry',
    port: server.port,
    security: 'starttls',
    auth: { kind: 'none' },
    ...more,
  });
  const send = (what: Partial<Mail> = {}, to: Partial<SmtpServer> = {}, more: Partial<SmtpOptions> = {}) =>
    smtpMail(options(more))(target(to), from, { ...mail, ...what });

  it('arrives over STARTTLS as it was written, with its Message-ID, thread and attachment', async () => {
    server = await startMailServer();
    const bytes = Buffer.from('%PDF-1.7 pages');
    const outcome = await send({
      subject: 'Bericht für Käse & Söhne',
      threadId: 'first@tenantry.example',
      unsubscribeUrl: 'https://tenantry.example/notifications',
      attachments: [{ fileName: 'Report_Müller.pdf', contentType: 'application/pdf', bytes }],
    });
    expect(outcome).toEqual({ kind: 'delivered', reference: expect.stringContaining('Queued as 1234') });
    const [{ mail: read, ...envelope } = { mail: null }] = server.arrived;
    expect(envelope).toMatchObject({ from: from.address, to: mail.to });
    expect(read).toMatchObject({
      messageId: '<report.1234@tenantry.example>',
      inReplyTo: '<first@tenantry.example>',
      references: '<first@tenantry.example>',
      subject: 'Bericht für Käse & Söhne',
      text: expect.stringContaining(mail.text),
      html: mail.html,
      date: clock.now(),
    });
    expect(read?.from?.text).toBe('"Lantern Managed Services" <reports@msp.example>');
    expect(read?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(read?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line).toBe(
      'List-Unsubscribe: <https://tenantry.example/notifications>',
    );
    // RFC 8058 asks for a signature over it, and for an address that asks nobody who they are.
    expect(read?.headers.has('list-unsubscribe-post')).toBe(false);
    expect(read?.attachments).toMatchObject([
      { filename: 'Report_Müller.pdf', contentType: 'application/pdf', content: bytes },
    ]);
  });

  it('goes over TLS from the first byte on, with user and password', async () => {
    server = await startMailServer({ isTls: true, user: 'mailer', password: 's3cret' });
    const auth = { kind: 'password', user: 'mailer', password: 's3cret' } as const;
    expect(await send({}, { security: 'tls', auth })).toMatchObject({ kind: 'delivered' });
    expect(server.arrived[0]?.auth).toMatchObject({ username: 'mailer', password: 's3cret' });
  });

  it('signs in by XOAUTH2 with the token of the application', async () => {
    server = await startMailServer({ user: 'reports@msp.example', accessToken: 'a.b.c' });
    const auth = { kind: 'oauth', user: 'reports@msp.example', token: async () => 'a.b.c' } as const;
    expect(await send({}, { auth })).toMatchObject({ kind: 'delivered' });
    expect(server.arrived[0]?.auth).toMatchObject({ method: 'XOAUTH2', accessToken: 'a.b.c' });
  });

  it('sends neither password nor mail where the server offers no TLS', async () => {
    server = await startMailServer({ withoutTls: true, user: 'mailer', password: 's3cret' });
    const auth = { kind: 'password', user: 'mailer', password: 's3cret' } as const;
    expect(await send({}, { auth })).toMatchObject({ kind: 'failed', isPermanent: false });
    expect(server.arrived).toEqual([]);
  });

  it('is not sent to a server whose certificate is another’s, or nobody’s', async () => {
    server = await startMailServer();
    expect(await send({}, { host: 'mail.example' })).toMatchObject({ kind: 'failed', isPermanent: false });
    const { ca: _, ...trusting } = options();
    expect(await smtpMail(trusting)(target(), from, mail)).toMatchObject({ kind: 'failed', isPermanent: false });
    expect(server.arrived).toEqual([]);
  });

  it.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1'], ['168.63.129.16']])(
    'connects to no private address: %s',
    async (address) => {
      server = await startMailServer();
      const refused = { kind: 'failed', isPermanent: true, reason: expect.stringContaining('which is not public') };
      const looked = { mayBePrivate: false, lookUp: async () => ['20.1.1.1', address] };
      expect(await send({}, {}, looked)).toMatchObject(refused);
      expect(await send({}, { host: address.includes(':') ? `[${address}]` : address }, looked)).toMatchObject(refused);
      expect(server.connections).toEqual([]);
    },
  );

  it.each([
    ['a subject with a line break', { subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['an address with a line break', { to: ['jane@contoso.example\r\nRCPT TO:<eve@evil.example>'] }],
    ['a list in one address', { to: ['jane@contoso.example, eve@evil.example'] }],
    ['a name around an address', { to: ['"jane@contoso.example" <eve@evil.example>'] }],
    ['a comment in an address', { to: ['jane(eve)@contoso.example'] }],
    ['an address without a domain', { to: ['jane'] }],
    ['no recipient', { to: [] }],
    ['a Message-ID that ends early', { messageId: 'a@b>\r\nX: y' }],
    [
      'a file name with a line break',
      { attachments: [{ fileName: 'a\r\nX: y.pdf', contentType: 'application/pdf', bytes: Buffer.from('') }] },
    ],
  ] satisfies [string, Partial<Mail>][])('refuses %s, for good', async (_, what) => {
    server = await startMailServer();
    expect(await send(what)).toMatchObject({ kind: 'failed', isPermanent: true });
    expect(server.connections).toEqual([]);
  });

  it('encodes a name that pretends to be an address, and a domain in other letters', async () => {
    server = await startMailServer();
    const trick = { address: from.address, name: 'ceo@contoso.example" <eve@evil.example>, "' };
    const to = ['jane@cоntoso.example'];
    expect(await smtpMail(options())(target(), trick, { ...mail, to })).toMatchObject({ kind: 'delivered' });
    const read = server.arrived[0]?.mail;
    expect(addressesIn(read?.from)).toEqual([from.address]);
    expect(read?.from?.value[0]?.name).toBe(trick.name);
    expect(server.arrived[0]?.raw).toContain('jane@xn--cntoso-wqf.example');
  });

  it('tells a refusal for good from one for now, by the reply of the server', async () => {
    server = await startMailServer({
      user: 'mailer',
      password: 's3cret',
      refuses: (address) =>
        address.startsWith('gone')
          ? { code: 550, text: '5.1.1 no such mailbox' }
          : address.startsWith('busy')
            ? { code: 451, text: '4.3.2 try later' }
            : null,
    });
    const auth = { kind: 'password', user: 'mailer', password: 's3cret' } as const;
    expect(await send({ to: ['gone@contoso.example'] }, { auth })).toMatchObject({
      ...{ kind: 'failed', isPermanent: true, reason: expect.stringContaining('no such mailbox') },
    });
    expect(await send({ to: ['busy@contoso.example'] }, { auth })).toMatchObject({
      kind: 'failed',
      isPermanent: false,
    });
    const some = await send({ to: ['jane@contoso.example', 'gone@contoso.example'] }, { auth });
    expect(some).toMatchObject({ isPermanent: true, reason: expect.stringContaining('refused it for gone@contoso') });
    expect(server.arrived.map(({ to }) => to)).toEqual([['jane@contoso.example']]);
    const wrong = { kind: 'password', user: 'mailer', password: 'other' } as const;
    expect(await send({}, { auth: wrong })).toMatchObject({ kind: 'failed', isPermanent: false });
  });

  it('tells a mail that is refused after it has come whole', async () => {
    server = await startMailServer({ refusesMail: () => ({ code: 554, text: '5.7.1 looks like spam' }) });
    expect(await send()).toMatchObject({ kind: 'failed', isPermanent: true, reason: expect.stringContaining('spam') });
  });

  it('has failed for now where nobody answers', async () => {
    server = await startMailServer();
    const { port } = server;
    await server.close();
    expect(await send({}, { port })).toMatchObject({ kind: 'failed', isPermanent: false });
    server = await startMailServer();
  });
});

describe('what a failure of SMTP means', () => {
  it('goes by the first digit of the reply, and a refused sign-in waits', () => {
    expect(smtpFailure({ code: 'EENVELOPE', responseCode: 552, response: '552 full' })).toMatchObject({
      isPermanent: true,
    });
    expect(smtpFailure({ code: 'EMESSAGE', responseCode: 421, response: '421 busy' })).toMatchObject({
      isPermanent: false,
    });
    expect(smtpFailure({ code: 'EAUTH', responseCode: 535, response: '535 no' })).toMatchObject({ isPermanent: false });
    expect(smtpFailure({ code: 'ETIMEDOUT', message: 'timeout' })).toMatchObject({
      isPermanent: false,
      reason: 'timeout',
    });
  });
});
