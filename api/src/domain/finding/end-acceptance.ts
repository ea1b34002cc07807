import type { FindingRecord } from '../../store/findings.ts';
import { withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import { trailedOfAcceptance, trailOf } from './acceptance-trail.ts';
import { withEvent } from './finding-history.ts';
import { findingSortKey } from './finding-order.ts';

/** Why an acceptance ended, beside what is no longer as it was accepted. */
export const acceptanceEnds = { expired: 'expired', withdrawn: 'withdrawn' } as const;

type Ended = {
  /** As the trail names them: a user's name, or `system`. */
  by: string;
  /** As people do; `system` where it was nobody. */
  name: string;
  because: string;
  /** The scan that saw more than was accepted; null where none did. */
  scanLogId: string | null;
};

/** For the history, whose event says already that it ended. */
const noteOf = ({ because }: Ended): string =>
  because === acceptanceEnds.withdrawn ? '' : because === acceptanceEnds.expired ? 'Its last day was over.' : because;

/**
 * The finding without its acceptance: open again, with an entry in the trail that says why. It counts as opened once
 * more, so that a failure asks for approval again.
 */
export function endAcceptance(finding: FindingRecord, ended: Ended, now: Date): FindingRecord {
  const { acceptance } = finding;
  if (!acceptance) return finding;
  const open = {
    ...finding,
    status: 'OPEN' as const,
    change: 'reopened' as const,
    acceptance: null,
    acceptedUntil: '',
    occurrence: finding.occurrence + 1,
    note: '',
    ...withEvent(finding, {
      at: now.toISOString(),
      what: 'acceptance-ended',
      by: ended.name,
      note: noteOf(ended),
      scanLogId: ended.scanLogId,
    }),
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
