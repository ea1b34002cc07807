import { listTenantUsers, syncTenantUsers } from '@tenantry/contract/directory';
import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { withUserCount } from '@tenantry/simulator/tenant-profile';
import { createTestApp } from '../../../../testing/test-app.ts';
import { openTableStateStore } from '../../../adapters/azure-storage/table-state-store.ts';
import { createMicrosoft365, noLiveTenants } from '../../../adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../../adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../../adapters/graph/upstream.ts';
import type { LeaseEntity } from '../../../domain/lease/lease.ts';
import { all, type Collection } from '../../../ports/collection.ts';
import { GraphError } from '../../../ports/graph.ts';
import type { Microsoft365 } from '../../../ports/microsoft365.ts';
import type { ContainerDefinition, RecordStore } from '../../../ports/record-store.ts';
import { containers, globalPartition } from '../../../store/containers.ts';
import type { M365UserRecord } from '../../../store/m365-users.ts';
import { monthOf } from '../../../store/month.ts';
import { openStores } from '../../../store/stores.ts';
import type { SyncLogRecord } from '../../../store/sync-logs.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { createDirectorySync } from '../directory-sync.ts';

/** Its directory has three pages here. */
export const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
export const other = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
export const users = 2100;
export const dayMs = 86_400_000;

export type Listed = { users: Record<string, unknown>[]; total: number | null; nextCursor?: string };
export type DirectoryApp = Awaited<ReturnType<typeof openDirectoryApp>>;

/** Microsoft where a path that holds `part` fails for good: after every retry. */
function failing(microsoft365: Microsoft365, part: string, status: number): Microsoft365 {
  const check = (path: string) => {
    if (path.includes(part)) throw new GraphError({ status, code: 'ServiceUnavailable', message: 'Try again.' });
  };
  return {
    ...microsoft365,
    graph(target, options) {
      const graph = microsoft365.graph(target, options);
      return {
        ...graph,
        pages(path) {
          check(path);
          return graph.pages(path);
        },
        page(path) {
          check(path);
          return graph.page(path);
        },
      };
    },
  };
}

/** `sent`: what it put into the queue. `failAt`: part of a path that answers with `status` for good. */
type WorkerOptions = {
  laterMs?: number;
  now?: () => Date;
  store?: RecordStore;
  failAt?: string;
  status?: number;
  sent?: Record<string, string | number>[];
};

/** The API with a simulated cloud of its own, and workers beside those of the API. */
export async function openDirectoryApp() {
  const profiles = demoProfiles.map((profile) => (profile.id === weak ? withUserCount(profile, users) : profile));
  const cloud = createSimulatedCloud({ now: () => new Date(), tenants: profiles });
  const simulator = await startSimulatorServer({ port: 0, cloud });
  const app = await createTestApp({ SIMULATOR_URL: simulator.url });
  const cookie = await app.registerAdmin();

  const tenants = () => app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
  const tenant = async (id = weak) => {
    const stored = await tenants().get(id);
    if (!stored) throw new Error('There is no such tenant');
    return stored.value;
  };
  const stored = async (id = weak) => {
    const found: M365UserRecord[] = [];
    for await (const user of all(app.app.records.partition<M365UserRecord>(containers.m365Users, id))) found.push(user);
    return found;
  };
  const logs = async () => {
    const month = app.app.records.partition<SyncLogRecord>(containers.syncLogs, monthOf(new Date().toISOString()));
    return (await month.query({ orderBy: { field: 'startTime', direction: 'asc' } })).items;
  };
  const list = async (query: Record<string, string> = {}, id = weak) =>
    (await app.call(listTenantUsers, { params: { id }, query, cookie })).json as Listed & Record<string, unknown>;
  const request = async (id = weak) => (await app.call(syncTenantUsers, { params: { id }, cookie })).json;
  async function sync(id = weak) {
    await request(id);
    await app.drainQueue();
    return tenant(id);
  }

  /** Another worker of the same directories, without limits, at another time. */
  function anotherWorker(options: WorkerOptions = {}) {
    const { store = app.app.records, failAt, status = 0, laterMs = 0, sent = [] } = options;
    const { now = () => new Date(Date.now() + laterMs) } = options;
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    const mail = simulatedMailInProcess(cloud.dns);
    const microsoft365 = createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail));
    const { tenants, syncLogs } = openStores(store, { now });
    return createDirectorySync({
      tenants,
      syncLogs,
      blobs: app.app.blobs,
      leases: state.table<LeaseEntity>('leases'),
      queue: {
        send: async (_, message, delayMs = 0) => void sent.push({ ...message, ...(delayMs > 0 ? { delayMs } : {}) }),
        depth: async () => sent.length,
      },
      microsoft365: failAt === undefined ? microsoft365 : failing(microsoft365, failAt, status),
      trail: app.app.trail,
      clock: { now },
      log: () => undefined,
    });
  }

  /** The store, with what is written to accounts counted and, where wanted, broken after so many writes. */
  function watchedStore(breakAfter = Number.POSITIVE_INFINITY, onCreate?: () => void) {
    const seen = { creates: 0, replaces: 0, deletes: 0, reads: 0 };
    const store: RecordStore = {
      ...app.app.records,
      partition<T extends { id: string }>(container: ContainerDefinition, key: string): Collection<T> {
        const collection = app.app.records.partition<T>(container, key);
        if (container.name !== 'm365_users') return collection;
        return {
          ...collection,
          create(value) {
            seen.creates += 1;
            onCreate?.();
            if (seen.creates > breakAfter) throw new Error('the process died');
            return collection.create(value);
          },
          replace(value, etag) {
            seen.replaces += 1;
            return collection.replace(value, etag);
          },
          delete(id) {
            seen.deletes += 1;
            return collection.delete(id);
          },
          query(query) {
            seen.reads += 1;
            return collection.query(query);
          },
          get(id) {
            seen.reads += 1;
            return collection.get(id);
          },
        };
      },
    };
    return { store, seen };
  }

  async function close() {
    await app.close();
    await simulator.close();
  }
  const { records: store } = app.app;
  const leases = openTableStateStore({ kind: 'connectionString', value: app.connectionString }).table<LeaseEntity>(
    'leases',
  );
  const own = { app, cloud, cookie, store, leases, close };
  return { ...own, tenants, tenant, stored, logs, list, request, sync, anotherWorker, watchedStore };
}
