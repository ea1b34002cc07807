import { getAuthStatus } from '@tenantry/contract/connection-status';
import { saveCredentials } from '@tenantry/contract/connections';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { createActivityLog } from '../../domain/activity-log/activity-log.ts';
import { all } from '../../ports/collection.ts';
import type { ActivityRecord } from '../../store/activities.ts';
import { containers } from '../../store/containers.ts';
import { createSecretWatch } from './secret-watch.ts';

const live = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const simulated = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const dayMs = 86_400_000;

describe('a client secret that ends', () => {
  let app: TestApp;
  let cookie: string;
  let endsAt: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ app, cookie } = opened);
    endsAt = new Date(Date.now() + 60 * dayMs).toISOString();
    return opened.close;
  });

  const save = (tenantId: string, secretExpiresAt: string | null, useMock = false) =>
    app.call(saveCredentials, {
      body: { clientId: live, clientSecret: 'a secret', tenantId, useMock, secretExpiresAt },
      tenantId,
      cookie,
    });
  /** A host so many days before the end of the secret. */
  function hostBefore(days: number) {
    const clock = { now: () => new Date(Date.parse(endsAt) - days * dayMs) };
    const { stores } = app.app;
    const activityLog = createActivityLog(stores.activities, clock);
    return createSecretWatch({ ...stores, activityLog, clock, log: (message) => expect.fail(message) });
  }
  async function warnings(): Promise<string[]> {
    const found: ActivityRecord[] = [];
    const where = [{ field: 'type', op: 'eq' as const, value: 'warning' }];
    for await (const one of all(app.app.records.across<ActivityRecord>(containers.activities), { where }))
      found.push(one);
    return found.sort((one, two) => one.timestamp.localeCompare(two.timestamp)).map(({ message }) => message);
  }

  it('is warned of at 30, 14, 7 and 1 days and when it has ended, each once, by however many hosts', async () => {
    await save(live, endsAt);
    for (const days of [40, 30, 29, 14, 13.5, 7, 6, 1, 0.5, 0, -1, -30]) {
      await Promise.all([hostBefore(days), hostBefore(days), hostBefore(days)].map((host) => host.warnDue()));
    }
    const end = (words: string) =>
      `The client secret of Bracken Freight Group ${words}. Save a new one under Credential Status.`;
    expect(await warnings()).toEqual([
      end('expires in 30 days'),
      end('expires in 14 days'),
      end('expires in 7 days'),
      end('expires in 1 day'),
      end('has expired'),
    ]);
  });

  it('is warned of once of the stage that holds, where nothing ran for a while', async () => {
    await save(live, endsAt);
    await hostBefore(3).warnDue();
    await hostBefore(2).warnDue();
    expect(await warnings()).toEqual([expect.stringContaining('expires in 3 days')]);
  });

  it('and is replaced before is not warned of any more', async () => {
    await save(live, endsAt);
    await save(live, new Date(Date.parse(endsAt) + 365 * dayMs).toISOString());
    expect(await hostBefore(5).warnDue()).toBe(0);
    await save(live, null);
    expect(await hostBefore(-400).warnDue()).toBe(0);
    expect(await warnings()).toEqual([]);
  });

  it('is warned of once where the host died right after the warning', async () => {
    await save(live, endsAt);
    const clock = { now: () => new Date(Date.parse(endsAt) - 7 * dayMs) };
    const { stores } = app.app;
    const kept = createActivityLog(stores.activities, clock);
    const add: typeof kept.add = async (activity) => {
      await kept.add(activity);
      throw new Error('killed');
    };
    const logged: unknown[] = [];
    const dying = createSecretWatch({
      ...stores,
      activityLog: { add },
      clock,
      log: (message, fields) => logged.push({ message, ...fields }),
    });
    expect(await dying.warnDue()).toBe(0);
    expect(logged).toMatchObject([{ message: 'A secret was not warned of', error: { message: 'killed' } }]);
    // Not before its claim has run out, and then without a second warning.
    expect(await hostBefore(7).warnDue()).toBe(0);
    expect(await hostBefore(6.9).warnDue()).toBe(1);
    expect(await warnings()).toHaveLength(1);
    expect(await hostBefore(1).warnDue()).toBe(1);
    expect(await warnings()).toHaveLength(2);
  });

  it('of this installation is warned of alike', async () => {
    const body = { clientId: live, tenantId: live, clientSecret: 'ours', secretExpiresAt: endsAt };
    expect((await app.call(saveGraphSettings, { body, cookie })).status).toBe(200);
    // Saving the same again plans nothing anew.
    await hostBefore(30).warnDue();
    await app.call(saveGraphSettings, { body: { clientId: live, tenantId: live, secretExpiresAt: endsAt }, cookie });
    for (const days of [29, 14, 14]) await Promise.all([hostBefore(days).warnDue(), hostBefore(days).warnDue()]);
    expect(await warnings()).toEqual(
      [30, 14].map(
        (days) =>
          `The client secret of this installation expires in ${days} days. Save a new one under Graph API Settings.`,
      ),
    );
  });

  it('of this installation is a certificate where that is what it proves who it is with', async () => {
    const { pem } = await makeCertificate({ toDays: 60 });
    const saved = await app.call(saveGraphSettings, {
      body: { clientId: live, tenantId: live, certificate: pem },
      cookie,
    });
    endsAt = String(saved.json.secretExpiresAt);
    await Promise.all([hostBefore(13).warnDue(), hostBefore(13).warnDue()]);
    expect(await warnings()).toEqual([
      'The certificate of this installation expires in 13 days. Save a new one under Graph API Settings.',
    ]);
  });

  it('of a simulated tenant is none to warn of: nothing real is read with it', async () => {
    await save(simulated, endsAt, true);
    expect(await hostBefore(5).warnDue()).toBe(1);
    expect(await warnings()).toEqual([]);
  });

  it('is told to administrators of the tenant, the soonest first, and to nobody else', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    await save(live, inDays(3));
    await save(simulated, inDays(1), true);
    const ours = { clientId: live, tenantId: live, clientSecret: 'ours', secretExpiresAt: inDays(-1) };
    await app.call(saveGraphSettings, { body: ours, cookie });
    const told = async (as: string, tenantId?: string) =>
      (await app.call(getAuthStatus, { cookie: as, ...(tenantId ? { tenantId } : {}) })).json.endingSecrets;
    const theirs = { tenantId: live, name: 'Bracken Freight Group' };
    expect(await told(cookie)).toMatchObject({ total: 2, soonest: [{ tenantId: null }, theirs] });
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [live] });
    expect(await told(scoped)).toMatchObject({ total: 1, soonest: [theirs] });
    expect(await told(scoped, live)).toMatchObject({ total: 1, soonest: [theirs] });
    const technician = await app.signInAs('technician', { kind: 'all' });
    expect(await told(technician)).toEqual({ total: 0, soonest: [] });
    await save(live, inDays(90));
    expect(await told(scoped)).toEqual({ total: 0, soonest: [] });
  });

  it('leaves no entry in the trail by being warned of', async () => {
    await save(live, endsAt);
    const entries = () => app.app.records.across(containers.auditLogs).count();
    const before = await entries();
    await hostBefore(5).warnDue();
    expect(await entries()).toBe(before);
  });
});
