import type { Parsed } from '@tenantry/contract/endpoint';
import type { FindingGroup, listFindingGroups } from '@tenantry/contract/findings';
import type { PriceList } from '@tenantry/contract/price-list';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { FreeSwitchGain } from '../../audit/findings/free-switch.ts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { scoreGain, scoreToTell, whyNoScore } from '../../audit/findings/score.ts';
import { openStatuses } from '../../domain/finding/open-findings.ts';
import type { EstimatedWork } from '../../domain/price-list/estimate.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import { licenseOfWork, type WorkItem, workItemsOf } from '../../domain/work/work-items.ts';
import { every } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { wireStatus } from './finding-view.ts';

type Answer = Parsed<typeof listFindingGroups.response>;
type HoursOf = (work: EstimatedWork) => number;
type Told = { score: number | null; verdicts: readonly Verdict[]; freeSwitch: FreeSwitchGain | null };

/** The score of the latest audit as every page tells it. */
function scoreOfAudit(audit: AuditRecord | null): Pick<Answer, 'score' | 'scoreUnknownBecause'> {
  if (!audit) return { score: null, scoreUnknownBecause: 'This tenant has never been scanned.' };
  const { overallScore, data } = audit;
  const score = scoreToTell(overallScore, data.coverage);
  return { score, scoreUnknownBecause: whyNoScore(overallScore, data.coverage) };
}

/** To one decimal. */
const rounded = (points: number): number => Math.round(10 * points) / 10;

const switchOf = ({ members }: WorkItem) => members.find(({ closedBy }) => closedBy)?.closedBy ?? null;

/** What a switch brings was judged with it on; what a piece of work brings is what its checks weigh. */
function pointsOf(item: WorkItem, { score, verdicts, freeSwitch }: Told): number | null {
  if (score === null) return null;
  if (switchOf(item) !== null && freeSwitch !== null) return rounded(freeSwitch.points);
  return rounded(scoreGain(verdicts, new Set(item.members.map(({ checkId }) => checkId))));
}

function groupView(item: WorkItem, told: Told, hoursOf: HoursOf): FindingGroup {
  const { id, title, members } = item;
  const [lead] = members;
  const kind = switchOf(item);
  return {
    remedy: remedyOf(id) && { id, title },
    findings: members.map((finding) => ({
      id: finding.id,
      title: finding.title,
      severity: finding.severity,
      status: wireStatus[finding.status],
      affectedCount: finding.affectedCount,
    })),
    severity: lead.severity,
    points: pointsOf(item, told),
    // Of the work, whatever number of findings it closes.
    hours: hoursOf(item),
    needsLicense: licenseOfWork(item),
    freeSwitch: kind && { kind, score: told.score === null ? null : (told.freeSwitch?.score ?? null) },
  };
}

/** Open findings by what closes them together, in the one order. `told`: the audit that points are counted in. */
export const groupViews = (open: readonly FindingRecord[], told: Told, hoursOf: HoursOf): FindingGroup[] =>
  workItemsOf(open).map((item) => groupView(item, told, hoursOf));

/**
 * The open findings of a tenant by what closes them together. Points are those of the latest audit, whose verdicts the score was
 * made of: an accepted or resolved finding is in no group, and what the audit could not check brings no points.
 */
export async function findingGroups(tenant: TenantRecords, priceList: PriceList): Promise<Answer> {
  const [open, audit] = await Promise.all([
    every(tenant.findings, { where: [{ field: 'status', op: 'in', value: openStatuses }] }),
    latestAudit(tenant),
  ]);
  const estimate = await estimatesOfWork(tenant, priceList, workItemsOf(open));
  const score = scoreOfAudit(audit);
  const { verdicts = [], freeSwitch = null } = audit?.data ?? {};
  const told = { score: score.score, verdicts, freeSwitch };
  return { groups: groupViews(open, told, (work) => estimate(work).hours), ...score };
}
