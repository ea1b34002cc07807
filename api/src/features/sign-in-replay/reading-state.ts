import type { SignInReadingState } from '@tenantry/contract/sign-in-replay';
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
