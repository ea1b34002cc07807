import type { ClientDecisions } from '@tenantry/contract/client-decisions';

/** What of the decisions waits for an answer, and what has one. */
export function waitingOf({ approvals, risks }: ClientDecisions) {
  const waiting = {
    approvals: approvals.filter(({ outcome }) => outcome === null),
    risks: risks.filter(({ outcome }) => outcome === null),
  };
  return { ...waiting, total: waiting.approvals.length + waiting.risks.length };
}
