import type { Lease } from './lease.ts';

type Renewal = {
  everyMs: number;
  /** What the work is stopped with where another has the lease. */
  lost: () => Error;
  /** Hears that the lease could not be renewed this time. */
  notRenewed: (error: unknown) => void;
};

/** Renews the lease while the work goes on, and stops the work by its signal when the lease is lost. */
export async function underLease<T>(
  lease: Pick<Lease, 'renew'>,
  { everyMs, lost, notRenewed }: Renewal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let isUnderway = false;
  const renew = async () => {
    // One that takes longer than the interval is not overtaken by the next.
    if (isUnderway) return;
    isUnderway = true;
    try {
      if (!(await lease.renew())) controller.abort(lost());
    } catch (error) {
      notRenewed(error);
    } finally {
      isUnderway = false;
    }
  };
  const renewal = setInterval(() => void renew(), everyMs);
  try {
    return await work(controller.signal);
  } finally {
    clearInterval(renewal);
  }
}
