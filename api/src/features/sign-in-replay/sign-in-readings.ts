import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { acquireLease, type Lease, leaseHeldForMs } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { update } from '../../ports/collection.ts';
import type { SignInLogStore } from '../../store/sign-in-logs.ts';
import type { SignInReading, TenantRecord } from '../../store/tenants.ts';
import { ReadingLostError, type ReadingOutcome, runReading } from './reading-run.ts';
import { isUnderWay, queuedReading } from './reading-state.ts';

export type ReadingDependencies = Pick<
  CommonParts,
  'tenants' | 'leases' | 'queue' | 'microsoft365' | 'trail' | 'clock' | 'log'
> & { signInLogs: SignInLogStore };

const leaseForMs = 10 * 60_000;
/** As often a worker may take it up without coming further. */
const maxAttempts = 8;
/** Whoever asks for a reading that says nothing for so long sends its message again: the one before was lost. */
const silentMs = 15 * 60_000;
const minuteMs = 60_000;
const longestWaitMs = 15 * minuteMs;

const send = ({ queue }: ReadingDependencies, tenantId: string, delayMs = 0) =>
  queue.send('upkeep', { kind: 'sign-in-log', tenantId }, delayMs);

async function request(
  dependencies: ReadingDependencies,
  tenantId: string,
  asked: { days: number; by: { username: string; name: string } },
): Promise<TenantRecord | null> {
  const { tenants, trail, clock } = dependencies;
  const at = clock.now();
  let sends = false;
  const tenant = await changeAndSeal(trail, tenants, tenantId, (current): TenantRecord => {
    const reading = current.signInReading;
    if (isUnderWay(reading)) {
      sends = at.getTime() - Date.parse(reading.sentAt) > silentMs;
      return sends ? { ...current, signInReading: { ...reading, sentAt: at.toISOString() } } : current;
    }
    sends = true;
    const signInReading = queuedReading(asked.days, asked.by.name, at);
    const details = { days: asked.days, readingId: signInReading.id };
    const entry = { eventType: 'sign_in_log_requested', user: asked.by.username, target: current.name } as const;
    return withEntry({ ...current, signInReading }, { ...entry, tenantId, details }, at);
  });
  if (tenant && sends) await send(dependencies, tenantId);
  return tenant;
}

type Begun = { tenant: TenantRecord; reading: SignInReading & { startedAt: string } };

/** Begins the reading that was queued, or resumes the one that a worker left; null where there is nothing to do. */
async function begin({ tenants, clock }: ReadingDependencies, tenantId: string): Promise<Begun | null> {
  const now = clock.now().toISOString();
  const tenant = await update(tenants, tenantId, (current): TenantRecord => {
    const reading = current.signInReading;
    if (!isUnderWay(reading)) return current;
    const { startedAt, attempts } = reading;
    const begun = {
      ...reading,
      state: 'running' as const,
      startedAt: startedAt ?? now,
      attempts: attempts + 1,
      sentAt: now,
    };
    return { ...current, signInReading: begun };
  });
  const reading = tenant?.signInReading;
  if (!tenant || !isUnderWay(reading) || reading.startedAt === null) return null;
  return { tenant, reading: { ...reading, startedAt: reading.startedAt } };
}

/** Changes the reading where it is still this one, in the tenant's mode of then. @returns whether it was */
async function change(
  { tenants }: ReadingDependencies,
  { tenant, reading }: Begun,
  changed: (reading: SignInReading) => SignInReading,
): Promise<boolean> {
  let isOurs = false;
  await update(tenants, tenant.id, (current): TenantRecord => {
    const now = current.signInReading;
    isOurs = now?.id === reading.id && now.state === 'running' && current.isMock === tenant.isMock;
    return isOurs && now ? { ...current, signInReading: changed(now) } : current;
  });
  return isOurs;
}

async function end(dependencies: ReadingDependencies, begun: Begun, outcome: ReadingOutcome): Promise<void> {
  const { clock, log } = dependencies;
  const { id: tenantId } = begun.tenant;
  const at = clock.now().toISOString();
  if (outcome.kind === 'lost') return;
  if (outcome.kind === 'unfinished') {
    const { failure } = outcome;
    const { attempts } = begun.reading;
    if (failure !== null) log('The sign-in log was not read', { tenantId, status: failure.status, code: failure.code });
    if (failure !== null && attempts >= maxAttempts) {
      const message = `Microsoft did not give the sign-in log (${failure.status} ${failure.code}), asked ${attempts} times.`;
      return end(dependencies, begun, { kind: 'failed', message });
    }
    const delayMs =
      failure === null
        ? 0
        : Math.min(longestWaitMs, Math.max((failure.retryAfterSeconds ?? 0) * 1000, minuteMs * 2 ** (attempts - 1)));
    const isOurs = await change(dependencies, begun, (reading) => ({
      ...reading,
      sentAt: at,
      ...(failure === null && { attempts: 0 }),
    }));
    if (isOurs) await send(dependencies, tenantId, delayMs);
    return;
  }
  if (outcome.kind === 'failed') {
    log('The sign-in log was not read', { tenantId, reason: outcome.message });
    await dependencies.signInLogs.endProgress(begun.tenant);
  }
  await change(dependencies, begun, (reading) => ({
    ...reading,
    endedAt: at,
    ...(outcome.kind === 'completed'
      ? { state: 'completed', read: outcome.entries, failure: null }
      : { state: 'failed', failure: outcome.message }),
  }));
}

async function run(dependencies: ReadingDependencies, begun: Begun, lease: Lease): Promise<ReadingOutcome> {
  const { tenant, reading } = begun;
  if (reading.attempts > maxAttempts) {
    return { kind: 'failed', message: `It was interrupted ${maxAttempts} times. See the service log.` };
  }
  return runReading(dependencies, tenant, reading, async ({ read, reachedAt }) => {
    const isOurs =
      (await lease.renew()) &&
      (await change(dependencies, begun, (current) => ({ ...current, read, reachedAt, attempts: 0 })));
    if (!isOurs) throw new ReadingLostError();
  });
}

async function work(dependencies: ReadingDependencies, tenantId: string): Promise<void> {
  const { leases, clock } = dependencies;
  const key = `sign-in-log-${tenantId}`;
  const lease = await acquireLease(leases, key, { clock, forMs: leaseForMs });
  // The lease may be that of a worker that has just died: the message comes again when it would have run out.
  if (!lease) return send(dependencies, tenantId, (await leaseHeldForMs(leases, key, clock)) + 1000);
  try {
    const begun = await begin(dependencies, tenantId);
    if (begun) await end(dependencies, begun, await run(dependencies, begun, lease));
  } finally {
    await lease.release();
  }
}

/** Readings of the sign-in logs of tenants, each asked for by somebody. */
export function createSignInReadings(dependencies: ReadingDependencies) {
  return {
    /** Begins a reading unless one is under way, whoever asks and however often. Null: there is no such tenant. */
    request: (tenantId: string, asked: { days: number; by: { username: string; name: string } }) =>
      request(dependencies, tenantId, asked),

    /** Works one message. Delivered twice, late or after a crash, it does the work once. */
    work: (tenantId: string) => work(dependencies, tenantId),
  };
}

export type SignInReadings = ReturnType<typeof createSignInReadings>;
