import { collectFacts } from '../../audit/collect/collect-facts.ts';
import { firstLastSignIns } from '../../audit/collect/first-last-sign-ins.ts';
import type { DatasetName } from '../../audit/facts/datasets.ts';
import { type DatasetResult, type Facts, failureOfDataset } from '../../audit/facts/facts.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { ConfigurationCollection } from '../../domain/tenant-configuration/configuration-collection.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { GraphClient } from '../../ports/graph.ts';
import type { LastSignInStore } from '../../store/last-sign-ins.ts';
import { type DatasetState, hasEnded, type ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { auditsSince } from './audits-since.ts';
import type { ScanCheckpoints } from './scan-checkpoints.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'lastSignIns' | 'clock'> & {
  configurationCollection: ConfigurationCollection;
  archive: SettingsArchive;
};

const progressEveryMs = 500;

const stateOf = (result: DatasetResult): DatasetState => failureOfDataset(result)?.reason ?? 'done';

/** Writes progress at most twice a second: a scan of a small tenant would else write more than it reads. */
function progressWriter(tenant: TenantRecords, scanLogId: string, clock: Clock) {
  let lastWrittenMs = 0;
  const states: Record<string, DatasetState> = {};
  const write = async () => {
    lastWrittenMs = clock.now().getTime();
    await update(
      tenant.scans,
      scanLogId,
      (scan): ScanRecord => (hasEnded(scan) ? scan : { ...scan, datasets: { ...scan.datasets, ...states } }),
    );
  };
  return {
    async note(name: DatasetName, state: DatasetState) {
      states[name] = state;
      if (clock.now().getTime() - lastWrittenMs >= progressEveryMs) await write();
    },
    write,
    states,
  };
}

/** The last sign-ins have a schedule of their own: a scan uses what is there. */
async function withStoredLastSignIns(
  done: Partial<Facts>,
  { tenant }: TenantRecords,
  lastSignIns: LastSignInStore,
): Promise<Partial<Facts>> {
  if (done.signInActivity) return done;
  const stored = await lastSignIns.read(tenant);
  return stored ? { ...done, signInActivity: stored } : done;
}

/** Collects what a scan needs, each finished dataset kept and shown as progress. */
export async function collectForScan(
  { microsoft365, lastSignIns, configurationCollection, archive, clock }: Dependencies,
  {
    tenant,
    scan,
    checkpoints,
    signal,
  }: { tenant: TenantRecords; scan: ScanRecord; checkpoints: ScanCheckpoints; signal: AbortSignal },
): Promise<{ facts: Facts; graphCalls: number }> {
  const target = { entraTenantId: tenant.tenant.m365TenantId, isSimulated: tenant.tenant.isMock };
  // A token lasts an hour: one from before would go on without a consent that was taken back, and lack one that was given.
  microsoft365.forget(target);
  const graph = microsoft365.graph(target, { signal });
  const now = new Date(scan.timestamp);
  const done = await withStoredLastSignIns(await checkpoints.load(), tenant, lastSignIns);
  const progress = progressWriter(tenant, scan.id, clock);
  for (const [name, result] of Object.entries(done)) progress.states[name] = stateOf(result);
  let accountGraph: GraphClient | undefined;
  const facts: Facts = await collectFacts({
    graph,
    account: async (permissions) => {
      accountGraph = await microsoft365.account(target, permissions, { signal });
      return accountGraph;
    },
    ...microsoft365.mail(target),
    mailUses: tenant.tenant.mailUses,
    now,
    accountIds: tenant.tenant.emergencyAccounts.map(({ userId }) => userId),
    done,
    lastSignIns: (collected) => firstLastSignIns({ graph, facts: collected, now, signal }),
    configuration: configurationCollection.of(tenant.tenant, graph, scan.id),
    signal,
    auditsSince: (collected) => auditsSince(archive, tenant.tenant, scan, collected),
    onDataset: async (name, result) => {
      signal.throwIfAborted();
      checkpoints.keep({ [name]: result });
      await progress.note(name, stateOf(result));
    },
  });
  const { signInActivity } = facts;
  if (done.signInActivity === undefined && signInActivity?.state === 'ok') {
    await lastSignIns.write(tenant.tenant, signInActivity);
  }
  await checkpoints.flushed();
  await progress.write();
  return { facts, graphCalls: graph.calls + (accountGraph?.calls ?? 0) };
}
