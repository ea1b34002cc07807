import { listApprovals } from '@tenantry/contract/approvals';
import { answerAskedApproval, answerOfferedRisk, askClient, offerRisk } from '@tenantry/contract/client-decisions';
import { askQuestion } from '@tenantry/contract/client-questions';
import { acceptFinding, listFindings } from '@tenantry/contract/findings';
import { listNotices, type Notice } from '@tenantry/contract/notices';
import { changeTask, createTask } from '@tenantry/contract/tasks';
import { criticalProfile } from '@tenantry/simulator/profiles/critical-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteLostConnection } from '../../../domain/changes/note-lost-connection.ts';
import { update } from '../../../ports/collection.ts';
import type { CredentialRecord } from '../../../store/credentials.ts';
import { credentialId } from '../../../store/credentials.ts';
import type { Period } from '../../../store/notice-sources.ts';
import { createCollector } from '../collect-events.ts';
import { type NoticeApp, openNoticeApp, weak } from '../testing/notice-app.ts';
import { endingSecrets } from './connections.ts';
import { endingAcceptances, endingExceptions } from './findings.ts';
import { dayIn, overdueTasks } from './tasks.ts';
import { brokenTrail } from './trail.ts';

const dayMs = 86_400_000;
let notices: NoticeApp;
beforeEach(async () => {
  notices = await openNoticeApp();
  await notices.app.app.collectNotices();
});
afterEach(() => notices.close());

async function told(kind?: Notice['kind']): Promise<Notice[]> {
  const { json } = await notices.app.call(listNotices, { cookie: notices.cookie, query: { limit: '200' } });
  const items = json.items as Notice[];
  return kind === undefined ? items : items.filter((one) => one.kind === kind);
}
const recordsOf = async (tenantId: string) => {
  const tenant = await notices.app.app.stores.tenants.open({ kind: 'all' }, tenantId);
  if (!tenant) throw new Error('The tenant is gone');
  return tenant;
};
const weakRecords = () => recordsOf(weak);
const around = (instant: string, minutes = 5): Period => ({
  from: new Date(Date.parse(instant) - minutes * 60_000).toISOString(),
  to: new Date(Date.parse(instant) + minutes * 60_000).toISOString(),
});
const parts = () => notices.app.app.notifying;

describe('the first start', () => {
  it('tells nothing of what was there before', async () => {
    const other = await openNoticeApp();
    await other.rule({});
    await other.scan();
    // Sources that were never read begin now.
    await other.app.app.collectNotices();
    await other.app.app.collectNotices();
    const { json } = await other.app.call(listNotices, { cookie: other.cookie });
    expect(json.total).toBe(0);
    await other.close();
  });
});

describe('a scan', () => {
  it('tells of new findings, requests and incidents once, and of nothing new nothing', async () => {
    await notices.rule({});
    await notices.scan();
    await notices.tick();
    const first = await told();
    const kinds = new Set(first.map(({ kind }) => kind));
    for (const kind of ['finding-new', 'approval-waiting', 'incident'] as const) expect([...kinds]).toContain(kind);
    expect(first.every(({ path }) => path.startsWith('/'))).toBe(true);
    // Each week the same is what users hate: a second scan finds the same, and tells none of it.
    await notices.scan();
    await notices.tick();
    await notices.tick();
    expect((await told()).map(({ id }) => id).sort()).toEqual(first.map(({ id }) => id).sort());
  });

  it('tells that it fails once, until one has succeeded', async () => {
    await notices.rule({ events: [{ kind: 'scan-failed', gravity: 'low' }] });
    await notices.scan();
    const tenants = notices.app.app.stores.tenants;
    const since = new Date().toISOString();
    await update(tenants, weak, (tenant) => ({
      ...tenant,
      scanFailing: { since, reason: 'Microsoft Graph did not answer.', cause: 'failed' as const },
    }));
    await notices.tick();
    await notices.tick();
    expect(await told('scan-failed')).toMatchObject([
      { title: 'Scans fail', detail: 'Microsoft Graph did not answer.' },
    ]);
  });
});

describe('an acceptance', () => {
  it('is told of before it ends, and speaks again when the risk grows or its day is over', async () => {
    await notices.rule({
      events: [
        { kind: 'finding-back', gravity: 'low' },
        { kind: 'acceptance-ending', gravity: 'low' },
      ],
    });
    await notices.scan();
    const { findings } = await weakRecords();
    const [open] = (await findings.query({ where: [{ field: 'status', op: 'eq', value: 'OPEN' }], limit: 1 })).items;
    if (!open) throw new Error('Nothing is open');
    const expiresAt = new Date(Date.now() + 30 * dayMs).toISOString();
    const accepted = await notices.app.call(acceptFinding, {
      cookie: notices.cookie,
      params: { findingId: open.id },
      body: { reason: 'The customer decided so', expiresAt },
    });
    expect(accepted.status).toBe(200);
    const near = new Date(Date.parse(expiresAt) - 7 * dayMs).toISOString();
    expect(await endingAcceptances.collect(parts(), around(near))).toMatchObject([
      { kind: 'acceptance-ending', detail: 'It was accepted because: The customer decided so' },
    ]);
    expect(await endingAcceptances.collect(parts(), around(new Date(Date.parse(near) - dayMs).toISOString()))).toEqual(
      [],
    );
    // Nothing silences it but the acceptance: as accepted, scans tell nothing of it.
    await notices.scan();
    await notices.tick();
    expect(await told('finding-back')).toEqual([]);
    await update(findings, open.id, (finding) => ({
      ...finding,
      acceptedUntil: '2026-01-01T00:00:00.000Z',
      acceptance: finding.acceptance && { ...finding.acceptance, expiresAt: '2026-01-01T00:00:00.000Z' },
    }));
    await notices.app.app.acceptance.endExpired();
    await notices.tick();
    await notices.tick();
    expect(await told('finding-back')).toMatchObject([
      {
        title: `Back again: ${open.title}`,
        detail: expect.stringContaining('It was accepted. Its last day was over.'),
      },
    ]);
  });

  it('speaks again where its risk grows, also where another finding stands for all that need the same license', async () => {
    await notices.rule({ events: [{ kind: 'finding-back', gravity: 'low' }] });
    await notices.scan(criticalProfile.id);
    const { findings } = await recordsOf(criticalProfile.id);
    const uncounted = await findings.query({
      where: [
        { field: 'isCounted', op: 'eq', value: false },
        { field: 'verdictStatus', op: 'eq', value: 'fail' },
      ],
      limit: 1,
    });
    const [open] = uncounted.items;
    if (!open) throw new Error('Nothing is stood for by another');
    const accepted = await notices.app.call(acceptFinding, {
      cookie: notices.cookie,
      params: { findingId: open.id },
      body: { reason: 'The customer decided so', expiresAt: new Date(Date.now() + 30 * dayMs).toISOString() },
    });
    expect(accepted.status).toBe(200);
    // As if it had been milder when it was accepted.
    await update(findings, open.id, (finding) => ({
      ...finding,
      acceptance: finding.acceptance && {
        ...finding.acceptance,
        condition: { ...finding.acceptance.condition, status: 'warning' as const },
      },
    }));
    await notices.scan(criticalProfile.id);
    expect((await findings.get(open.id))?.value).toMatchObject({ status: 'OPEN', isCounted: false, occurrence: 2 });
    await notices.tick();
    await notices.tick();
    expect(await told('finding-back')).toMatchObject([
      {
        title: `Back again: ${open.title}`,
        detail: expect.stringContaining('It failed, where a warning was accepted.'),
      },
    ]);
  });

  it('and an exception from a baseline are each told of by their own end', async () => {
    await notices.scan();
    const { findings } = await weakRecords();
    const [open] = (await findings.query({ where: [{ field: 'status', op: 'eq', value: 'OPEN' }], limit: 1 })).items;
    if (!open) throw new Error('Nothing is open');
    const ends = [10, 40].map((days) => new Date(Date.now() + days * dayMs).toISOString());
    const exceptions = ends.map((expiresAt, index) => ({
      baselineId: `baseline-${index}`,
      reason: `Reason ${index}`,
      by: 'Ada',
      at: new Date().toISOString(),
      expiresAt,
      condition: {} as never,
    }));
    await update(findings, open.id, (finding) => ({ ...finding, exceptions, exceptedUntil: ends[1] ?? '' }));
    const near = (end: string | undefined) => around(new Date(Date.parse(end ?? '') - 7 * dayMs).toISOString());
    expect(await endingExceptions.collect(parts(), near(ends[0]))).toMatchObject([
      { detail: 'It was made because: Reason 0' },
    ]);
    expect(await endingExceptions.collect(parts(), near(ends[1]))).toMatchObject([
      { detail: 'It was made because: Reason 1' },
    ]);
    expect(await endingExceptions.collect(parts(), around(new Date().toISOString()))).toEqual([]);
  });
});

describe('a task', () => {
  const body = { tenantId: weak, title: 'Renew the certificate', description: 'x', category: 'mail-flow' };

  it('is told to whoever it is given to, once, and to nobody else', async () => {
    const { app, cookie } = notices;
    const technician = await app.signInAs('technician', { kind: 'all' });
    const [worker] = await (async () => {
      const found: string[] = [];
      for await (const user of app.app.stores.users.workersOf(weak))
        if (user.role === 'technician') found.push(user.id);
      return found;
    })();
    const made = await app.call(createTask, { cookie, body });
    expect(made.status).toBe(201);
    const taskId = String(made.json.id);
    const given = await app.call(changeTask, {
      cookie,
      params: { taskId },
      body: { status: 'open', assigneeId: worker },
    });
    expect([given.status, given.text]).toEqual([200, given.text]);
    await notices.tick();
    await notices.tick();
    const { json } = await app.call(listNotices, { cookie: technician });
    expect(json).toMatchObject({
      total: 1,
      items: [
        {
          kind: 'task-assigned',
          title: 'Assigned to you: Renew the certificate',
          path: expect.stringContaining('task='),
        },
      ],
    });
    expect(await told()).toEqual([]);
  });

  it('is overdue once its day is over where the clock of the installation, or of whoever has it, stands', async () => {
    const { app, cookie } = notices;
    const made = await app.call(createTask, { cookie, body: { ...body, dueDate: '2026-11-24' } });
    expect(made.status).toBe(201);
    const collect = (from: string, to: string) => overdueTasks.collect(parts(), { from, to });
    expect(await collect('2026-11-24T23:40:00.000Z', '2026-11-24T23:55:00.000Z')).toEqual([]);
    expect(await collect('2026-11-24T23:55:00.000Z', '2026-11-25T00:10:00.000Z')).toMatchObject([
      { kind: 'task-overdue', detail: 'It is assigned to nobody.', userId: null },
    ]);
    expect(await collect('2026-11-25T00:10:00.000Z', '2026-11-25T00:25:00.000Z')).toEqual([]);
    const [ada] = await app.app.stores.users.administrators();
    await app.call(changeTask, {
      cookie,
      params: { taskId: String(made.json.id) },
      body: { status: 'open', assigneeId: ada?.id },
    });
    await update(app.app.stores.users, ada?.id ?? '', (user) => ({ ...user, timeZone: 'America/Los_Angeles' }));
    expect(await collect('2026-11-24T23:55:00.000Z', '2026-11-25T00:10:00.000Z')).toEqual([]);
    expect(await collect('2026-11-25T07:55:00.000Z', '2026-11-25T08:10:00.000Z')).toMatchObject([
      { kind: 'task-overdue', userId: ada?.id },
    ]);
  });

  it('has the day of its clock', () => {
    const at = new Date('2026-11-24T23:30:00Z');
    expect([dayIn('UTC', at), dayIn('Pacific/Kiritimati', at), dayIn('Pacific/Pago_Pago', at)]).toEqual([
      '2026-11-24',
      '2026-11-25',
      '2026-11-24',
    ]);
  });
});

describe('a connection', () => {
  const credentials = () => notices.app.app.stores.credentials.of(weak);
  async function withCredentials(change: Partial<CredentialRecord>): Promise<void> {
    const id = credentialId(weak);
    if ((await credentials().get(id)) === null) {
      const at = new Date().toISOString();
      await credentials().create({
        ...({ id, tenantId: weak, clientId: null, tokenCache: null, tokenExpiresAt: null, scopes: [] } as const),
        ...({
          environment: 'Production',
          userEmail: null,
          lastAuthenticatedAt: null,
          lastTokenRequestAt: null,
        } as const),
        ...{
          lastTokenSuccess: null,
          lastGraphCallSuccess: null,
          useMock: false,
          refreshDueAt: '',
          reconnectSince: null,
        },
        ...{
          reconnectReason: null,
          decryptionFailed: false,
          lastDecryptionAttempt: null,
          createdAt: at,
          updatedAt: at,
        },
        ...{ clientSecret: null, secretExpiresAt: null, outbox: [], hasOutbox: false },
      });
    }
    await update(credentials(), id, (record) => ({ ...record, ...change }));
  }

  it('that is lost is told once', async () => {
    await notices.rule({});
    await withCredentials({ reconnectSince: new Date().toISOString(), reconnectReason: 'The password was changed.' });
    const lost = await credentials().get(credentialId(weak));
    if (!lost) throw new Error('There are no credentials');
    await noteLostConnection(notices.app.app.stores.tenants, lost.value);
    await notices.tick();
    await notices.tick();
    // As a change it stands on the page of changes, and is not told a second time.
    expect(await told('change')).toEqual([]);
    expect(await told('connection-lost')).toMatchObject([{ gravity: 'critical', detail: 'The password was changed.' }]);
  });

  it('whose client secret ends is told at each stage, once, where something real is read with it', async () => {
    const secretExpiresAt = new Date(Date.now() + 20 * dayMs).toISOString();
    const clientSecret = { keyVersion: 1, iv: '', tag: '', data: '' };
    await withCredentials({ secretExpiresAt, clientSecret });
    const stage = (days: number) => around(new Date(Date.parse(secretExpiresAt) - days * dayMs).toISOString());
    expect(await endingSecrets.collect(parts(), stage(14))).toEqual([]);
    await update(notices.app.app.stores.tenants, weak, (tenant) => ({ ...tenant, isMock: false }));
    expect(await endingSecrets.collect(parts(), stage(14))).toMatchObject([{ kind: 'secret-ending', gravity: 'high' }]);
    expect(await endingSecrets.collect(parts(), stage(10))).toEqual([]);
    expect(await endingSecrets.collect(parts(), stage(0))).toMatchObject([{ gravity: 'critical' }]);
  });
});

it('tells of a broken trail once for its first broken entry, and of a whole one nothing', async () => {
  const verification = {
    verifiedAt: new Date().toISOString(),
    problems: [{ record: 'entry-1', at: null, message: 'Changed' }],
  };
  const state = (status: string) => ({ state: async () => ({ last: { ...verification, status } }) as never });
  const collect = (status: string) =>
    brokenTrail.collect({ ...parts(), trailVerification: state(status) }, { from: '', to: '' });
  const [first] = await collect('broken');
  expect(first).toMatchObject({ kind: 'trail-broken', tenant: null, gravity: 'critical', detail: 'Changed' });
  expect((await collect('broken'))[0]?.key).toBe(first?.key);
  expect(await collect('whole')).toEqual([]);
});

describe('a client', () => {
  it('is told of once: what they approve, decline and accept to administrators, what they ask to the team', async () => {
    const { app, cookie, scan, tick, rule } = notices;
    const technician = await app.signInAs('technician', { kind: 'all' });
    await rule({});
    await rule({}, technician);
    await scan();
    const client = await app.signInAsClient(weak);
    const list = async (endpoint: typeof listApprovals | typeof listFindings, query: Record<string, string>) =>
      (await app.call(endpoint, { query, tenantId: weak, cookie })).json.items as { id: string; title: string }[];
    const [approved, declined] = await list(listApprovals, { status: 'pending', limit: '2' });
    const [risk] = await list(listFindings, { status: 'open', limit: '1' });
    if (!approved || !declined || !risk) throw new Error('There is nothing to ask');
    const message = 'Whoever guesses a password gets into your mail.';
    for (const [{ id }, said] of [
      [approved, 'approved'],
      [declined, 'declined'],
    ] as const) {
      const { askedAt } = (await app.call(askClient, { params: { id }, body: { message }, cookie })).json;
      const body = { answer: said, askedAt, comment: 'As we discussed' };
      expect((await app.call(answerAskedApproval, { params: { id }, body, cookie: client })).status).toBe(200);
    }
    const until = new Date(Date.now() + 30 * dayMs).toISOString();
    const params = { id: risk.id };
    const { offeredAt } = (await app.call(offerRisk, { params, body: { consequence: message, until }, cookie })).json;
    await app.call(answerOfferedRisk, { params, body: { answer: 'accepted', offeredAt }, cookie: client });
    const question = { text: 'Who are our administrators?', key: crypto.randomUUID() };
    await app.call(askQuestion, { tenantId: weak, body: question, cookie: client });
    await tick();
    await tick();
    const answers = await told('client-answered');
    expect(answers.map(({ title }) => title).sort()).toEqual([
      `Jane Doe accepts the risk: ${risk.title}`,
      `Jane Doe approved: ${approved.title}`,
      `Jane Doe declined: ${declined.title}`,
    ]);
    expect(answers.filter(({ detail }) => detail === 'They wrote: As we discussed')).toHaveLength(2);
    expect(await told('client-question')).toMatchObject([{ title: expect.stringMatching(/ asks: Who are our/) }]);
    const { json } = await app.call(listNotices, { cookie: technician, query: { limit: '200' } });
    const kinds = new Set((json.items as Notice[]).map(({ kind }) => kind));
    expect([kinds.has('client-question'), kinds.has('client-answered')]).toEqual([true, false]);
  });
});

describe('a collection with nothing new', () => {
  it('asks the store a bounded number of times, however many tenants there are', async () => {
    await notices.scan();
    await notices.tick();
    const { noticeSources, marks } = parts();
    let reads = 0;
    const counting = new Proxy(noticeSources, {
      get:
        (target, name: keyof typeof noticeSources) =>
        (...given: never[]) => {
          reads += 1;
          return (target[name] as (...args: never[]) => unknown)(...given);
        },
    });
    const collect = createCollector({ ...parts(), noticeSources: counting, marks });
    for await (const { key, value, etag } of marks.list('sources'))
      await marks.replace(
        'sources',
        key,
        { ...value, since: new Date().toISOString(), until: new Date(Date.now() - dayMs).toISOString() },
        etag,
      );
    expect(await collect()).toBe(0);
    // docs/notifications.md says so: a read for each question, and none for a tenant.
    expect(reads).toBe(15);
  });
});
