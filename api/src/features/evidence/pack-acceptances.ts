import { leaksOf } from '../../audit/snapshot/redaction/leaks.ts';
import type { Redacted } from '../../audit/snapshot/redaction/redact-facts.ts';
import type { FindingRecord } from '../../store/findings.ts';

/** A risk that somebody took on: what, why, who and until when. */
export type PackAcceptance = {
  finding: string;
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
  expiresAt: string;
};

const withheld = 'Withheld: it names somebody or something of the organization. The installation has it.';

/**
 * The accepted risks of open findings that are in force, by check. Who accepted is named in every pack. A reason is somebody's own words: in a redacted pack
 * it is left out where it has a name that was replaced.
 */
export function packAcceptances(
  findings: readonly Pick<FindingRecord, 'checkId' | 'title' | 'acceptance'>[],
  originals: Redacted['originals'] | null,
  now: Date,
): Map<string, PackAcceptance> {
  const accepted = findings.flatMap(({ checkId, title, acceptance }) => {
    if (!acceptance || Date.parse(acceptance.expiresAt) <= now.getTime()) return [];
    const { acceptedBy, acceptedAt, expiresAt } = acceptance;
    const isLeak = originals !== null && leaksOf(acceptance.reason, originals).length > 0;
    const reason = isLeak ? withheld : acceptance.reason;
    return [[checkId, { finding: title, reason, acceptedBy, acceptedAt, expiresAt }] as const];
  });
  return new Map(accepted);
}
