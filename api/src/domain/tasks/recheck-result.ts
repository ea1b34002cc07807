import type { RecheckChanges, RecheckResult } from '@tenantry/contract/tasks';
import { truncate } from '@tenantry/contract/text';
import type { Verdict } from '@tenantry/contract/verdicts';
import { verdictDrift } from '../../audit/findings/drift/verdict-drift.ts';
import { conditionOf } from '../../audit/findings/finding-condition.ts';
import type { FindingRecord } from '../../store/findings.ts';

/** As much of a verdict stands on a task: a record holds two of them, and 2 MB in all. */
const affectedKept = 100;
const evidenceKept = 100;
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

type Look = { checkedAt: string; requestedBy: string; datasets: readonly string[]; graphCalls: number };

/** What is kept on the task of a look at its check. */
export function recheckResult(verdict: Verdict, finding: FindingRecord | null, look: Look): RecheckResult {
  const { status, message, recommendation, evidence, affected, affectedCount } = verdict;
  return {
    ...look,
    datasets: [...look.datasets],
    verdictStatus: status,
    message,
    recommendation,
    evidence: evidence
      .slice(0, evidenceKept)
      .map((one) => ({ ...one, observed: truncate(one.observed, maxObserved, '…') })),
    // What else is known of an account needs data that the check does not: a part of it would read as all of it.
    affected: affected.slice(0, affectedKept).map(({ account: _, ...one }) => one),
    affectedCount,
    changes: changesSince(finding, verdict),
  };
}
