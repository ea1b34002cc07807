import { offboardTenant } from '@tenantry/contract/managed-tenants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilledApp, openFilledApp } from '../../../testing/filled-tenants.ts';
import { everythingKept, naming } from '../../../testing/where-named.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { createActivityLog } from '../../domain/activity-log/activity-log.ts';
import type { Collection } from '../../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../../ports/record-store.ts';
import type { StateStore, StateTable } from '../../ports/state.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { shapedState } from '../../store/shaped-state.ts';
import { openTenantErasure } from '../../store/tenant-erasure.ts';
import { openTenantStore } from '../../store/tenant-store.ts';
import { createOffboarding } from './offboarding-service.ts';

type Value = Record<string, string | number | boolean>;

/** A process that dies at the first write of a sort that it has not died at before, right before it or right after. */
function mortalProcess() {
  const diedAt: string[] = [];
  let isDead = false;
  const die = (where: string) => {
    isDead = true;
    diedAt.push(where);
    throw new Error(`killed ${where}`);
  };
  return {
    diedAt,
    revive: () => {
      isDead = false;
    },
    async write<T>(sort: string, work: () => Promise<T>): Promise<T> {
      if (isDead) throw new Error('a dead process writes nothing');
      if (!diedAt.includes(`before ${sort}`)) die(`before ${sort}`);
      const done = await work();
      if (!diedAt.includes(`after ${sort}`)) die(`after ${sort}`);
      return done;
    },
  };
}

type Mortal = ReturnType<typeof mortalProcess>;

function mortalRecords(records: RecordStore, { write }: Mortal): RecordStore {
  return {
    ...records,
    partition<T extends { id: string }>(container: ContainerDefinition, key: string): Collection<T> {
      const collection = records.partition<T>(container, key);
      return {
        ...collection,
        create: (value) => write(`create ${container.name}`, () => collection.create(value)),
        replace: (value, etag) => write(`replace ${container.name}`, () => collection.replace(value, etag)),
        delete: (id) => write(`delete ${container.name}`, () => collection.delete(id)),
      };
    },
  };
}

function mortalState(state: StateStore, { write }: Mortal): StateStore {
  return {
    table<T extends Value>(name: Parameters<StateStore['table']>[0]): StateTable<T> {
      const table = state.table<T>(name);
      return {
        ...table,
        create: (...given) => write(`create ${name}`, () => table.create(...given)),
        replace: (...given) => write(`replace ${name}`, () => table.replace(...given)),
        delete: (...given) => write(`delete ${name}`, () => table.delete(...given)),
      };
    },
  };
}

describe('an offboarding whose process is killed', () => {
  let filled: FilledApp;
  let mortal: Mortal;
  let aheadMs = 0;
  beforeAll(async () => {
    filled = await openFilledApp();
    mortal = mortalProcess();
  });
  afterAll(() => filled.close());

  const entries = async () =>
    (
      await filled.app.app.records.across<EntryRecord>(containers.auditLogs).query({
        where: [{ field: 'eventType', op: 'in', value: ['tenant_offboarding_started', 'tenant_offboarded'] }],
        limit: 100,
      })
    ).items;

  /** The same as the app's own, with ports that die and a clock that may be set ahead. */
  function process() {
    const { app, connectionString } = filled.app;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const records = mortalRecords(app.records, mortal);
    const state = mortalState(
      shapedState(openTableStateStore({ kind: 'connectionString', value: connectionString })),
      mortal,
    );
    const blobs = {
      list: app.blobs.list,
      delete: (name: string) => mortal.write(`delete file of ${name.split('/')[0]}`, () => app.blobs.delete(name)),
    };
    return createOffboarding({
      tenants: openTenantStore(records),
      erasure: openTenantErasure(records, blobs, state),
      scans: { isWorkedOn: async () => false, endAll: async () => undefined },
      microsoft365: app.microsoft.microsoft365,
      forgetAccount: () => undefined,
      leases: state.table('leases'),
      auditLog: app.stores.auditLog,
      trail: { recordOutbox: (given) => mortal.write('seal the trail', () => app.trail.recordOutbox(given)) },
      activityLog: createActivityLog(app.stores.activities, clock),
      clock,
      log: () => undefined,
    });
  }

  it('is finished by the timers wherever that was, with the same end as one that nobody killed', async () => {
    const { app, tenantId, open, besideId } = filled;
    const { tenant } = await open(tenantId);
    const names = [tenantId, tenant.name, tenant.domain];
    const offboard = () => process().offboard(tenantId, tenant.name, 'ada');
    // Killed before the intent was written, nobody was told that it began; from then on nobody has to ask again.
    await expect(offboard()).rejects.toThrow('killed before replace tenants');
    mortal.revive();
    await expect(offboard()).rejects.toThrow('killed after replace tenants');
    let ticks = 0;
    for (let left = true; left; ticks += 1) {
      mortal.revive();
      // Leases of the dead run out.
      aheadMs += 3 * 60_000;
      await process()
        .finishWaiting()
        .catch((error: unknown) => expect(String(error)).toContain('killed'));
      left = (await app.app.records.partition(containers.tenants, 'all').get(tenantId)) !== null;
    }
    const ofTenants = Object.values(containers).filter(({ partitionField }) => partitionField === 'tenantId');
    expect(mortal.diedAt).toEqual(
      expect.arrayContaining(
        [
          ...ofTenants.map(({ name }) => `delete ${name}`),
          ...['activities', 'oauth_errors', 'sync_logs', 'tenants'].map((name) => `delete ${name}`),
          ...['scan_runs', 'users', 'tenants'].map((name) => `replace ${name}`),
          ...['scans', 'settings', 'directory-sync', 'last-sign-in'].map((folder) => `delete file of ${folder}`),
          ...[
            'create leases',
            'delete leases',
            'delete oauthrequests',
            'delete pendingconnections',
            'delete ratelimits',
            'seal the trail',
          ],
        ].flatMap((sort) => [`before ${sort}`, `after ${sort}`]),
      ),
    );
    expect(ticks).toBeGreaterThan(40);
    const kept = await everythingKept(app);
    expect(new Set(naming(kept, names).map(({ where }) => where))).toEqual(new Set(['table c_audit_logs']));
    const told = await entries();
    expect(told.map(({ eventType }) => eventType).toSorted()).toEqual([
      'tenant_offboarded',
      'tenant_offboarding_started',
    ]);
    const { deleted } = { ...told.find(({ eventType }) => eventType === 'tenant_offboarded')?.details } as {
      deleted: Record<string, number>;
    };
    // Counted before anything was deleted, not what the last of many processes found.
    for (const { name } of ofTenants)
      expect([name, deleted[name]]).toEqual([name, expect.toSatisfy((count: number) => count > 0)]);
    expect((await open(besideId)).tenant.audit).not.toBeNull();
  });
});

describe('an offboarding that is asked for twice at once', () => {
  let filled: FilledApp;
  beforeAll(async () => {
    filled = await openFilledApp();
  });
  afterAll(() => filled.close());

  it('is one, with one entry of its start and one of its end', async () => {
    const { app, cookie, tenantId, open } = filled;
    const { name } = (await open(tenantId)).tenant;
    const offboard = () => app.call(offboardTenant, { params: { id: tenantId }, body: { name }, cookie });
    const answers = await Promise.all([offboard(), offboard(), offboard()]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    await app.app.offboarding.finishWaiting();
    const entries = await app.app.records
      .across<EntryRecord>(containers.auditLogs)
      .query({ where: [{ field: 'eventType', op: 'prefix', value: 'tenant_offboard' }] });
    expect(entries.items).toHaveLength(2);
    expect(naming(await everythingKept(app), [tenantId]).every(({ where }) => where === 'table c_audit_logs')).toBe(
      true,
    );
  });
});
