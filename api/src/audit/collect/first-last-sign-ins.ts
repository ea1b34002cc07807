import type { ResumableGraph } from '../../ports/graph.ts';
import type { SignInActivityFacts } from '../facts/account-facts.ts';
import { type DatasetResult, type Facts, failed } from '../facts/facts.ts';
import { hasServicePlan } from '../facts/licenses.ts';
import { collectDataset } from './collect-facts.ts';
import { signInActivityPageSize, signInActivityPath } from './paths.ts';

type Options = { graph: ResumableGraph; facts: Facts; now: Date; signal: AbortSignal };

/**
 * The code of a dataset that is yet to be asked for, which tells it from one that cannot be read. Stored audits carry it, and
 * pages and reports compare it: it keeps its name.
 */
const waitingForRateLimit = 'WaitingForTurn';
export const awaitsRateLimit = (result: DatasetResult): boolean =>
  result.state === 'failed' && (result.code === waitingForRateLimit || result.code === 'RateLimited');

/**
 * The last sign-ins for a tenant of which none are stored yet: asked for in the scan where there is room for all pages
 * at once, since Microsoft allows 10 of these requests a minute over all tenants; else left to the schedule.
 */
export async function firstLastSignIns(options: Options): Promise<DatasetResult<SignInActivityFacts>> {
  const { graph, facts, now, signal } = options;
  const users = facts.users?.state === 'ok' ? facts.users.value.total : 0;
  // Without the license there is one short refusal, and no pages.
  const isLicensed = hasServicePlan(facts, 'AAD_PREMIUM', 'AAD_PREMIUM_P2') !== false;
  const pages = isLicensed ? Math.max(1, Math.ceil(users / signInActivityPageSize)) : 1;
  if ((await graph.freeRequests(signInActivityPath())) < pages) {
    return failed(
      {
        status: 0,
        code: waitingForRateLimit,
        message: `Queued: Microsoft allows only a few of these requests per minute across all organizations, and this one needs ${pages}.`,
      },
      now,
    );
  }
  return collectDataset('signInActivity', graph, { now, signal });
}
