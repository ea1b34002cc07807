import { categoryLabels } from '@tenantry/contract/labels';
import type { PriceList } from '@tenantry/contract/price-list';
import type { ProjectReadiness, ReadinessItem } from '@tenantry/contract/project-readiness';
import { Category } from '@tenantry/contract/verdicts';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { findingFigures } from '../../audit/findings/finding-figures.ts';
import { areaOf, countedOnce } from '../../audit/findings/license-group.ts';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { estimator } from '../../domain/price-list/price-list.ts';
import { type AskedWork, licenseOfWork, openWorkItems, severityOfWork } from '../../domain/work/work-items.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const neverScanned = 'This tenant has never been scanned.';

type Told = Pick<ReadinessItem, 'description' | 'status'>;

/** Whether the work can begin, and what stands in its way. @param open how many findings are open in the area */
function readiness(work: readonly AskedWork[], open: number): Told {
  if (work.length === 0) {
    return { status: 'ready', description: open === 0 ? 'Nothing is open' : 'Closed by work of other areas' };
  }
  const licenses = [...new Set(work.flatMap((item) => licenseOfWork(item) ?? []))];
  const blocked = work.filter((item) => licenseOfWork(item) !== null || item.approval?.status === 'denied');
  const denied = work.filter(({ approval }) => approval?.status === 'denied').length;
  const waiting = work.filter(({ approval }) => approval?.status === 'pending').length;
  const urgent = work.filter(isUrgent).length;
  const parts = [
    ...(urgent > 0 ? [countOf(urgent, 'urgent task')] : []),
    ...(waiting > 0 ? [`${countOf(waiting, 'approval')} to decide`] : []),
    ...(licenses.length > 0 ? [`needs ${licenses.join(', ')}`] : []),
    ...(denied > 0 ? [`${denied} denied`] : []),
  ];
  const status = blocked.length === work.length ? 'blocked' : waiting > 0 ? 'pending' : 'ready';
  return { status, description: parts.length === 0 ? 'Can begin' : parts.join(' · ') };
}

const isUrgent = (item: AskedWork) => ['critical', 'high'].includes(severityOfWork(item));

/** Which work the open findings of a tenant ask for, area by area, and what it would bring (design, 8). */
export async function projectReadiness(tenant: TenantRecords, priceList: PriceList): Promise<ProjectReadiness> {
  const audit = await latestAudit(tenant);
  const work = audit ? await openWorkItems(tenant) : [];
  const estimate = estimator(priceList);
  const revenueOf = (some: readonly AskedWork[]) =>
    some.reduce((sum, { members: [{ checkId, category }] }) => {
      const { hours, hourlyRate } = estimate(checkId, category);
      return sum + Math.round(hours * hourlyRate);
    }, 0);
  const results = audit ? categoryResults(audit.data.verdicts) : [];
  const open = work.flatMap(({ members }) => members);
  const counted = countedOnce(open);
  const unknownWhy = (category: Category, count: number): string | null => {
    if (!audit) return neverScanned;
    const result = results.find((one) => one.category === category);
    return count === 0 && result?.status === 'unknown' ? result.message : null;
  };
  const items = Category.options.map((type): ReadinessItem => {
    const own = work.filter(({ members: [lead] }) => areaOf(lead) === type);
    const count = counted.filter((finding) => areaOf(finding) === type).length;
    const unknown = unknownWhy(type, count);
    const told: Told = unknown === null ? readiness(own, count) : { status: 'blocked', description: unknown };
    return {
      type,
      label: categoryLabels[type],
      count: unknown === null ? count : null,
      countUnknownBecause: unknown,
      revenue: unknown === null ? revenueOf(own) : null,
      ...told,
      actionUrl: audit ? `/findings?status=open&category=${type}` : '/scan',
    };
  });
  return {
    urgentCount: audit ? findingFigures(open).urgent : null,
    totalRevenuePotential: audit ? revenueOf(work) : null,
    unknownBecause: audit ? null : neverScanned,
    currency: 'USD',
    pricesAreDefault: priceList.isDefault,
    lastUpdated: audit?.createdAt ?? null,
    items,
  };
}
