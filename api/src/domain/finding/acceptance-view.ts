import type { Acceptance } from '@tenantry/contract/findings';
import type { FindingRecord } from '../../store/findings.ts';

/** The acceptance of a finding as callers see it: without the condition that it holds for; null where there is none. */
export function acceptanceView({ acceptance }: Pick<FindingRecord, 'acceptance'>): Acceptance | null {
  if (!acceptance) return null;
  const { reason, acceptedBy, acceptedAt, expiresAt, isByClient = false } = acceptance;
  return { reason, acceptedBy, acceptedAt, expiresAt, isByClient };
}
