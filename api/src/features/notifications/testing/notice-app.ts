import { createServer, type Server } from 'node:https';
import { createNoticeChannel } from '@tenantry/contract/notice-channels';
import { NoticeKind } from '@tenantry/contract/notice-kinds';
import { createNoticeRule, type RuleFields } from '@tenantry/contract/notice-rules';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { expect } from 'vitest';
import { openSimulatedApp } from '../../../../testing/simulated-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { listen } from '../../../adapters/dns/testing/dns-server.ts';
import { loopbackAuthority, loopbackCertificate } from '../../../adapters/dns/testing/loopback-authority.ts';
import type { DeliveryOutcome, Mail, MailTransport } from '../../../ports/mail.ts';
import type { MarkEntity } from '../collect-events.ts';

export const weak = weakProfile.id;

type Received = { path: string; headers: Record<string, string>; body: string };

/** A mailbox that keeps what it is handed, and answers as it is told. */
function mailDouble() {
  const sent: Mail[] = [];
  const double = {
    sent,
    outcome: { kind: 'delivered' } as DeliveryOutcome,
    missing: null as string | null,
    unavailable: async () => double.missing,
    send: async (mail: Mail) => {
      sent.push(mail);
      return double.outcome;
    },
  };
  return double satisfies MailTransport;
}

type Answer = { status: number; headers?: Record<string, string> };

/** An HTTPS server that keeps what it is sent, and answers as it is told. */
async function startReceiver() {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server: Server = createServer(loopbackCertificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') });
      const { status, headers: told = {} } = answers.shift() ?? { status: 202 };
      if (status === 0) {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, told).end('');
    });
  });
  const port = await listen(server);
  return {
    received,
    /** What it answers next, one for each request; then 202. Status 0: nothing at all. */
    answers,
    url: (path: string) => `https://localhost:${port}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Everything, as it happens, on the owner's page. */
export const anyEvent: RuleFields = {
  name: 'Everything',
  isEnabled: true,
  events: NoticeKind.options.map((kind) => ({ kind, gravity: 'low' })),
  groupIds: null,
  timeZone: 'UTC',
  quiet: null,
  delivery: { when: 'at-once' },
  targets: { inApp: true, ownMail: false, channelIds: [] },
};

/** As if some minutes had passed since the sources of an installation were asked. */
export async function letTimePass({ app: { notifying } }: TestApp, minutes = 61): Promise<void> {
  const { marks } = notifying;
  for await (const { key, value, etag } of marks.list('sources')) {
    const until = new Date(Date.parse(value.until) - minutes * 60_000).toISOString();
    const since = value.since < until ? value.since : until;
    await marks.replace('sources', key, { since, until } satisfies MarkEntity, etag);
  }
}

/** The whole API with a simulator, a mailbox and a receiver, and the timers' work in the hands of the test. */
export async function openNoticeApp() {
  const mail = mailDouble();
  const receiver = await startReceiver();
  const authority = loopbackAuthority();
  const simulated = await openSimulatedApp({ LOOPBACK_SERVICES_CA: authority.file }, { mail });
  authority.remove();
  const { app, cookie } = simulated;

  return {
    ...simulated,
    mail,
    receiver,
    letTimePass: (minutes?: number) => letTimePass(app, minutes),
    /** What the timer does: collects, then sends. */
    async tick() {
      await letTimePass(app);
      await app.app.collectNotices();
      await app.app.sendNotices();
    },
    async channel(name: string, channelSettings: object, as = cookie) {
      const { status, json } = await app.call(createNoticeChannel, {
        body: { name, settings: channelSettings },
        cookie: as,
      });
      expect(status).toBe(201);
      return { id: String((json.channel as { id: string }).id), secret: json.secret as string | null };
    },
    async rule(fields: Partial<RuleFields>, as = cookie) {
      const answer = await app.call(createNoticeRule, { body: { ...anyEvent, ...fields }, cookie: as });
      expect([answer.status, answer.text]).toEqual([201, answer.text]);
      return String(answer.json.id);
    },
    async close() {
      receiver.close();
      await simulated.close();
    },
  };
}

export type NoticeApp = Awaited<ReturnType<typeof openNoticeApp>>;
