import type { Recheck, RecheckOutcome, RecheckResult } from '@tenantry/contract/rechecks';
import type { Rechecked, StoredRecheck } from '../../store/rechecks.ts';

/** Who asks for a re-check: `name` is what people read, `user` what the trail holds. */
type By = { name: string; user: string };

/** How a re-check ended. `result` is null where no look could be taken at all. */
export type RecheckEnd = { outcome: RecheckOutcome; message: string; result: RecheckResult | null };

/** Whether a re-check is under way. */
export const isBeingRechecked = ({ recheck }: Pick<Rechecked, 'recheck'>): boolean =>
  recheck !== null && recheck.state !== 'ended';

/** A re-check that waits for its worker, as it is kept on what it is about. */
export function queuedRecheck(by: By, now: Date): Pick<Rechecked, 'recheck' | 'recheckSentAt'> {
  const at = now.toISOString();
  const recheck: StoredRecheck = {
    id: crypto.randomUUID(),
    state: 'queued',
    requestedBy: by.name,
    requestedByUser: by.user,
    requestedAt: at,
    endedAt: null,
    outcome: null,
    message: null,
    attempts: 0,
    result: null,
  };
  return { recheck, recheckSentAt: at };
}

/** The same once it has ended. */
export const endedRecheck = (
  recheck: StoredRecheck,
  end: RecheckEnd,
  now: Date,
): Pick<Rechecked, 'recheck' | 'recheckSentAt'> => ({
  recheck: { ...recheck, state: 'ended', endedAt: now.toISOString(), ...end },
  recheckSentAt: '',
});

/** A re-check as callers see it. */
export const recheckView = ({
  attempts: _,
  requestedByUser: _user,
  result: _result,
  ...recheck
}: StoredRecheck): Recheck => recheck;
