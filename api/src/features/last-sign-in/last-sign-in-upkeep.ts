import { signInActivityPath } from '../../audit/collect/paths.ts';
import { signInActivityReducer } from '../../audit/collect/reduce/users.ts';
import { collected, failed } from '../../audit/facts/facts.ts';
import { acquireLease, type Lease, leaseHeldForMs } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { dayMs, expedited, isPassing } from '../../domain/scan-plan/scan-plan.ts';
import { update } from '../../ports/collection.ts';
import { GraphError, type GraphFailure, type ResumableGraph } from '../../ports/graph.ts';
import { afterPage, listBegin, maxPagesOverMessages } from '../../ports/list-course.ts';
import type { LastSignIns } from '../../store/last-sign-ins.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Upkeep = Pick<CommonParts, 'tenants' | 'lastSignIns' | 'leases' | 'queue' | 'microsoft365' | 'clock' | 'log'>;

/** As many as Microsoft's ten requests a minute can begin. */
const tenantsAMinute = 10;
/** A tenant whose message was lost is picked again after this long. */
const claimMs = 15 * 60_000;
/** After this long the rest waits for another message: a function may run for ten minutes. */
const budgetMs = 2 * 60_000;
/** A longer wait for the rate limiter is another message's: who waits here holds up the scans of this host. */
const maxWaitMs = 30_000;
const givenUpMs = 8 * 60_000;
const leaseForMs = 10 * 60_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** What a run came to: `next`, when the tenant is due again. */
type Outcome = { kind: 'done' | 'later'; next: Date } | { kind: 'unfinished' };

/** Delivered again after it was done: there is nothing to do for nearly a day. */
function freshUntil(known: LastSignIns | null, now: Date): Outcome | null {
  if (!known) return null;
  const next = new Date(Date.parse(known.fetchedAt) + dayMs);
  return next.getTime() - now.getTime() > hourMs ? { kind: 'done', next } : null;
}

const after = ({ clock }: Upkeep, ms: number) => new Date(clock.now().getTime() + ms);

const send = ({ queue }: Upkeep, tenantId: string, delayMs = 0) =>
  queue.send('upkeep', { kind: 'last-sign-in', tenantId }, delayMs);

/** Reads page by page; what was read is kept after each, so that a worker that dies costs one page. */
async function collect(upkeep: Upkeep, tenant: TenantRecord, graph: ResumableGraph, lease: Lease): Promise<Outcome> {
  const { lastSignIns, clock } = upkeep;
  const beganMs = clock.now().getTime();
  const kept = await lastSignIns.readProgress(tenant);
  // Older pages would mix two days.
  const progress = kept && beganMs - Date.parse(kept.startedAt) < dayMs ? kept : null;
  const startedAt = progress?.startedAt ?? clock.now().toISOString();
  const reducer = signInActivityReducer(new Date(startedAt), progress?.facts);
  let next: string | null = progress?.next ?? signInActivityPath();
  let course = progress?.course ?? listBegin;
  while (next !== null) {
    if (clock.now().getTime() - beganMs >= budgetMs) return { kind: 'unfinished' };
    const page = await graph.page(next);
    course = afterPage(course, page.items, page.next, maxPagesOverMessages);
    reducer.add(page.items);
    next = page.next;
    if (!(await lease.isHeld())) return { kind: 'later', next: after(upkeep, minuteMs) };
    if (next !== null) await lastSignIns.writeProgress(tenant, { startedAt, next, course, facts: reducer.finish() });
  }
  await lastSignIns.write(tenant, collected(reducer.finish(), new Date(startedAt)));
  await lastSignIns.endProgress(tenant);
  const nextMs = Math.max(Date.parse(startedAt) + dayMs, clock.now().getTime() + hourMs);
  return { kind: 'done', next: new Date(nextMs) };
}

async function afterFailure(upkeep: Upkeep, tenant: TenantRecord, failure: GraphFailure): Promise<Outcome> {
  const { lastSignIns, clock, log } = upkeep;
  const later = (ms: number): Outcome => ({ kind: 'later', next: after(upkeep, ms) });
  const { status, code, message } = failure;
  log('The last sign-ins were not read', { tenantId: tenant.id, status, code, reason: message });
  if (failure.code === 'RateLimited') return later((failure.retryAfterSeconds ?? 60) * 1000);
  const { reason } = failed(failure, clock.now());
  if (isPassing({ reason, status: failure.status })) return later(hourMs);
  // The link to the next page may have grown too old: the list is begun again. What is known stays, with its date.
  await lastSignIns.endProgress(tenant);
  // No license or no permission any more: what is stored would pass for today's. A scan finds out why.
  if (reason !== 'couldNotCheck') await lastSignIns.forget(tenant);
  return later(reason === 'couldNotCheck' ? hourMs : dayMs);
}

async function run(upkeep: Upkeep, tenant: TenantRecord, lease: Lease): Promise<Outcome> {
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  const graph = upkeep.microsoft365.graph(target, { maxWaitMs, signal: AbortSignal.timeout(givenUpMs) });
  try {
    return await collect(upkeep, tenant, graph, lease);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return afterFailure(upkeep, tenant, error.failure);
  }
}

/** Writes down when the tenant is due again. */
async function plan(upkeep: Upkeep, tenantId: string, outcome: Outcome, wasUnknown: boolean): Promise<void> {
  const next = outcome.kind === 'unfinished' ? after(upkeep, claimMs) : outcome.next;
  const now = upkeep.clock.now();
  // Verdicts that waited for this data are judged soon, not at the end of the day.
  const expedites = wasUnknown && outcome.kind === 'done';
  await update(upkeep.tenants, tenantId, (tenant): TenantRecord => {
    const looked = { ...tenant, lastSignInDueAt: next.toISOString() };
    return expedites ? expedited(looked, now) : looked;
  });
}

async function sweep(upkeep: Upkeep): Promise<number> {
  const now = upkeep.clock.now();
  const lastSignInDueAt = after(upkeep, claimMs).toISOString();
  const claim = (tenant: TenantRecord): TenantRecord => ({ ...tenant, lastSignInDueAt });
  let sent = 0;
  const due = upkeep.tenants.due(everyTenant, 'lastSignInDueAt', { now, limit: tenantsAMinute, claim });
  for await (const { id } of due) {
    await send(upkeep, id);
    sent += 1;
  }
  return sent;
}

async function work(upkeep: Upkeep, tenantId: string): Promise<void> {
  const { tenants, lastSignIns, leases, clock } = upkeep;
  const stored = await tenants.get(tenantId);
  if (!stored) return;
  const lease = await acquireLease(leases, tenantId, { clock, forMs: leaseForMs });
  // The lease may be that of a worker that has just died: the message comes again when it would have run out.
  if (!lease) return send(upkeep, tenantId, (await leaseHeldForMs(leases, tenantId, clock)) + 1000);
  let outcome: Outcome;
  try {
    const known = await lastSignIns.read(stored.value);
    outcome = freshUntil(known, clock.now()) ?? (await run(upkeep, stored.value, lease));
    await plan(upkeep, tenantId, outcome, known === null);
  } finally {
    await lease.release();
  }
  if (outcome.kind === 'unfinished') await send(upkeep, tenantId);
}

/** The last sign-ins of the tenants' accounts, kept not much older than a day at the rate that Microsoft allows. */
export function createLastSignInUpkeep(upkeep: Upkeep) {
  return {
    /** Puts tenants whose data is due into the queue, the most overdue first. Several processes may do so at once. */
    sweep: () => sweep(upkeep),

    /** Works one message. Delivered twice, late or after a crash, it does the work once. */
    work: (tenantId: string) => work(upkeep, tenantId),
  };
}
