import type { FindingRecord } from '../../store/findings.ts';

/** What the trail tells of a finding whose risk is taken on, or no longer. */
export const trailedOfAcceptance = ['status', 'reason', 'expiresAt'] as const;

export function trailOf({ status, acceptance }: FindingRecord) {
  return { status, reason: acceptance?.reason ?? null, expiresAt: acceptance?.expiresAt ?? null };
}
