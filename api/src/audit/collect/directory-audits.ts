import { uriComponent } from '@tenantry/contract/text';
import { type GraphClient, GraphError } from '../../ports/graph.ts';
import type { DirectoryAuditFacts } from '../facts/directory-audit-facts.ts';
import { collected, type DatasetOk } from '../facts/facts.ts';
import { readAnewWhereExpired } from './graph-answers.ts';
import { directoryAuditReducer, settingsActivities, settingsCategories } from './reduce/directory-audits.ts';

/** Microsoft answers five requests to its logs in ten seconds per application and tenant; sign-ins count as well. */
const maxPages = 3;
/** Microsoft keeps the log for 30 days, without Entra ID P1 for 7. */
export const auditLogDays = 30;

const timeOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

function path(filter: string): string {
  return `/v1.0/auditLogs/directoryAudits?$filter=${uriComponent(filter)}&$orderby=activityDateTime%20desc&$top=999`;
}

type Reading = { since: string; activities: readonly string[]; signal: AbortSignal | undefined };

async function read(graph: GraphClient, filter: string, { since, activities, signal }: Reading) {
  return readAnewWhereExpired(async () => {
    const reducer = directoryAuditReducer(since, activities);
    let pages = 0;
    for await (const page of graph.pages(path(filter))) {
      signal?.throwIfAborted();
      pages += 1;
      if (pages > maxPages || reducer.isFull()) return reducer.finish({ isWhole: false });
      reducer.add(page);
    }
    return reducer.finish({ isWhole: true });
  });
}

/**
 * Reads the directory audit log since a moment: entries of settings and roles, and of further activities by their names. Graph documents
 * filters on the time and on the activity's name ("List directoryAudits"); that it takes one on the category is seen in practice
 * only. Where it refuses, the time alone is asked for, and other entries are dropped here: `isPlain` says so, and asks for it at once.
 * @param wanted `until`: no entry that is newer
 * @throws GraphError
 */
export async function readDirectoryAudits(
  graph: GraphClient,
  since: Date,
  {
    activities = [],
    isPlain = false,
    until,
    signal,
  }: { activities?: readonly string[]; isPlain?: boolean; until?: Date; signal?: AbortSignal | undefined },
): Promise<{ log: DirectoryAuditFacts; isPlain: boolean }> {
  const from = timeOf(since);
  const recent = `activityDateTime ge ${from}${until === undefined ? '' : ` and activityDateTime le ${until.toISOString()}`}`;
  const reading = { since: from, activities, signal };
  const plain = async () => ({ log: await read(graph, recent, reading), isPlain: true });
  if (isPlain) return plain();
  const kinds = [
    ...settingsCategories.map((category) => `category eq '${category}'`),
    ...[...settingsActivities, ...activities].map((activity) => `activityDisplayName eq '${activity}'`),
  ];
  try {
    return { log: await read(graph, `${recent} and (${kinds.join(' or ')})`, reading), isPlain: false };
  } catch (error) {
    if (!(error instanceof GraphError) || error.failure.status !== 400) throw error;
    return plain();
  }
}

/** The directory audit log since a moment as a dataset of a scan. */
export function collectDirectoryAudits(since: Date) {
  return async ({
    graph,
    now,
    signal,
  }: {
    graph: GraphClient;
    now: Date;
    signal: AbortSignal | undefined;
  }): Promise<DatasetOk<DirectoryAuditFacts>> =>
    collected((await readDirectoryAudits(graph, since, { signal })).log, now);
}
