import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { exportDatabase } from '@tenantry/contract/exports';
import {
  changeTicketSystem,
  createTicketSystem,
  deleteTicketSystem,
  listTicketChoices,
  testTicketSystem,
} from '@tenantry/contract/ticket-systems';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTicketApp, type TicketApp } from './testing/ticket-app.ts';

describe('ticket systems', () => {
  let world: TicketApp;
  beforeAll(async () => {
    world = await openTicketApp('connectwise');
  });
  afterAll(() => world.close());

  const body = () => ({
    ...{ kind: 'connectwise', name: `Desk ${crypto.randomUUID()}`, address: 'https://psa.example' },
    account: { companyId: 'northwind', publicKey: 'public' },
    secrets: { privateKey: 'pr1vate-canary', clientId: 'cl1ent-canary' },
  });
  const create = (more: Record<string, unknown>) =>
    world.app.call(createTicketSystem, { cookie: world.cookie, body: { ...body(), ...more } });
  const test = (systemId: string) => world.app.call(testTicketSystem, { cookie: world.cookie, params: { systemId } });

  it('never show a secret again: not in an answer, the trail or an export, nor as plain text in the store', async () => {
    const made = await create({});
    expect(made.json).toMatchObject({ secretsKept: ['privateKey', 'clientId'], account: { companyId: 'northwind' } });
    const { app, cookie } = world;
    const exported = await app.call(exportDatabase, { cookie });
    const trail = await app.call(listAuditTrail, { cookie, query: { limit: '50' } });
    const stored = JSON.stringify(await app.app.stores.ticketSystems.all());
    for (const text of [made.text, exported.text, trail.text, stored]) {
      expect(text).not.toContain('pr1vate-canary');
      expect(text).not.toContain('cl1ent-canary');
    }
  });

  it('are encrypted anew with the data key, and can be used after', async () => {
    const { app, systemId } = world;
    const before = (await app.app.stores.ticketSystems.get(systemId))?.value.secrets.privateKey;
    await app.app.rotateDataKey();
    const after = (await app.app.stores.ticketSystems.get(systemId))?.value.secrets.privateKey;
    expect(after?.keyVersion).toBe((before?.keyVersion ?? 0) + 1);
    expect((await test(systemId)).json).toMatchObject({ isOk: true });
  });

  it('are tested with what answered, which stands in the trail without a secret', async () => {
    const { app, cookie, systemId, double } = world;
    expect((await test(systemId)).json).toEqual({ isOk: true, message: 'Signed in to ConnectWise PSA v2026.1.' });
    double.answerNext({ status: 401, body: { message: `no such key ${double.secrets.privateKey}` } });
    const failed = await test(systemId);
    expect(failed.json).toMatchObject({ isOk: false, message: expect.stringContaining('refused the sign-in') });
    expect(failed.text).not.toContain(double.secrets.privateKey);
    const { entries: items } = listAuditTrail.response.parse(
      (await app.call(listAuditTrail, { cookie, query: { limit: '5' } })).json,
    );
    expect(items.map(({ eventType }) => eventType)).toContain('ticket_system_tested');
    expect((await test(systemId)).json).toMatchObject({ isOk: true });
    expect((await world.system()).tested).toMatchObject({ isOk: true });
  });

  it('offer what they have to choose from, the statuses by the board', async () => {
    const { app, cookie, systemId } = world;
    const choices = (query: Record<string, string>) =>
      app.call(listTicketChoices, { cookie, params: { systemId }, query });
    const { lists } = listTicketChoices.response.parse((await choices({ boardId: '5' })).json);
    expect(lists.find(({ field }) => field === 'boardId')?.options).toEqual([{ id: '5', label: 'Security' }]);
    expect(lists.find(({ field }) => field === 'closedStatusId')?.options).toEqual([{ id: '39', label: '>Closed' }]);
    expect((await choices({ boardId: '1 or 1=1' })).status).toBe(400);
  });

  it('hand a secret to no other address: whoever changes it enters the secrets again', async () => {
    const { app, cookie } = world;
    const made = await create({});
    const systemId = String(made.json.id);
    const change = (more: Record<string, unknown>) =>
      app.call(changeTicketSystem, { cookie, params: { systemId }, body: { revision: 1, ...more } });
    const refused = await change({ address: 'https://attacker.example' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('secrets.privateKey')]);
    const changed = await change({ address: 'https://other.example', secrets: body().secrets });
    expect([changed.status, changed.json.address]).toEqual([200, 'https://other.example']);
    expect((await change({ name: 'Late' })).status).toBe(409);
  });

  it.each([
    ['http://psa.example', 'https'],
    ['https://user:pass@psa.example', 'host'],
    ['https://psa.example/path', 'path'],
    ['https://psa.example?x=1', 'path'],
    ['ftp://psa.example', 'https'],
  ])('refuse the address %s', async (address) => {
    expect((await create({ address })).status).toBe(400);
  });

  it.each(['https://127.0.0.1', 'https://169.254.169.254', 'https://0x7f.1:8443'])(
    'ask nothing of %s',
    async (address) => {
      const made = await create({ address });
      const answer = await test(String(made.json.id));
      expect(answer.json).toMatchObject({ isOk: false, message: expect.stringContaining('which is not public') });
    },
  );

  it('take one of a name, also where two create it at once, and no unknown or missing field', async () => {
    const name = `Twice ${crypto.randomUUID()}`;
    const answers = await Promise.all([create({ name }), create({ name: name.toUpperCase() })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await create({ secrets: { privateKey: 'x' } })).text).toContain('secrets.clientId');
    expect((await create({ account: { ...body().account, url: 'x' } })).text).toContain('account.url');
  });

  it('are deleted with what is kept of their tickets and companies; the tickets stay', async () => {
    const own = await openTicketApp('halopsa');
    try {
      const taskId = await own.approved();
      await own.open(taskId);
      const { app, cookie, systemId } = own;
      expect((await app.call(deleteTicketSystem, { cookie, params: { systemId } })).status).toBe(200);
      expect(await own.ticketsOf(taskId)).toEqual({ tickets: [], systems: [] });
      expect(own.double.tickets).toHaveLength(1);
      expect(own.double.tickets[0]?.isClosed).toBe(false);
      expect((await app.call(deleteTicketSystem, { cookie, params: { systemId } })).status).toBe(404);
    } finally {
      await own.close();
    }
  });
});
