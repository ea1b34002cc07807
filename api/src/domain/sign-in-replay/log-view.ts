import type { SignInLog } from '@tenantry/contract/sign-in-replay';
import type { StoredSignInLog } from '../../store/sign-in-logs.ts';

/** What is kept of a log, in figures. */
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
