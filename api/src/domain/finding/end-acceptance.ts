import type { FindingRecord } from '../../store/findings.ts';
import { withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import { trailedOfAcceptance, trailOf } from './acceptance-trail.ts';
import { findingSortKey } from './finding-order.ts';

/**
 * The finding without its acceptance: open again, with an entry in the trail that says why. It counts as opened once
 * more, so that a failure asks for approval again.
 * @param ended.by a user's name, or `system`
 */
export function endAcceptance(
  finding: FindingRecord,
  ended: { by: string; because: string },
  now: Date,
): FindingRecord {
  const { acceptance } = finding;
  if (!acceptance) return finding;
  const open = {
    ...finding,
    status: 'OPEN' as const,
    change: 'reopened' as const,
    acceptance: null,
    acceptedUntil: '',
    occurrence: finding.occurrence + 1,
  };
  return withEntry(
    { ...open, sortKey: findingSortKey(open) },
    {
      eventType: 'finding_acceptance_ended',
      user: ended.by,
      target: finding.title,
      tenantId: finding.tenantId,
      details: {
        findingId: finding.id,
        because: ended.because,
        acceptedUntil: acceptance.expiresAt,
        ...whatChanged(trailOf(finding), trailOf(open), trailedOfAcceptance),
      },
    },
    now,
  );
}
