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
  const renewal = setInterval(() => {
    lease.renew().then((held) => {
      if (!held) controller.abort(lost());
    }, notRenewed);
  }, everyMs);
  try {
    return await work(controller.signal);
  } finally {
    clearInterval(renewal);
  }
}
