import type { RecheckChanges, RecheckedCheck, RecheckResult } from '@tenantry/contract/rechecks';
import { truncate } from '@tenantry/contract/text';
import type { Affected, Evidence, Verdict } from '@tenantry/contract/verdicts';
import { verdictDrift } from '../../audit/findings/drift/verdict-drift.ts';
import { conditionOf } from '../../audit/findings/finding-condition.ts';
import type { FindingRecord } from '../../store/findings.ts';

/** What a check says now, and its finding; null where it never had one. */
export type Looked = { verdict: Verdict; finding: FindingRecord | null };

/** As much of a verdict stands on a task or a finding: a record holds two of them, and 2 MB in all. */
const affectedKept = 100;
const evidenceKept = 100;
/** As much of each of several checks. */
const keptOfEach = 20;
const maxObserved = 1000;

/** The finding as its last look saw it, in the form of a verdict. */
function verdictBefore(finding: FindingRecord, now: Verdict): Verdict {
  const { verdictStatus: status, description: message, evidence, affectedEntities: affected, affectedCount } = finding;
  return { ...now, status, message, evidence, affected, affectedCount };
}

function settingsChanged(before: Verdict, now: Verdict): RecheckChanges['settings'] {
  const [old, young] = [before, now].map((one) => conditionOf({ ...one, status: 'fail' })?.settings ?? {});
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(young ?? {})])].sort();
  return names
    .map((name) => ({ name, before: old?.[name] ?? null, now: young?.[name] ?? null }))
    .filter((setting) => setting.before !== setting.now);
}

/** What is another since the finding was last seen; null where there is no finding to compare with. */
function changesSince(finding: FindingRecord | null, now: Verdict): RecheckChanges | null {
  if (!finding) return null;
  const before = verdictBefore(finding, now);
  const [drift] = verdictDrift([before], [now]);
  return {
    seenAt: finding.lastDetected,
    statusBefore: before.status,
    affectedBefore: before.affectedCount,
    noLongerAffected: drift ? drift.goneAffected : [],
    newlyAffected: drift ? drift.newAffected : [],
    settings: settingsChanged(before, now),
  };
}

/** `graphCalls`: how many requests it took; null where a scan looked. */
export type Look = { checkedAt: string; requestedBy: string; datasets: readonly string[]; graphCalls: number | null };

const kept = (evidence: readonly Evidence[], most: number): Evidence[] =>
  evidence.slice(0, most).map((one) => ({ ...one, observed: truncate(one.observed, maxObserved, '…') }));

// What else is known of an account needs data that the check does not: a part of it would read as all of it.
const named = (affected: readonly Affected[], most: number): Affected[] =>
  affected.slice(0, most).map(({ account: _, ...one }) => one);

const checkOf = ({ checkId, title, status, message, evidence, affected, affectedCount }: Verdict): RecheckedCheck => ({
  checkId,
  title,
  verdictStatus: status,
  message,
  evidence: kept(evidence, keptOfEach),
  affected: named(affected, keptOfEach),
  affectedCount,
});

/**
 * What is kept of a look at the check of a finding, or at the checks of a task.
 * @param decisive the one that tells most of how it stands, with its finding as it was before the look
 * @param verdicts of all of them
 */
export function recheckResult({ verdict, finding }: Looked, verdicts: readonly Verdict[], look: Look): RecheckResult {
  const { status, message, recommendation, evidence, affected, affectedCount } = verdict;
  return {
    ...look,
    datasets: [...look.datasets],
    verdictStatus: status,
    message,
    recommendation,
    evidence: kept(evidence, evidenceKept),
    affected: named(affected, affectedKept),
    affectedCount,
    checks: verdicts.length > 1 ? verdicts.map(checkOf) : [],
    changes: changesSince(finding, verdict),
  };
}
