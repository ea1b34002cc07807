import type { ConnectionProgress } from '@tenantry/contract/connections';
import type { ReturnProblem } from '@tenantry/contract/return-problems';
import { acquireLease } from '../../domain/lease/lease.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { errorPage } from '../../http/return-error.ts';
import { isInScope } from '../../store/scope.ts';
import { type ConnectDependencies, establishConnection, logStep } from './connect-tenant.ts';
import { ConnectionError } from './connection-flow.ts';
import { type PendingConnection, waitMs } from './pending-connections.ts';

/** Microsoft is not asked more often, in however many tabs somebody waits. */
const tryEveryMs = 4_000;
const retryAfterSeconds = 5;
/** Longer than one try takes: that of a process that died is over then. */
const leaseMs = 50_000;

/** The page that tells why a tenant was not connected: the list of tenants where it is in it. */
export const failurePage = (tenantId: string, problem: ReturnProblem): string =>
  tenantId === '' ? errorPage(problem) : `/admin/tenants?${new URLSearchParams({ reauth: 'failed', error: problem })}`;

/** The scope may have become narrower since the request began; nothing is asked or made for what it lost. */
export function requireScope(caller: Caller, tenantId: string): void {
  const isTheirs = tenantId === '' ? caller.scope.kind === 'all' : isInScope(caller.scope, tenantId);
  if (!isTheirs) throw new AppError('FORBIDDEN', 'This tenant is not one of yours any more.');
}

const waitedMs = ({ beganAt }: PendingConnection, { clock }: ConnectDependencies) =>
  clock.now().getTime() - Date.parse(beganAt);

const waiting = (pending: PendingConnection, dependencies: ConnectDependencies): ConnectionProgress => ({
  state: 'waiting',
  waitedSeconds: Math.round(Math.min(waitedMs(pending, dependencies), waitMs) / 1000),
  limitSeconds: waitMs / 1000,
  retryAfterSeconds,
});

/** One more try. @returns the page to go to; null while it is worth another */
async function tryAgain(
  dependencies: ConnectDependencies,
  pending: PendingConnection,
  caller: Caller,
): Promise<string | null> {
  const { tenantId, entraTenantId } = pending;
  const grant = await dependencies.pendingConnections.grantOf(pending);
  if (grant === null) return failurePage(tenantId, 'sign-in-not-confirmed');
  try {
    return await establishConnection(dependencies, tenantId, grant, caller);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    if (error.mayPass && waitedMs(pending, dependencies) < waitMs) return null;
    await logStep(dependencies, { context: 'callback', ...error.step });
    if (error.mayPass) {
      const errorMessage = error.step.error ?? error.problem;
      await dependencies.oauthLog.health(entraTenantId, { errorMessage, responseTimeMs: 0 });
    }
    return failurePage(tenantId, error.problem);
  }
}

/**
 * Gets on with a connection whose consent Microsoft had not applied. However many tabs ask, one asks Microsoft; each hears what came
 * of it.
 * @throws AppError NOT_FOUND where it is over, or another user's
 */
export async function continueConnection(
  dependencies: ConnectDependencies,
  id: string,
  caller: Caller,
): Promise<ConnectionProgress> {
  const { pendingConnections, leases, clock } = dependencies;
  const found = async () => {
    const pending = await pendingConnections.find(id, caller.userId);
    if (pending) return pending;
    throw new AppError('NOT_FOUND', 'This connection is no longer waited for. Connect the tenant again.');
  };
  const first = await found();
  if (first.redirectTo !== '') return { state: 'done', redirectTo: first.redirectTo };
  requireScope(caller, first.tenantId);
  const lease = await acquireLease(leases, `connection ${first.key}`, { clock, forMs: leaseMs });
  if (!lease) return waiting(first, dependencies);
  try {
    const pending = await found();
    if (pending.redirectTo !== '') return { state: 'done', redirectTo: pending.redirectTo };
    if (clock.now().getTime() - Date.parse(pending.triedAt) < tryEveryMs) return waiting(pending, dependencies);
    const redirectTo = await tryAgain(dependencies, pending, caller);
    await pendingConnections.note(pending, redirectTo ?? '');
    return redirectTo === null ? waiting(pending, dependencies) : { state: 'done', redirectTo };
  } finally {
    await lease.release();
  }
}
