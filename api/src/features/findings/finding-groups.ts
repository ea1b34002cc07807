import type { Parsed } from '@tenantry/contract/endpoint';
import type { FindingGroup, listFindingGroups } from '@tenantry/contract/findings';
import type { PriceList } from '@tenantry/contract/price-list';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { openStatuses } from '../../domain/finding/open-findings.ts';
import type { EstimatedWork } from '../../domain/price-list/estimate.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import {
  forecastsComeWithTheNextScan,
  type Gain,
  type GainBase,
  gainBaseOf,
  gainOfWork,
} from '../../domain/work/gain-of-work.ts';
import { licenseOfWork, type WorkItem, workItemsOf } from '../../domain/work/work-items.ts';
import { every } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { wireStatus } from './finding-view.ts';

type Answer = Parsed<typeof listFindingGroups.response>;
type HoursOf = (work: EstimatedWork) => number;
const switchOf = ({ members }: WorkItem) => members.find(({ closedBy }) => closedBy)?.closedBy ?? null;

function gainView({ score, closes, improves, opens }: Gain, members: WorkItem['members']): FindingGroup['gain'] {
  const own = new Set(members.map(({ checkId }) => checkId));
  return {
    score,
    closes: closes.map((one) => ({ ...one, isOther: !own.has(one.checkId) })),
    improves,
    opens,
  };
}

function groupView(item: WorkItem, base: GainBase, hoursOf: HoursOf): FindingGroup {
  const { id, title, members } = item;
  const [lead] = members;
  const kind = switchOf(item);
  const gain = gainOfWork(item, base);
  return {
    workId: id,
    remedy: remedyOf(id) && { id, title },
    findings: members.map((finding) => ({
      id: finding.id,
      title: finding.title,
      severity: finding.severity,
      status: wireStatus[finding.status],
      affectedCount: finding.affectedCount,
    })),
    severity: lead.severity,
    points: gain?.points ?? null,
    gain: gain && gainView(gain, members),
    // Of the work, whatever number of findings it closes.
    hours: hoursOf(item),
    needsLicense: licenseOfWork(item),
    freeSwitch: kind && { kind, score: gain?.score ?? null },
  };
}

/** Open findings by what closes them together, in the one order. `base`: the audit that points are counted in. */
export const groupViews = (open: readonly FindingRecord[], base: GainBase, hoursOf: HoursOf): FindingGroup[] =>
  workItemsOf(open).map((item) => groupView(item, base, hoursOf));

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
  const base = gainBaseOf(audit);
  const { score, scoreUnknownBecause, forecasts } = base;
  return {
    groups: groupViews(open, base, (work) => estimate(work).hours),
    score,
    scoreUnknownBecause,
    gainUnknownBecause: audit !== null && forecasts === null ? forecastsComeWithTheNextScan : null,
  };
}
