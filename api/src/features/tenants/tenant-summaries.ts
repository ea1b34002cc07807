import type { BaselineStanding } from '@tenantry/contract/alignment';
import type { Parsed } from '@tenantry/contract/endpoint';
import { fridayBefore } from '@tenantry/contract/last-friday';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import type { listTenantSummaries, TenantSummary, TenantTotals } from '@tenantry/contract/tenant-summaries';
import { type AlignmentStores, fleetAlignment } from '../../domain/baselines/fleet-alignment.ts';
import { recentChangesOf } from '../../domain/changes/recent-changes.ts';
import { lastScanView } from '../../domain/last-scan/last-scan.ts';
import { healthOf, troubleOf } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { InvalidCursorError } from '../../ports/collection.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { sevenDaysOf } from './seven-days.ts';
import { nameKey, needKey, topReason } from './tenant-need.ts';

type Query = Parsed<(typeof listTenantSummaries)['query']>;
type Answer = Parsed<(typeof listTenantSummaries)['response']>;

/** Alerts come and go by the hour: those of the last good scan say nothing of today. */
function alertsOf({ audit }: TenantRecord, trouble: TenantTrouble | null) {
  if (audit === null) return { openAlerts: null, openAlertsUnknownBecause: 'Never audited.' };
  if (trouble !== null) return { openAlerts: null, openAlertsUnknownBecause: troubledAlerts[trouble.kind] };
  return { openAlerts: audit.openAlerts, openAlertsUnknownBecause: audit.openAlertsUnknownBecause };
}

const troubledAlerts: Readonly<Record<TenantTrouble['kind'], string>> = {
  scanFailing: 'Not known while its scans fail.',
  connectionLost: 'Not known while its connection is lost.',
};

/** Since when changes count, unless a reader's own zone says otherwise. */
const fridayOf = (now: Date): string => `${fridayBefore(now.toISOString().slice(0, 10))}T00:00:00.000Z`;

/** How a tenant stands, by what its record and its baselines tell. */
export function summaryOf(
  tenant: TenantRecord,
  trouble: TenantTrouble | null,
  now: Date,
  baselines: readonly BaselineStanding[],
  changesSince = fridayOf(now),
): TenantSummary {
  const { audit } = tenant;
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    domain: tenant.domain,
    isMock: tenant.isMock,
    status: healthOf(audit?.status, trouble),
    trouble,
    secureScore: audit?.score ?? null,
    securityScore: audit?.score ?? null,
    coverage: audit?.coverage ?? null,
    openIssuesCount: audit?.openIssues ?? null,
    criticalIssues: audit?.criticalIssues ?? null,
    topReason: topReason(tenant, trouble),
    incident: audit?.topIncident ?? null,
    recentChanges: recentChangesOf(tenant, changesSince),
    baselines: [...baselines],
    ...sevenDaysOf(audit, trouble, now),
    ...alertsOf(tenant, trouble),
    lastAuditDate: audit?.auditedAt ?? null,
    ...lastScanView(tenant),
  };
}

const deviates = ({ baselines }: TenantSummary): boolean => baselines.some(({ state }) => state === 'deviating');
const hasChanges = ({ recentChanges: { critical, high } }: TenantSummary): boolean => critical + high > 0;

/** A tenant that was not scanned for so long waits for its audit. */
const pendingAfterMs = 7 * 86_400_000;

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);
const isKnown = (value: number | null): value is number => value !== null;

/** What is known of a tenant in trouble is of before: it is counted as failing, and moves no average. */
function totalsOf(summaries: readonly TenantSummary[], now: Date): TenantTotals {
  const count = (is: (summary: TenantSummary) => boolean) => summaries.filter(is).length;
  const scores = summaries.flatMap(({ trouble, secureScore }) => (trouble ? [] : [secureScore])).filter(isKnown);
  const alerts = summaries.map(({ openAlerts }) => openAlerts).filter(isKnown);
  const criticals = summaries.map(({ criticalIssues }) => criticalIssues).filter(isKnown);
  const weekAgo = new Date(now.getTime() - pendingAfterMs).toISOString();
  const audited = summaries.map(({ lastAuditDate }) => lastAuditDate).filter((date) => date !== null);
  return {
    tenants: summaries.length,
    healthy: count(({ status }) => status === 'OK'),
    needAttention: count(({ status }) => status === 'Warning'),
    critical: count(({ status }) => status === 'Critical'),
    failing: count(({ status }) => status === 'Failing'),
    unknown: count(({ status }) => status === 'Unknown'),
    inTrouble: count(({ trouble }) => trouble !== null),
    withIncidents: count(({ incident }) => incident !== null),
    withChanges: count(hasChanges),
    deviating: count(deviates),
    openIssues: sumOf(summaries.map(({ openIssuesCount }) => openIssuesCount ?? 0)),
    criticalIssues: criticals.length === 0 ? null : sumOf(criticals),
    pendingAudits: count(({ lastScanDate }) => lastScanDate === null || lastScanDate < weekAgo),
    averageScore: scores.length === 0 ? null : Math.round(sumOf(scores) / scores.length),
    openAlerts: alerts.length === 0 ? null : sumOf(alerts),
    worse: count(({ change }) => change?.direction === 'worse'),
    lastAuditDate: audited.sort().at(-1) ?? null,
  };
}

const needs: Record<NonNullable<Query['need']>, (summary: TenantSummary) => boolean> = {
  incidents: ({ incident }) => incident !== null,
  changes: hasChanges,
  failing: ({ trouble }) => trouble !== null,
  alerts: ({ openAlerts }) => (openAlerts ?? 0) > 0,
  worse: ({ change }) => change?.direction === 'worse',
  deviating: deviates,
};

function isWanted(summary: TenantSummary, { search, status, need, mode }: Query): boolean {
  const text = search?.toLowerCase();
  const { tenantName, domain, isMock } = summary;
  if (text !== undefined && ![tenantName, domain].some((one) => one.toLowerCase().includes(text))) return false;
  if (status !== undefined && summary.status !== status) return false;
  if (mode !== undefined && isMock !== (mode === 'simulated')) return false;
  return need === undefined || needs[need](summary);
}

/** Where a page ended, for the order in which it was asked for. */
const cursorOf = (sort: Query['sort'], place: string) => Buffer.from(`${sort} ${place}`, 'utf8').toString('base64url');

/** @throws InvalidCursorError where it is none of this order */
function placeOf(sort: Query['sort'], cursor: string): string {
  const told = Buffer.from(cursor, 'base64url').toString('utf8');
  const place = told.slice(sort.length + 1);
  if (cursorOf(sort, place) !== cursor) throw new InvalidCursorError();
  return place;
}

/** The page after a place in the order, which stands whatever came or went before it. */
function pageOf(summaries: readonly TenantSummary[], { sort, limit, cursor }: Query) {
  const keyOf = sort === 'name' ? nameKey : needKey;
  const after = cursor === undefined ? '' : placeOf(sort, cursor);
  const ordered = summaries
    .map((summary) => ({ summary, key: keyOf(summary) }))
    .filter(({ key }) => key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const shown = ordered.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(({ summary }) => summary);
  return last && ordered.length > shown.length ? { items, nextCursor: cursorOf(sort, last.key) } : { items };
}

type Stores = AlignmentStores & {
  tenants: Pick<TenantStore, 'ofScope'>;
  credentials: Pick<CredentialStore, 'troubled'>;
};

/**
 * A page of the tenants that are asked for, those that need somebody first, and totals over the whole scope. Two lists are
 * read, of which one is short, and what baselines are held against; what a need is depends on the time of day and on connections, so
 * that no store keeps its order.
 */
export async function tenantSummaries(
  { tenants, credentials, ...stores }: Stores,
  scope: Scope,
  query: Query,
  now: Date,
): Promise<Answer> {
  const [everyOne, troubled] = await Promise.all([tenants.ofScope(scope), credentials.troubled(scope, now)]);
  const alignment = await fleetAlignment(stores, scope, everyOne, now);
  const changesSince = query.changesSince ?? fridayOf(now);
  // Whoever is not among the troubled is connected as it should be, or not at all.
  const summaries = everyOne.map((tenant) =>
    summaryOf(
      tenant,
      troubleOf(tenant, troubled.get(tenant.id) ?? null, now),
      now,
      alignment.get(tenant.id) ?? [],
      changesSince,
    ),
  );
  const wanted = summaries.filter((summary) => isWanted(summary, query));
  return { ...pageOf(wanted, query), total: wanted.length, summary: totalsOf(summaries, now) };
}
