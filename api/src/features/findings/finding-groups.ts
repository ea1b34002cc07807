import type { Parsed } from '@tenantry/contract/endpoint';
import type { FindingGroup, listFindingGroups } from '@tenantry/contract/findings';
import type { PriceList } from '@tenantry/contract/price-list';
import { Severity, type Verdict } from '@tenantry/contract/verdicts';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { minimumCoveragePercent, scoreGain, scoreToTell } from '../../audit/findings/score.ts';
import { byFindingOrder } from '../../domain/finding/finding-order.ts';
import type { EstimatedWork } from '../../domain/price-list/estimate.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import { every } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { remedyView, wireStatus } from './finding-view.ts';

type Answer = Parsed<typeof listFindingGroups.response>;
type HoursOf = (work: EstimatedWork) => number;
type Told = { score: number | null; verdicts: readonly Verdict[] };

const severityRank = (severity: Severity): number => Severity.options.indexOf(severity);

/** The score of the latest audit as every page tells it. */
function scoreOfAudit(audit: AuditRecord | null): Pick<Answer, 'score' | 'scoreUnknownBecause'> {
  if (!audit) return { score: null, scoreUnknownBecause: 'This tenant has never been scanned.' };
  const { coverage } = audit.data;
  const score = scoreToTell(audit.overallScore, coverage);
  if (score !== null) return { score, scoreUnknownBecause: null };
  const { evaluated, applicable, percent } = coverage;
  const scoreUnknownBecause =
    percent < minimumCoveragePercent
      ? `Only ${evaluated} of ${applicable} checks could be made: below ${minimumCoveragePercent}% no score is told.`
      : 'No check that counts in the score could be made.';
  return { score, scoreUnknownBecause };
}

/** To one decimal. */
const rounded = (points: number): number => Math.round(10 * points) / 10;

/** Hours of the remedy, whatever number of findings it closes. What the catalog no longer knows is work of its own each. */
function hoursOfGroup(mended: readonly FindingRecord[], remedy: { id: string } | null, hoursOf: HoursOf): number {
  if (remedy) return hoursOf({ id: remedy.id, members: mended });
  return mended.reduce((sum, finding) => sum + hoursOf({ id: workOf(finding).id, members: [finding] }), 0);
}

function groupOf(findings: readonly FindingRecord[], { score, verdicts }: Told, hoursOf: HoursOf): FindingGroup {
  const [first] = findings;
  if (!first) throw new Error('A group has no findings');
  const licenses = new Set(findings.flatMap(({ needsLicense }) => needsLicense ?? []));
  const severities = findings.map(({ severity }) => severity).sort((a, b) => severityRank(a) - severityRank(b));
  // What waits for a license is not mended by what can be done today: security defaults close no finding about a policy.
  const unlocked = findings.filter(({ needsLicense }) => needsLicense === null);
  const mended = unlocked.length > 0 ? unlocked : findings;
  const checkIds = new Set(mended.map(({ checkId }) => checkId));
  const remedy = remedyView(first.checkId);
  return {
    remedy,
    findings: findings.map(({ id, title, severity, status, affectedCount }) => ({
      id,
      title,
      severity,
      status: wireStatus[status],
      affectedCount,
    })),
    severity: severities[0] ?? first.severity,
    points: score === null ? null : rounded(scoreGain(verdicts, checkIds)),
    hours: hoursOfGroup(mended, remedy, hoursOf),
    needsLicense: unlocked.length === 0 ? [...licenses].join(' and ') : null,
  };
}

/**
 * What a technician does first: what can be done today before what waits for a license; what holds something critical before the
 * rest; then what brings the most points, and of two that bring as much the one with fewer hours.
 */
function byWhatToDoFirst(a: FindingGroup, b: FindingGroup): number {
  const isLocked = (group: FindingGroup) => Number(group.needsLicense !== null);
  const isCritical = (group: FindingGroup) => Number(group.severity === 'critical');
  return (
    isLocked(a) - isLocked(b) ||
    isCritical(b) - isCritical(a) ||
    (b.points ?? 0) - (a.points ?? 0) ||
    severityRank(a.severity) - severityRank(b.severity) ||
    a.hours - b.hours ||
    (a.remedy?.id ?? '').localeCompare(b.remedy?.id ?? '')
  );
}

/** Findings by what mends them together, in the order in which to do it. `told`: the audit that points are counted in. */
export function groupsByRemedy(findings: readonly FindingRecord[], told: Told, hoursOf: HoursOf): FindingGroup[] {
  const byRemedy = Map.groupBy(findings, ({ checkId }) => remedyOfCheck(checkId)?.id ?? null);
  return [...byRemedy.values()].map((some) => groupOf(some, told, hoursOf)).sort(byWhatToDoFirst);
}

/**
 * The open findings of a tenant by what mends them together. Points are those of the latest audit, whose verdicts the score was
 * made of: an accepted or resolved finding is in no group, and what the audit could not check brings no points.
 */
export async function findingGroups(tenant: TenantRecords, priceList: PriceList): Promise<Answer> {
  const [open, audit] = await Promise.all([
    every(tenant.findings, { where: [{ field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] }] }),
    latestAudit(tenant),
  ]);
  open.sort(byFindingOrder);
  const estimate = await estimatesOfWork(tenant, priceList, open.map(workOf));
  const score = scoreOfAudit(audit);
  const told = { score: score.score, verdicts: audit?.data.verdicts ?? [] };
  return { groups: groupsByRemedy(open, told, (work) => estimate(work).hours), ...score };
}
