import { missingData } from '../../audit/checks/shared/missing-data.ts';
import { directoryPath } from '../../audit/collect/paths.ts';
import { failed } from '../../audit/facts/facts.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isPassing } from '../../domain/scan-plan/scan-plan.ts';
import { GraphError, type GraphFailure, type ResumableGraph } from '../../ports/graph.ts';
import { afterPage, type ListCourse, listBegin, maxPagesOverMessages } from '../../ports/list-course.ts';
import type { M365UserRecord } from '../../store/m365-users.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { DirectorySync, TenantRecord } from '../../store/tenants.ts';
import { readDirectoryContext } from './directory-context.ts';
import { type Counts, type DirectoryProgressStore, noCounts } from './directory-progress.ts';
import { type DirectoryContext, directoryUser } from './directory-user.ts';
import { deleteUsers, writeUsers } from './directory-writer.ts';
import type { SyncLog } from './sync-log.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'clock'> & {
  tenants: Pick<TenantStore, 'recordsOf'>;
  progress: DirectoryProgressStore;
  syncLog: SyncLog;
};

export type Run = { tenantId: string; startedAt: string; isSimulated: boolean };

type Told = { failure: NonNullable<DirectorySync['failure']>; again: 'soon' | 'daily' };

/**
 * What a message's work came to. `unfinished`: another goes on. `lost`: somebody else has the run, or it was called off,
 * and nothing more is to be written.
 */
export type RunOutcome =
  | { kind: 'completed'; users: number; removed: number; counts: Counts; calls: number; isWhole: boolean }
  | ({ kind: 'failed'; counts: Counts; calls: number } & Told)
  | { kind: 'unfinished' }
  | { kind: 'lost' };

/** After this long the rest waits for another message: a function may run for ten minutes. */
const budgetMs = 2 * 60_000;
const maxWaitMs = 60_000;
const givenUpMs = 8 * 60_000;
const logEveryMs = 2000;

class RunLostError extends Error {}

/** Why it was not read and what to do, in words that stay the same for the same refusal; and when it is tried again. */
function told(failure: GraphFailure, now: Date): Told {
  const result = failed(failure, now);
  const { reason } = result;
  const what = failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`;
  if (failure.code === 'NotConnected') {
    const message = 'This tenant is not connected to Microsoft 365. Connect it first.';
    return { failure: { reason, message }, again: 'daily' };
  }
  if (failure.code === 'Directory_ExpiredPageToken') {
    const message = 'Microsoft interrupted the list of users. It will be read again from its beginning soon.';
    return { failure: { reason, message }, again: 'soon' };
  }
  if (failure.code === 'EndlessList') return { failure: { reason, message: failure.message }, again: 'daily' };
  if (isPassing({ reason, status: failure.status })) {
    return {
      failure: { reason, message: `Microsoft did not respond (${what}). It will be retried soon.` },
      again: 'soon',
    };
  }
  if (reason === 'couldNotCheck') {
    const todo = failure.status === 401 ? 'Reconnect this tenant.' : 'Check its connection if this persists.';
    return { failure: { reason, message: `Microsoft did not return the users (${what}). ${todo}` }, again: 'daily' };
  }
  const { message, recommendation } = missingData({ users: result }, ['users']);
  return { failure: { reason, message: `${message} ${recommendation} (${what})` }, again: 'daily' };
}

type State = { next: string | null; pages: number; course: ListCourse; counts: Counts; calls: number };
type Users = TenantRecords['m365Users'];

async function writePage(
  users: Users,
  { run, context, at }: { run: Run; context: DirectoryContext; at: string },
  items: readonly unknown[],
  before: Counts,
) {
  const read = items
    .map((item) => directoryUser(item, run, context, at))
    .filter((user): user is M365UserRecord => user !== null);
  const written = await writeUsers(users, read);
  const counts: Counts = {
    read: before.read + items.length,
    refused: before.refused + items.length - read.length,
    created: before.created + written.created,
    updated: before.updated + written.updated,
    unchanged: before.unchanged + written.unchanged,
  };
  return { counts, graphIds: read.map(({ graphId }) => graphId) };
}

/** Only after a complete read: whoever was on no page is gone. */
async function removeGone(
  { progress }: Dependencies,
  users: Users,
  run: Run,
  pages: number,
): Promise<{ users: number; removed: number }> {
  const present = await progress.seen(run.tenantId, run.startedAt, pages);
  if ((await users.count()) === present.size) return { users: present.size, removed: 0 };
  return { users: present.size, removed: await deleteUsers(users, ({ graphId }) => !present.has(graphId)) };
}

async function collect(
  dependencies: Dependencies,
  { run, users, graph }: { run: Run; users: Users; graph: ResumableGraph },
  context: DirectoryContext & { passing: GraphFailure | null },
  state: State,
  requireOurs: () => Promise<void>,
): Promise<RunOutcome> {
  const { progress, syncLog, clock } = dependencies;
  const beganMs = clock.now().getTime();
  const callsBefore = state.calls;
  let loggedMs = 0;
  while (state.next !== null) {
    if (clock.now().getTime() - beganMs >= budgetMs) return { kind: 'unfinished' };
    const page = await graph.page(state.next);
    const course = afterPage(state.course, page.items, page.next, maxPagesOverMessages);
    await requireOurs();
    const at = clock.now().toISOString();
    const { counts, graphIds } = await writePage(users, { run, context, at }, page.items, state.counts);
    await requireOurs();
    await progress.writeSeen(run.tenantId, run.startedAt, state.pages, graphIds);
    Object.assign(state, {
      counts,
      course,
      next: page.next,
      pages: state.pages + 1,
      calls: callsBefore + graph.calls,
    });
    if (state.next !== null) await progress.write(run.tenantId, { ...state, next: state.next, run: run.startedAt });
    if (clock.now().getTime() - loggedMs >= logEveryMs) {
      loggedMs = clock.now().getTime();
      await syncLog.progress(run, counts);
    }
  }
  await requireOurs();
  const end = await removeGone(dependencies, users, run, state.pages);
  return { kind: 'completed', ...end, counts: state.counts, calls: state.calls, isWhole: context.passing === null };
}

/**
 * Reads the tenant's accounts page by page and writes what changed; a worker that dies costs one page.
 * @param isOurs whether the run is still this worker's: asked before each write
 */
export async function runDirectory(
  dependencies: Dependencies,
  run: Run,
  tenant: TenantRecord,
  isOurs: () => Promise<boolean>,
): Promise<RunOutcome> {
  const { tenants, microsoft365, progress, clock } = dependencies;
  const requireOurs = async () => {
    if (!(await isOurs())) throw new RunLostError();
  };
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  const signal = AbortSignal.timeout(givenUpMs);
  const graph = microsoft365.graph(target, { maxWaitMs, signal });
  const kept = await progress.read(tenant.id, run.startedAt);
  const state: State = kept ?? { next: directoryPath(), pages: 0, course: listBegin, counts: noCounts, calls: 0 };
  try {
    const context = await readDirectoryContext(graph, clock.now(), signal);
    // Else an outage of an hour would replace what is known of every account by "unknown".
    if (context.passing !== null && tenant.directory) throw new GraphError(context.passing);
    const { m365Users: users } = tenants.recordsOf(tenant);
    return await collect(dependencies, { run, users, graph }, context, state, requireOurs);
  } catch (error) {
    if (error instanceof RunLostError) return { kind: 'lost' };
    if (!(error instanceof GraphError)) throw error;
    return { kind: 'failed', ...told(error.failure, clock.now()), counts: state.counts, calls: state.calls };
  }
}
