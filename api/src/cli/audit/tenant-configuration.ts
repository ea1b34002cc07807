import { pause } from '../../adapters/graph/graph-rate-limiter.ts';
import type { CollectConfiguration } from '../../audit/collect/collect-facts.ts';
import { failureOf } from '../../audit/collect/graph-answers.ts';
import { type ConfigurationResults, unavailable } from '../../audit/collect/tenant-configuration/snapshot-results.ts';
import { advanceRun, cancelRun } from '../../audit/collect/tenant-configuration/snapshot-run.ts';
import { whyNoService } from '../../audit/collect/tenant-configuration/snapshot-service.ts';
import { beginRun } from '../../audit/collect/tenant-configuration/snapshot-state.ts';
import type { ConfigurationDataset } from '../../audit/facts/tenant-configuration.ts';
import type { ConfigurationSnapshots } from '../../ports/configuration-snapshots.ts';
import type { GraphClient, GraphFailure } from '../../ports/graph.ts';

const notAsked: GraphFailure = {
  status: 0,
  code: 'NotAsked',
  message: 'Nobody asked for it: --with-tenant-configuration reads these settings.',
};

/** How long an audit that was stopped may take to delete its snapshot jobs: less than it has left (interruption.ts). */
const tidyMs = 1000;

const byDataset = (results: ConfigurationResults) =>
  new Map(Object.entries(results) as [ConfigurationDataset, NonNullable<ConfigurationResults[ConfigurationDataset]>][]);

/** Without the option nothing is created in the tenant, and each of these settings says why it is not there. */
export const withoutConfiguration =
  (now: Date): CollectConfiguration =>
  async (wanted) =>
    byDataset(unavailable(wanted, notAsked, now));

/**
 * The settings of Exchange, Defender, Purview and Teams by a snapshot of this audit's own, waited for as long as it takes. An
 * audit keeps nothing, so that Microsoft's monthly limit is not counted here. When stopped, its jobs are deleted.
 * @param snapshotsFor another client for each purpose: one that hears of the end cannot delete anything after it
 */
export const readConfiguration =
  (
    graph: GraphClient,
    snapshotsFor: (signal: AbortSignal) => ConfigurationSnapshots,
    say: (line: string) => void,
  ): CollectConfiguration =>
  async (wanted, signal) => {
    const now = new Date();
    const why = await whyNoService(graph);
    if (why !== null) return byDataset(unavailable(wanted, why, now));
    let run = beginRun(wanted, crypto.randomUUID().replaceAll('-', '').slice(0, 12), now);
    try {
      const ended = await advanceRun(run, {
        snapshots: snapshotsFor(signal),
        now: () => new Date(),
        wait: pause,
        keep: async (state) => {
          run = state;
        },
        until: new Date(8.64e15),
        signal,
      });
      if (ended.notDeleted !== undefined) {
        const { status, code, message } = ended.notDeleted;
        say(
          `  Microsoft kept a snapshot job that was to be deleted (${status} ${code}: ${message}), for 7 days at most.`,
        );
      }
      return byDataset(ended.results);
    } catch (error) {
      try {
        await cancelRun(run, snapshotsFor(AbortSignal.timeout(tidyMs)));
      } catch (left) {
        say(
          `  A snapshot job is left in the tenant, until Microsoft deletes it after 7 days (${failureOf(left).code}).`,
        );
      }
      throw error;
    }
  };
