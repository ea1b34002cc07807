import { categoryLabels } from '@tenantry/contract/labels';
import type { PriceList } from '@tenantry/contract/price-list';
import type { ProjectReadiness, ReadinessItem } from '@tenantry/contract/project-readiness';
import { Category } from '@tenantry/contract/verdicts';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { areaOf } from '../../audit/findings/license-group.ts';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { estimator } from '../../domain/price-list/price-list.ts';
import { openWorkItems, type WorkItem } from '../../domain/project-plan/work-items.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const neverScanned = 'This tenant has never been scanned.';

type Told = Pick<ReadinessItem, 'description' | 'status'>;

/** Whether the work can begin, and what stands in its way. */
function readiness(work: readonly WorkItem[]): Told {
  if (work.length === 0) return { status: 'ready', description: 'Nothing is open' };
  const licenses = [...new Set(work.flatMap(({ finding }) => finding.needsLicense ?? []))];
  const blocked = work.filter(
    ({ finding, approval }) => finding.needsLicense !== null || approval?.status === 'denied',
  );
  const denied = work.filter(({ approval }) => approval?.status === 'denied').length;
  const waiting = work.filter(({ approval }) => approval?.status === 'pending').length;
  const urgent = work.filter(isUrgent).length;
  const parts = [
    ...(urgent > 0 ? [`${urgent} urgent`] : []),
    ...(waiting > 0 ? [`${countOf(waiting, 'approval')} to decide`] : []),
    ...(licenses.length > 0 ? [`needs ${licenses.join(', ')}`] : []),
    ...(denied > 0 ? [`${denied} denied`] : []),
  ];
  const status = blocked.length === work.length ? 'blocked' : waiting > 0 ? 'pending' : 'ready';
  return { status, description: parts.length === 0 ? 'Can begin' : parts.join(' · ') };
}

const isUrgent = ({ finding: { severity } }: WorkItem) => severity === 'critical' || severity === 'high';

/** Which work the open findings of a tenant ask for, area by area, and what it would bring (design, 8). */
export async function projectReadiness(tenant: TenantRecords, priceList: PriceList): Promise<ProjectReadiness> {
  const audit = await latestAudit(tenant);
  const work = audit ? await openWorkItems(tenant) : [];
  const estimate = estimator(priceList);
  const revenueOf = (some: readonly WorkItem[]) =>
    some.reduce((sum, { finding: { checkId, category } }) => {
      const { hours, hourlyRate } = estimate(checkId, category);
      return sum + Math.round(hours * hourlyRate);
    }, 0);
  const results = audit ? categoryResults(audit.data.verdicts) : [];
  const unknownWhy = (category: Category, own: readonly WorkItem[]): string | null => {
    if (!audit) return neverScanned;
    const result = results.find((one) => one.category === category);
    return own.length === 0 && result?.status === 'unknown' ? result.message : null;
  };
  const items = Category.options.map((type): ReadinessItem => {
    const own = work.filter(({ finding }) => areaOf(finding) === type);
    const unknown = unknownWhy(type, own);
    const told: Told = unknown === null ? readiness(own) : { status: 'blocked', description: unknown };
    return {
      type,
      label: categoryLabels[type],
      count: unknown === null ? own.length : null,
      countUnknownBecause: unknown,
      revenue: unknown === null ? revenueOf(own) : null,
      ...told,
      actionUrl: audit ? `/findings?status=open&category=${type}` : '/scan',
    };
  });
  return {
    urgentCount: audit ? work.filter(isUrgent).length : null,
    totalRevenuePotential: audit ? revenueOf(work) : null,
    unknownBecause: audit ? null : neverScanned,
    currency: 'USD',
    pricesAreDefault: priceList.isDefault,
    lastUpdated: audit?.createdAt ?? null,
    items,
  };
}
