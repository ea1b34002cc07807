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

/** As which a client knows whoever of the staff did something. */
export const providerOf = ({ provider }: { provider: string | null }): string => provider ?? 'the service provider';

const notGiven = 'Not given in a redacted pack: the provider accepted it, and the installation has its reason.';
const withheld = 'Withheld: it names somebody or something of the organization. The installation has it.';

/** A reason is somebody's own words: it is left out where it has a name that was replaced. */
function redacted(
  { isByClient, acceptedBy, reason }: NonNullable<FindingRecord['acceptance']>,
  originals: Redacted['originals'],
  provider: string,
): Pick<PackAcceptance, 'reason' | 'acceptedBy'> {
  if (!isByClient) return { acceptedBy: provider, reason: notGiven };
  return { acceptedBy, reason: leaksOf(reason, originals).length > 0 ? withheld : reason };
}

/**
 * The accepted risks of open findings that are in force, by check. A redacted pack may be shared with the client: it has who of theirs accepted and
 * why; for the staff the provider stands, and its reasons are not told.
 * @param originals null where the pack is whole
 */
export function packAcceptances(
  findings: readonly Pick<FindingRecord, 'checkId' | 'title' | 'acceptance'>[],
  originals: Redacted['originals'] | null,
  provider: string,
  now: Date,
): Map<string, PackAcceptance> {
  const accepted = findings.flatMap(({ checkId, title, acceptance }) => {
    if (!acceptance || Date.parse(acceptance.expiresAt) <= now.getTime()) return [];
    const { acceptedAt, expiresAt } = acceptance;
    const { acceptedBy, reason } = originals === null ? acceptance : redacted(acceptance, originals, provider);
    return [[checkId, { finding: title, reason, acceptedBy, acceptedAt, expiresAt }] as const];
  });
  return new Map(accepted);
}
