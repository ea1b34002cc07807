import { categoryLabels } from '@tenantry/contract/labels';
import type { PriceList } from '@tenantry/contract/price-list';
import type { ProjectReadiness, ReadinessItem } from '@tenantry/contract/project-readiness';
import { Category } from '@tenantry/contract/verdicts';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { findingFigures } from '../../audit/findings/finding-figures.ts';
import { areaOf, countedOnce } from '../../audit/findings/license-group.ts';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import { plannedOf } from '../../domain/work/planned-work.ts';
import { type AskedWork, licenseOfWork, openWorkItems, severityOfWork } from '../../domain/work/work-items.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const neverScanned = 'This tenant has never been scanned.';

type Told = Pick<ReadinessItem, 'description' | 'status'>;

/** Whether the work can begin, and what stands in its way. */
function readiness(work: readonly AskedWork[]): Told {
  if (work.length === 0) return { status: 'ready', description: 'Nothing is open' };
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

const blocked = (description: string): Told => ({ status: 'blocked', description });

/** Under which area the work is counted: that of its gravest finding. */
const areaOfWork = ({ members: [lead] }: AskedWork): Category => areaOf(lead);

/** Of an area without work of its own, which work closes what is open there; null where nothing is, or there is own work. */
function elsewhere(work: readonly AskedWork[], type: Category): Told | null {
  if (work.some((item) => areaOfWork(item) === type)) return null;
  const closing = work.filter(({ members }) => members.some((one) => areaOf(one) === type));
  if (closing.length === 0) return null;
  const findings = countedOnce(closing.flatMap(({ members }) => members.filter((one) => areaOf(one) === type)));
  const areas = [...new Set(closing.map((item) => categoryLabels[areaOfWork(item)]))];
  const close = findings.length === 1 ? 'closes' : 'close';
  const description = `${countOf(findings.length, 'finding')} ${close} with work under ${areas.join(' and ')}`;
  return { status: readiness(closing).status, description };
}

const isUrgent = (item: AskedWork) => ['critical', 'high'].includes(severityOfWork(item));

/** Which work the open findings of a tenant ask for, area by area, and what it would bring (design, 8). */
export async function projectReadiness(tenant: TenantRecords, priceList: PriceList): Promise<ProjectReadiness> {
  const audit = await latestAudit(tenant);
  const work = audit ? await openWorkItems(tenant) : [];
  const estimate = await estimatesOfWork(tenant, priceList, work);
  // What was denied is told, and is in no sum.
  const sumOf = (some: readonly AskedWork[], figure: 'hours' | 'price') =>
    plannedOf(some).planned.reduce((sum, item) => sum + estimate(item)[figure], 0);
  const results = audit ? categoryResults(audit.data.verdicts) : [];
  const open = work.flatMap(({ members }) => members);
  const counted = countedOnce(open);
  const unknownWhy = (category: Category, count: number): string | null => {
    if (!audit) return neverScanned;
    const result = results.find((one) => one.category === category);
    return count === 0 && result?.status === 'unknown' ? result.message : null;
  };
  const items = Category.options.map((type): ReadinessItem => {
    const own = work.filter((item) => areaOfWork(item) === type);
    const count = counted.filter((finding) => areaOf(finding) === type).length;
    const unknown = unknownWhy(type, count);
    const told = unknown === null ? (elsewhere(work, type) ?? readiness(own)) : blocked(unknown);
    return {
      type,
      label: categoryLabels[type],
      count: unknown === null ? count : null,
      countUnknownBecause: unknown,
      hours: unknown === null ? sumOf(own, 'hours') : null,
      revenue: unknown === null ? sumOf(own, 'price') : null,
      ...told,
      actionUrl: audit ? `/findings?status=open&category=${type}` : '/scan',
    };
  });
  return {
    urgentCount: audit ? findingFigures(open).urgent : null,
    totalHours: audit ? sumOf(work, 'hours') : null,
    totalRevenuePotential: audit ? sumOf(work, 'price') : null,
    unknownBecause: audit ? null : neverScanned,
    currency: 'USD',
    pricesAreDefault: priceList.isDefault,
    lastUpdated: audit?.createdAt ?? null,
    items,
  };
}
