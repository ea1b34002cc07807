import { TicketSystemKind } from '@tenantry/contract/ticket-systems';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DnsResolver } from '../../ports/dns.ts';
import type { GuardedFetch } from '../../ports/guarded-fetch.ts';
import type { TicketAnswer, TicketSystem } from '../../ports/ticket-system.ts';
import { createGuardedFetch } from '../dns/guarded-fetch.ts';
import { loopbackCertificate } from '../dns/testing/loopback-authority.ts';
import type { TicketDouble } from './testing/ticket-double.ts';
import { ticketDoubles } from './testing/ticket-doubles.ts';
import { ticketSystemsBy } from './ticket-systems.ts';

const noDns: DnsResolver = {
  resolve: () => Promise.reject(new Error('nothing is looked up')),
} as never;
const openSystem = ticketSystemsBy(
  createGuardedFetch(noDns, { loopbackCa: loopbackCertificate.cert, timeoutMs: 3000 }),
);

const reference = 'tenantry:3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01:require-mfa-for-every-sign-in:1';
const ticket = {
  companyId: '12',
  summary:
    'Require MFA for every sign-in - Bracken Freight Group, of whose name there is a great deal more than a hundred characters',
  description: `Tenant: Bracken <b>"Freight"</b> & 'Sons'\n[${reference}]`,
  reference,
};
const answered = <T>(answer: TicketAnswer<T>): T => {
  if (answer.kind !== 'ok') throw new Error(answer.reason);
  return answer.value;
};

describe.each(TicketSystemKind.options)('%s', (kind) => {
  let double: TicketDouble;
  let system: TicketSystem;
  beforeEach(async () => {
    double = await ticketDoubles[kind].start();
    const { address, account, secrets, choices } = double;
    system = openSystem({ kind, address, account, secrets, choices });
  });
  afterEach(async () => {
    expect(double.refusals).toEqual([]);
    await double.close();
  });

  it('signs in and says what answered', async () => {
    expect(answered(await system.test())).toContain('Signed in to');
  });

  it('lists what has to be chosen, and the choices of the double are among it', async () => {
    const lists = answered(await system.choices(double.choices));
    for (const [field, id] of Object.entries(double.choices)) {
      const list = lists.find((one) => one.field === field);
      expect(list?.options.map((option) => option.id)).toContain(id);
    }
    expect(lists.filter(({ isRequired }) => isRequired).map(({ field }) => field)).toEqual(
      expect.arrayContaining(Object.keys(double.choices)),
    );
  });

  it('lists every company, page by page', async () => {
    for (let id = 100; id < 1300; id += 1) double.companies.push({ id, name: `Company ${id}`, domain: '' });
    const found: string[] = [];
    let page: number | null = 1;
    while (page !== null) {
      const { companies, next }: { companies: { id: string; domain: string }[]; next: number | null } = answered(
        await system.companies(page),
      );
      found.push(...companies.map(({ id }) => id));
      if (page === 1) expect(companies[0]).toMatchObject({ id: '12', domain: 'brackenfreight.example' });
      page = next;
    }
    expect(found).toHaveLength(1201);
    expect(new Set(found).size).toBe(1201);
  });

  it('opens a ticket that is found by its reference, and by no other', async () => {
    expect(answered(await system.findByReference(ticket))).toBeNull();
    const opened = answered(await system.open(ticket));
    expect(opened.url).toMatch(/^https:\/\//);
    expect(answered(await system.findByReference(ticket))).toEqual(opened);
    expect(answered(await system.findByReference({ ...ticket, reference: `${reference}0` }))).toBeNull();
    expect(double.tickets).toHaveLength(1);
    const asHtml = 'Bracken &lt;b&gt;&quot;Freight&quot;&lt;/b&gt; &amp; &#39;Sons&#39;<br>';
    expect(double.tickets[0]?.description).toContain(kind === 'halopsa' ? asHtml : ticket.description);
  });

  it('finds a ticket at whatever company it is: a match may have been another when it was opened', async () => {
    double.companies.push({ id: 13, name: 'Another', domain: '' });
    const opened = answered(await system.open({ ...ticket, companyId: '13' }));
    expect(answered(await system.findByReference(ticket))).toEqual(opened);
  });

  it('repeats no secret in any form in which it was sent, nor what it signs in with', async () => {
    const { address, account, choices } = double;
    const secrets = Object.fromEntries(Object.keys(double.secrets).map((name) => [name, `${name} s3cret/+&=é`]));
    const said: string[] = [];
    const echoing: GuardedFetch = async ({ url, headers = {}, body = '' }) => {
      const isSignIn = url.includes('/auth/token');
      const isZone = url.includes('zoneInformation');
      if (isZone) return { kind: 'answered', status: 200, headers: {}, text: JSON.stringify({ url: address }) };
      if (isSignIn && said.length > 0) {
        return { kind: 'answered', status: 200, headers: {}, text: JSON.stringify({ access_token: 'b3arer-t0ken' }) };
      }
      said.push(...Object.values(headers), String(body));
      const message = `Bad request: ${JSON.stringify(headers)} ${body}`;
      return { kind: 'answered', status: 400, headers: {}, text: JSON.stringify({ message, errors: [] }) };
    };
    const echoed = ticketSystemsBy(echoing)({ kind, address, account, secrets, choices });
    const reasons = [await echoed.test(), await echoed.test()].map((answer) => JSON.stringify(answer));
    const login = `${account.companyId}+${account.publicKey}:${secrets.privateKey}`;
    const forms = [
      ...Object.values(secrets).flatMap((one) => [
        one,
        encodeURIComponent(one),
        new URLSearchParams({ one }).toString(),
      ]),
      ...Object.values(secrets).map((one) => one.slice(-8)),
      Buffer.from(login).toString('base64'),
      'b3arer-t0ken',
    ];
    expect(said.join(' ')).toMatch(/s3cret|Basic/);
    for (const form of forms) for (const reason of reasons) expect(reason).not.toContain(form.replace(/^one=/, ''));
  });

  it('notes, finds its note, and closes with what was found', async () => {
    const { id } = answered(await system.open(ticket));
    expect(answered(await system.hasNote(id, '[marker/1]'))).toBe(false);
    answered(await system.addNote(id, 'Open findings: 3, before 2.\n[marker/1]'));
    expect(answered(await system.hasNote(id, '[marker/1]'))).toBe(true);
    expect(answered(await system.hasNote(id, '[marker/2]'))).toBe(false);
    expect(answered(await system.states([id]))).toMatchObject([{ id, isClosed: false, closedAt: null }]);
    answered(await system.close(id, 'The checks pass.\n[marker/3]'));
    expect(answered(await system.states([id, '999999']))).toMatchObject([{ id, isClosed: true }]);
    expect(double.tickets[0]?.resolution).toContain('The checks pass.');
  });

  it('a wrong secret is a failure of the system, and stands in no reason', async () => {
    const { address, account, choices } = double;
    const secrets = Object.fromEntries(Object.keys(double.secrets).map((name) => [name, 'wr0ng-s3cret']));
    const answer = await openSystem({ kind, address, account, choices, secrets }).test();
    expect(answer).toMatchObject({ kind: 'failed', concerns: 'system', isPermanent: false, retryAfterSeconds: 900 });
    expect(JSON.stringify(answer)).not.toContain('wr0ng-s3cret');
  });

  it('a limit of requests says how long to wait; a server that fails does not', async () => {
    double.answerNext(
      { status: 429, headers: { 'retry-after': '77' } },
      { only: ({ path }) => !path.includes('auth') },
    );
    expect(await system.test()).toMatchObject({ concerns: 'system', isPermanent: false, retryAfterSeconds: 77 });
    double.answerNext({ status: 503, body: 'busy' }, { only: ({ path }) => !path.includes('auth') });
    expect(await system.test()).toMatchObject({ concerns: 'system', isPermanent: false, retryAfterSeconds: 60 });
  });

  it('a redirect is not followed, and an answer of another form is none', async () => {
    double.answerNext({ status: 302, headers: { location: 'http://169.254.169.254/' } });
    expect(await system.test()).toMatchObject({ kind: 'failed', concerns: 'system' });
    double.answerNext({ status: 200, body: { unexpected: true } }, { times: 2 });
    expect(await system.test()).toMatchObject({ kind: 'failed', concerns: 'system' });
    expect(double.requests.every((line) => !line.includes('169.254'))).toBe(true);
  });

  it('what a ticket itself is refused for is permanent', async () => {
    const answer = await system.open({ ...ticket, companyId: '404' });
    expect(answer).toMatchObject({ kind: 'failed', concerns: 'ticket', isPermanent: true });
    double.refusals.length = 0;
  });
});

describe('the secrets of Autotask', () => {
  it('go to no zone of another host', async () => {
    const double = await ticketDoubles.autotask.start();
    const { address, account, secrets, choices } = double;
    double.answerNext({ status: 200, body: { url: 'https://zone.attacker.example/ATServicesRest/' } });
    const answer = await openSystem({ kind: 'autotask', address, account, secrets, choices }).test();
    expect(answer).toMatchObject({ kind: 'failed', concerns: 'system' });
    expect(double.requests).toEqual(['GET /ATServicesRest/V1.0/zoneInformation']);
    await double.close();
  });
});
