import { getSignInLog, readSignInLog, replaySignIns, type SignInForecast } from '@tenantry/contract/sign-in-replay';
import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createMicrosoft365, noLiveTenants } from '../../adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../adapters/graph/upstream.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { all, update } from '../../ports/collection.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { createSignInReadings } from './sign-in-readings.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = demoProfiles.find(({ license }) => license === 'none')?.id ?? '';
const params = { id: weak };

describe('the sign-in log of a tenant', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const state = async (id = weak) => (await app.call(getSignInLog, { params: { id }, cookie })).json;
  const ask = (days = 7, id = weak) => app.call(readSignInLog, { params: { id }, body: { days }, cookie });
  async function read(days = 7, id = weak) {
    await ask(days, id);
    await app.drainQueue();
    return state(id);
  }
  const cloud = createSimulatedCloud({ now: () => new Date(), tenants: demoProfiles });
  const inProcess = (): Microsoft365 => {
    const mail = simulatedMailInProcess(cloud.dns);
    return createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail));
  };
  const target = { entraTenantId: weak, isSimulated: true };
  const policies = async () => {
    const answer = await inProcess().graph(target).get('/v1.0/identity/conditionalAccess/policies');
    return (answer as { value: JsonObject[] }).value;
  };
  /** The pilot, which is in report-only, turned on. */
  const pilotOn = async () =>
    (await policies()).map((policy) =>
      policy.displayName === 'MFA for all users (pilot)' ? { ...policy, state: 'enabled' } : policy,
    );
  const replayed = async (draft: JsonObject[]) =>
    (await app.call(replaySignIns, { params, body: { policies: draft }, cookie })).json as unknown as SignInForecast;
  const entries = async (eventType: string) => {
    const found: EntryRecord[] = [];
    const where = [{ field: 'eventType', op: 'eq', value: eventType }] as const;
    for await (const one of all(app.app.records.across<EntryRecord>(containers.auditLogs), { where })) found.push(one);
    return found;
  };

  it('is read when somebody asks, and says what is kept of it until when', async () => {
    expect(await state()).toMatchObject({ reading: { status: 'never' }, log: null });
    const { reading, log } = await read(14);
    expect(reading).toMatchObject({ status: 'completed', days: 14, error: null });
    expect(log).toMatchObject({ days: 14, folded: 0, notReplayed: 0, seesPolicies: true });
    const { firstAt, from: since, to } = Object(log);
    expect(firstAt >= since && firstAt < to).toBe(true);
    expect(Number(Object(reading).read)).toBe(Number(Object(log).entries));
    expect(Object(log).signIns + Object(log).failedBefore).toBe(Object(log).entries);
  });

  it('shows who the report-only MFA policy of the demonstration would lock out: two accounts, by name', async () => {
    await read();
    const forecast = await replayed(await pilotOn());
    expect(forecast.totals.blocked.accounts).toBe(2);
    expect(forecast.totals.mayBeBlocked.accounts).toBe(0);
    const lockedOut = forecast.accounts.filter(({ change }) => change === 'blocked');
    expect(lockedOut.map(({ kind }) => kind)).toEqual(['service', 'person']);
    expect(lockedOut.map(({ policies: names }) => names)).toEqual(Array(2).fill(['MFA for all users (pilot)']));
    // Microsoft logged the same of the policy in report-only, and of nobody else.
    expect(lockedOut.map(({ logged }) => logged.reportOnlyFailure)).toEqual(
      lockedOut.map(({ signIns }) => signIns.blocked),
    );
    expect(forecast.logged.reportOnlyFailure).toBe(forecast.totals.blocked.signIns);
    expect(forecast.totals.asked.accounts).toBeGreaterThan(100);
    expect(forecast.accounts[0]?.kind).toBe('service');
  });

  it('changes nothing for anybody under a draft that is what the tenant has', async () => {
    await read();
    const { totals, accounts } = await replayed(await policies());
    expect(accounts).toEqual([]);
    expect(Object.values(totals).every((total) => total.accounts + total.signIns === 0)).toBe(true);
  });

  it('puts the accounts that are kept for emergencies first, and asks for members of a group that only the draft names', async () => {
    await read();
    const draft = await pilotOn();
    const before = await replayed(draft);
    const person = before.accounts.find(({ change, kind }) => change === 'asked' && kind === 'person');
    const declared = {
      userId: person?.id ?? '',
      reason: 'Kept',
      declaredBy: 'Ada',
      declaredAt: '2026-11-01T00:00:00Z',
    };
    const more = { displayName: null, userPrincipalName: null, expiresAt: null };
    await update(
      app.app.stores.tenants,
      weak,
      (tenant): TenantRecord => ({
        ...tenant,
        emergencyAccounts: [{ ...declared, ...more }],
      }),
    );
    expect((await replayed(draft)).accounts[0]).toMatchObject({ id: person?.id, kind: 'emergency' });
    const expire = (tenant: TenantRecord): TenantRecord => ({
      ...tenant,
      emergencyAccounts: tenant.emergencyAccounts.map((one) => ({ ...one, expiresAt: '2026-01-01T00:00:00Z' })),
    });
    await update(app.app.stores.tenants, weak, expire);
    expect((await replayed(draft)).accounts.map(({ kind }) => kind)).not.toContain('emergency');
    const groups = await inProcess().graph(target).get('/v1.0/groups?$top=999&$select=id,displayName');
    const other = (groups as { value: { id: string; displayName: string }[] }).value.find(
      ({ displayName }) => displayName !== 'Scanners and line printers',
    );
    const excluding = draft.map((policy) => {
      const conditions = policy.conditions as JsonObject;
      const users = { ...(conditions.users as JsonObject), excludeGroups: [other?.id] };
      return policy.state === 'enabled' && policy.displayName === 'MFA for all users (pilot)'
        ? { ...policy, conditions: { ...conditions, users } }
        : policy;
    });
    const after = await replayed(excluding);
    expect(after.totals.mayBeAsked.accounts).toBe(0);
    expect(after.totals.asked.accounts).toBeLessThan(before.totals.asked.accounts);
  });

  it('asks for the members of a hundred groups that a draft alone names; of more it says "may be"', async () => {
    await read();
    const excluding = async (count: number) => {
      const excludeGroups = Array.from({ length: count }, () => crypto.randomUUID());
      return (await pilotOn()).map((policy) => {
        const conditions = policy.conditions as JsonObject;
        const users = { ...(conditions.users as JsonObject), excludeGroups };
        return { ...policy, conditions: { ...conditions, users } };
      });
    };
    expect((await replayed(await excluding(100))).totals.mayBeAsked.accounts).toBe(0);
    expect((await replayed(await excluding(101))).totals.mayBeAsked.accounts).toBeGreaterThan(100);
  });

  it('is read once where two ask at once, and the trail names who asked and who replayed', async () => {
    const answers = await Promise.all([ask(7), ask(30), ask(7)]);
    expect(new Set(answers.map(({ json }) => Object(json.reading).requestedAt)).size).toBe(1);
    await app.drainQueue();
    await Promise.all([replayed([]), replayed([])]);
    expect(await entries('sign_in_log_requested')).toHaveLength(1);
    expect(await entries('sign_ins_replayed')).toHaveLength(2);
  });

  it('goes on where a worker died, and comes to the same', async () => {
    const whole = (await read(30)).log as Record<string, unknown>;
    await ask(30);
    let pages = 0;
    let now = Date.now();
    const sent: unknown[] = [];
    const microsoft365 = inProcess();
    const worker = (diesAfter: number) =>
      createSignInReadings({
        ...app.app,
        tenants: app.app.stores.tenants,
        queue: { send: async (_, message) => void sent.push(message), depth: async () => sent.length },
        clock: { now: () => new Date(now) },
        log: () => undefined,
        microsoft365: {
          ...microsoft365,
          graph: (...asked) => {
            const graph = microsoft365.graph(...asked);
            return {
              ...graph,
              page: async (path) => {
                pages += 1;
                if (pages > diesAfter) throw new Error('the process died');
                // Each page takes a minute and a half: a message has room for two.
                now += 90_000;
                return graph.page(path);
              },
            };
          },
        },
      });
    await worker(100).work(weak);
    expect(sent).toHaveLength(1);
    const before = pages;
    await expect(worker(before + 1).work(weak)).rejects.toThrow('the process died');
    expect((await state()).reading).toMatchObject({ status: 'running' });
    for (let message = 0; message < 50 && Object((await state()).reading).status === 'running'; message += 1) {
      await worker(1000).work(weak);
    }
    const { reading, log } = await state();
    expect(reading).toMatchObject({ status: 'completed' });
    const { from: _, to: __, keptUntil: ___, firstAt: ____, ...counts } = log as Record<string, unknown>;
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((key) => [key, whole[key]])));
    // Delivered once more, the message finds nothing to do.
    const asked = pages;
    await worker(0).work(weak);
    expect(pages).toBe(asked);
  });

  it('is not given without Entra ID P1, and the reading says so', async () => {
    const { reading, log } = await read(7, unlicensed);
    expect(log).toBeNull();
    expect(reading).toMatchObject({ status: 'failed', error: expect.stringContaining('Entra ID P1') });
    const answer = await app.call(replaySignIns, { params: { id: unlicensed }, body: { policies: [] }, cookie });
    expect([answer.status, answer.json.code]).toEqual([409, 'CONFLICT']);
  });

  it('of one tenant is nobody else’s, and days have bounds', async () => {
    await read();
    const elsewhere = await app.signInAs('technician', { kind: 'tenants', tenantIds: [unlicensed] });
    for (const endpoint of [getSignInLog, readSignInLog, replaySignIns]) {
      const body = endpoint === readSignInLog ? { days: 7 } : { policies: [] };
      const call = { params, cookie: elsewhere, ...(endpoint !== getSignInLog && { body }) };
      expect((await app.call(endpoint, call)).json.code).toBe('TENANT_NOT_FOUND');
    }
    for (const days of [6, 31, 7.5]) expect((await ask(days)).status).toBe(400);
  });
});
