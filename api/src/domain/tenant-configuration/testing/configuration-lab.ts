import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import type { TenantProfile } from '@tenantry/simulator/tenant-profile';
import { memoryBlobs } from '../../../../testing/memory-blobs.ts';
import { memoryStateTable } from '../../../../testing/memory-state-table.ts';
import { createMicrosoft365, noLiveTenants } from '../../../adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../../adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../../adapters/graph/upstream.ts';
import { openSqliteRecordStore } from '../../../adapters/sqlite/sqlite-record-store.ts';
import { configurationDatasets } from '../../../audit/facts/tenant-configuration.ts';
import { registerDemonstrationTenants } from '../../../features/tenants/demonstration-tenants.ts';
import { update } from '../../../ports/collection.ts';
import { createTenantConfigurationStore } from '../../../store/tenant-configurations.ts';
import { openTenantStore } from '../../../store/tenant-store.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import type { LeaseEntity } from '../../lease/lease.ts';
import { createConfigurationCollection } from '../configuration-collection.ts';

type Options = {
  /** The demonstration tenants unless told. */
  tenants?: TenantProfile[];
  startMs?: number;
  sharePercent?: number;
};

type SentRequest = { method: string; host: string; path: string };

/** Requests to Graph that a snapshot makes. */
export type SnapshotCalls = Record<'principal' | 'lists' | 'creates' | 'polls' | 'reads' | 'deletes', number>;

type Worker = {
  patienceMs?: number;
  isOn?: boolean;
  /** Throws where this worker is to die: called before each write of how far a run has come. */
  beforeKeep?(): void | Promise<void>;
};

/**
 * The collection over the simulator within this process and stores in memory, by a clock that waiting alone moves: simulated
 * cloud, product and queue go by it.
 */
export async function openConfigurationLab({ tenants, startMs, sharePercent = 60 }: Options = {}) {
  let nowMs = startMs ?? Date.parse('2026-11-02T08:00:00Z');
  const clock = { now: () => new Date(nowMs) };
  const cloud = createSimulatedCloud({ now: clock.now, ...(tenants && { tenants }) });
  const mail = simulatedMailInProcess(cloud.dns);
  const sent: SentRequest[] = [];
  const upstream = simulatorInProcess({
    handle(request) {
      const { host, pathname } = new URL(request.url);
      sent.push({ method: request.method, host, path: pathname });
      return cloud.handle(request);
    },
  });
  const microsoft365 = createMicrosoft365({ upstream, mail }, noLiveTenants(mail));
  const files = new Map<string, Uint8Array>();
  const configurations = createTenantConfigurationStore(memoryBlobs(files));
  const leases = memoryStateTable<LeaseEntity>();
  const store = openTenantStore(openSqliteRecordStore(':memory:'));
  await registerDemonstrationTenants(store, cloud.tenants, clock);
  const messages: { tenantId: string; atMs: number }[] = [];

  function worker({ patienceMs = 60_000, isOn = true, beforeKeep }: Worker = {}) {
    return createConfigurationCollection({
      tenants: store,
      tenantConfigurations: {
        ...configurations,
        async writeProgress(tenant, progress) {
          await beforeKeep?.();
          await configurations.writeProgress(tenant, progress);
        },
      },
      leases,
      queue: {
        send: async (_queue, { tenantId = '' }, delayMs = 0) => void messages.push({ tenantId, atMs: nowMs + delayMs }),
        depth: async () => messages.length,
      },
      microsoft365,
      settings: { isOn, sharePercent },
      clock,
      patienceMs,
      wait: async (ms) => {
        nowMs += ms;
      },
    });
  }

  async function tenantOf(id: string): Promise<TenantRecord> {
    const stored = await store.get(id);
    if (!stored) throw new Error(`There is no tenant ${id}`);
    return stored.value;
  }

  return {
    cloud,
    configurations,
    store,
    files,
    messages,
    worker,
    tenantOf,
    now: clock.now,
    leases,
    snapshotsOf: ({ m365TenantId, isMock }: TenantRecord) =>
      microsoft365.configurationSnapshots({ entraTenantId: m365TenantId, isSimulated: isMock }),
    change: (tenantId: string, change: (tenant: TenantRecord) => TenantRecord) => update(store, tenantId, change),
    pass(ms: number) {
      nowMs += ms;
    },
    /** What a scan asks for. */
    async scan(tenantId: string, by = worker(), wanted = configurationDatasets, scanId: string = crypto.randomUUID()) {
      const tenant = await tenantOf(tenantId);
      const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
      microsoft365.forget(target);
      const signal = new AbortController().signal;
      return by.of(tenant, microsoft365.graph(target, { signal }), scanId)(wanted, signal);
    },
    /** Delivers what is in the queue, each message when it is due, until it is empty. @returns how many there were */
    async deliver(by = worker()): Promise<number> {
      let delivered = 0;
      for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
        nowMs = Math.max(nowMs, next.atMs);
        await by.work(next.tenantId);
        delivered += 1;
      }
      return delivered;
    },
    sent,
    /** How many requests to Graph there were so far, by what they were for. */
    calls(): SnapshotCalls {
      const count = (method: string, path: RegExp) =>
        sent.filter((one) => one.method === method && path.test(one.path)).length;
      return {
        principal: count('GET', /\/servicePrincipals\(/),
        lists: count('GET', /\/configurationSnapshotJobs$/),
        creates: count('POST', /\/createSnapshot$/),
        polls: count('GET', /\/configurationSnapshotJobs\/./),
        reads: count('GET', /\/configurationSnapshots\(/),
        deletes: count('DELETE', /\/configurationSnapshotJobs\/./),
      };
    },
  };
}

export type ConfigurationLab = Awaited<ReturnType<typeof openConfigurationLab>>;
