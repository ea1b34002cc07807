import type { SignInLog, SignInReadingState } from '@tenantry/contract/sign-in-replay';
import type { StoredSignInLog } from '../../store/sign-in-logs.ts';
import type { SignInReading } from '../../store/tenants.ts';

export const isUnderWay = (reading: SignInReading | null | undefined): reading is SignInReading =>
  reading?.state === 'queued' || reading?.state === 'running';

export function queuedReading(days: number, requestedBy: string, at: Date): SignInReading {
  const now = at.toISOString();
  return {
    id: crypto.randomUUID(),
    state: 'queued',
    days,
    requestedBy,
    queuedAt: now,
    sentAt: now,
    startedAt: null,
    endedAt: null,
    attempts: 0,
    read: 0,
    reachedAt: null,
    failure: null,
  };
}

export function readingView(reading: SignInReading | null | undefined): SignInReadingState {
  if (!reading) {
    const nothing = { requestedBy: null, requestedAt: null, endedAt: null, read: null, reachedAt: null };
    return { status: 'never', days: null, ...nothing, error: null };
  }
  const { state: status, days, requestedBy, queuedAt: requestedAt, endedAt, read, reachedAt, failure: error } = reading;
  return { status, days, requestedBy, requestedAt, endedAt, read, reachedAt, error };
}

export function logView({ days, from, to, keptUntil, log }: StoredSignInLog): SignInLog {
  const failedBefore = Object.values(log.failedBefore).reduce((sum, count) => sum + count, 0);
  const firstMs = log.classes.reduce((first, one) => Math.min(first, one.firstMs), Number.POSITIVE_INFINITY);
  return {
    from,
    to,
    days,
    firstAt: Number.isFinite(firstMs) ? new Date(firstMs).toISOString() : null,
    keptUntil,
    entries: log.entries,
    signIns: log.classes.reduce((sum, { count }) => sum + count, 0),
    accounts: log.accounts.length,
    failedBefore,
    folded: log.folded,
    notReplayed: log.untold + log.unreadable,
    seesPolicies: log.seesPolicies,
  };
}
