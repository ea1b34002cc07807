import { datasetsOfCheck } from '../../audit/checks/datasets-of-check.ts';
import type { Check } from '../../audit/checks/shared/check.ts';
import { collectFacts } from '../../audit/collect/collect-facts.ts';
import { firstLastSignIns } from '../../audit/collect/first-last-sign-ins.ts';
import { type DatasetName, datasetNames } from '../../audit/facts/datasets.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import type { GraphClient } from '../../ports/graph.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import type { ConfigurationCollection } from '../tenant-configuration/configuration-collection.ts';

export type CollectionDependencies = Pick<CommonParts, 'microsoft365' | 'lastSignIns'> & {
  configurationCollection: ConfigurationCollection;
};

export type Collected = { facts: Facts; datasets: readonly DatasetName[]; graphCalls: number };

/** Collects what these checks by themselves need, anew and each dataset once: nothing that an earlier scan kept is used. */
export async function collectForChecks(
  { microsoft365, lastSignIns, configurationCollection }: CollectionDependencies,
  tenant: TenantRecord,
  checks: readonly Check[],
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Collected> {
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  // A permission that was granted for these very checks stands in no token from before.
  microsoft365.forget(target);
  const graph = microsoft365.graph(target, { signal });
  const datasets = [...new Set(checks.flatMap(datasetsOfCheck))];
  let accountGraph: GraphClient | undefined;
  const facts = await collectFacts({
    graph,
    account: async (permissions) => {
      accountGraph = await microsoft365.account(target, permissions, { signal });
      return accountGraph;
    },
    dns: microsoft365.mail(target).dns,
    mailUses: tenant.mailUses,
    now,
    accountIds: tenant.emergencyAccounts.map(({ userId }) => userId),
    done: {},
    skip: datasetNames.filter((name) => !datasets.includes(name)),
    lastSignIns: (collected) => firstLastSignIns({ graph, facts: collected, now, signal }),
    configuration: configurationCollection.anew(tenant, graph),
    onDataset: async () => signal.throwIfAborted(),
    signal,
  });
  // Scans use the last sign-ins that are stored: older ones would tell the next scan what is no longer so.
  if (facts.signInActivity?.state === 'ok') await lastSignIns.write(tenant, facts.signInActivity);
  return { facts, datasets, graphCalls: graph.calls + (accountGraph?.calls ?? 0) };
}
