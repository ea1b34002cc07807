import type { Audit, DatasetStateView } from '@tenantry/contract/audits';
import { coverageOf, isJudgedStatus } from '../../api/src/audit/findings/score.ts';
import { verdictProblem } from '../../api/src/audit/testing/disturbed-verdicts.ts';
import type { Reading } from './scan-reading.ts';

/** What the disturbance took: the datasets that the undisturbed scan has, and this one says it could not fetch. */
function lostDatasets({ datasets: before }: Reading, { datasets }: Reading): DatasetStateView[] {
  const states = new Map(before.map(({ name, state }) => [name, state]));
  return datasets.filter(({ name, state }) => state === 'couldNotCheck' && states.get(name) !== 'couldNotCheck');
}

function datasetProblems(before: Reading, after: Reading): string[] {
  const expected = new Map(before.datasets.map(({ name, state }) => [name, state]));
  const problems = after.datasets.flatMap(({ name, state, status, code, message, fetchedAt, retryAt }) => {
    // Asked for only where something changed, or may have.
    if (name === 'directoryAudits' && state === 'ok') return [];
    if (state === expected.get(name) && state !== 'couldNotCheck') return [];
    if (state !== 'couldNotCheck') return [`dataset ${name} is ${state} instead of ${expected.get(name)}`];
    const told = status !== null && code !== null && message !== null && fetchedAt !== null;
    const isPlanned = retryAt !== null && retryAt > after.scan.startedAt;
    return [
      ...(told ? [] : [`dataset ${name} failed without a status, code, message or time`]),
      ...(isPlanned ? [] : [`dataset ${name} failed, and is not tried again`]),
    ];
  });
  if (after.datasets.length !== before.datasets.length) problems.push('other datasets than undisturbed');
  return problems;
}

/** A verdict that needs a feature is no part of the coverage: a disturbance must not take one out of it. */
function goneWithout(before: Reading, after: Reading): string[] {
  const needed = new Set(before.verdicts.filter((one) => one.needsFeature !== undefined).map(({ checkId }) => checkId));
  return after.verdicts
    .filter(({ checkId, needsFeature }) => needsFeature !== undefined && !needed.has(checkId))
    .map(({ checkId, needsFeature }) => `${checkId} counts as one that needs ${needsFeature}`);
}

/** Nothing of the overall result may look better for what is missing. */
function resultProblems(before: Reading, after: Reading): string[] {
  const { scan, audit, verdicts } = after;
  const coverage = JSON.stringify(coverageOf(verdicts));
  const isOfThisScan = audit.auditTimestamp === scan.startedAt;
  const ranks = { fail: 1, warning: 2, pass: 3 } as const;
  const rank = (status: Audit['overallStatus']) => (status === null ? 0 : ranks[status]);
  return [
    ...(JSON.stringify(audit.coverage) === coverage
      ? []
      : [`coverage ${JSON.stringify(audit.coverage)}, not ${coverage}`]),
    ...(JSON.stringify(scan.coverage) === coverage || !isOfThisScan
      ? []
      : ['the scan tells another coverage than its audit']),
    ...(scan.score === audit.overallScore || !isOfThisScan ? [] : ['the scan tells another score than its audit']),
    ...(rank(audit.overallStatus) <= rank(before.audit.overallStatus)
      ? []
      : [`${audit.overallStatus} instead of ${before.audit.overallStatus}`]),
    ...goneWithout(before, after),
    ...(scan.userCount === before.scan.userCount || scan.userCount === null ? [] : [`${scan.userCount} users`]),
  ];
}

function findingProblems(before: Reading, after: Reading): string[] {
  const expected = new Map(before.findings.map((finding) => [finding.checkId, finding]));
  const status = new Map(after.verdicts.map((verdict) => [verdict.checkId, verdict.status]));
  const problems = after.findings.flatMap((finding) => {
    const known = expected.get(finding.checkId);
    if (!known) return [`finding ${finding.checkId} is new, and is not there undisturbed`];
    expected.delete(finding.checkId);
    if (finding.status !== known.status)
      return [`finding ${finding.checkId} is ${finding.status}, not ${known.status}`];
    const isUnknown = !isJudgedStatus(status.get(finding.checkId) ?? 'couldNotCheck');
    if (isUnknown && finding.status !== 'resolved' && finding.change !== 'not-verified')
      return [`finding ${finding.checkId} is ${finding.change}, though its check could not be made`];
    return [];
  });
  for (const checkId of expected.keys()) problems.push(`finding ${checkId} is gone`);
  const once = (of: 'id' | 'checkId') => new Set(after.findings.map((one) => one[of])).size === after.findings.length;
  if (!once('id') || !once('checkId')) problems.push('a finding stands twice');
  return problems;
}

/** How a scan under faults came out beside the same scan without. */
export function compareScans(before: Reading, after: Reading): { problems: string[]; lost: string[] } {
  const lost = lostDatasets(before, after);
  const lostNames = lost.map(({ name }) => name);
  if (after.scan.status !== 'completed')
    return { problems: [`the scan is ${after.scan.status}: ${after.scan.errorMessage}`], lost: lostNames };
  // Of a later one it may be: a snapshot that ended in the background brings a scan of its own.
  if ((after.audit.auditTimestamp ?? '') < after.scan.startedAt) {
    // A scan that gave less than half of what it asked for, as without $batch: the audit of before stays, and says why.
    if (after.audit.trouble?.kind === 'scanFailing') return { problems: [], lost: ['most of it'] };
    return { problems: ['the audit is not of this scan'], lost: lostNames };
  }
  const verdicts = new Map(after.verdicts.map((verdict) => [verdict.checkId, verdict]));
  const problems = [
    ...before.verdicts.flatMap((verdict) => verdictProblem(verdict, verdicts.get(verdict.checkId), lost) ?? []),
    ...datasetProblems(before, after),
    ...resultProblems(before, after),
    ...findingProblems(before, after),
  ];
  if (verdicts.size !== after.verdicts.length || verdicts.size !== before.verdicts.length)
    problems.push(`${after.verdicts.length} verdicts on ${verdicts.size} checks instead of ${before.verdicts.length}`);
  return { problems, lost: lostNames };
}
