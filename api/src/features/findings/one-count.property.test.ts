import { decideApprovals } from '@tenantry/contract/approval-decisions';
import { listApprovals } from '@tenantry/contract/approvals';
import { type Audit, getLatestAudit } from '@tenantry/contract/audits';
import { getRiskIndicators } from '@tenantry/contract/dashboard';
import {
  acceptFinding,
  downloadFindings,
  type Finding,
  type FindingDetails,
  listFindingGroups,
  listFindings,
  setFindingStatuses,
} from '@tenantry/contract/findings';
import { getProjectReadiness } from '@tenantry/contract/project-readiness';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { Category, Severity } from '@tenantry/contract/verdicts';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { madeOutcomes } from '../../audit/testing/made-outcomes.ts';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { reportModel } from '../reports/report-data.ts';
import { reportLook } from '../reports/report-look.ts';
import { newScan, schedule } from '../scans/new-scan.ts';
import { saveResults } from '../scans/scan-results.ts';

const tenantId = weakProfile.id;

/** What people do between two scans: findings by their place in the list. */
type Deeds = { accepted: number[]; resolved: number[]; begun: number[]; denied: number[] };
const places = fc.array(fc.nat(200), { maxLength: 5 });
const deeds: fc.Arbitrary<Deeds> = fc.record({ accepted: places, resolved: places, begun: places, denied: places });

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp();
  cookie = await app.registerAdmin();
});
afterAll(() => app.close());

async function records() {
  const tenant = await app.app.stores.tenants.open(everyTenant, tenantId);
  if (!tenant) throw new Error('There is no such tenant');
  return tenant;
}

async function scan(outcome: AuditOutcome): Promise<void> {
  const tenant = await records();
  const now = app.app.clock.now();
  const { tenants, systemConfig, baselines, tenantGroups } = app.app.stores;
  const judged = { outcome, facts: {}, exemptions: {} };
  const saving = { tenant, scan: newScan(tenant.tenant, schedule, null, now), ...judged, clientId: null, now };
  const signal = new AbortController().signal;
  await saveResults({ tenants, systemConfig, baselines, tenantGroups, trail: app.app.trail }, { ...saving, signal });
}

async function list(query: Record<string, string>) {
  const pageOf = async (cursor: object) => {
    const call = { query: { limit: '200', ...query, ...cursor }, tenantId, cookie };
    return listFindings.response.parse((await app.call(listFindings, call)).json);
  };
  const first = await pageOf({});
  const rest = first.nextCursor === undefined ? null : await pageOf({ cursor: first.nextCursor });
  return { ...first, items: [...first.items, ...(rest?.items ?? [])] };
}

const reason = 'The client says that it is done';

async function act({ accepted, resolved, begun, denied }: Deeds): Promise<void> {
  const { items } = await list({ status: 'open' });
  const chosen = (some: readonly number[]) => [...new Set(some.flatMap((at) => items[at % items.length]?.id ?? []))];
  const set = (findingIds: string[], status: string) =>
    findingIds.length === 0
      ? null
      : app.call(setFindingStatuses, {
          body: { tenantId, findingIds, status, ...(status === 'resolved' ? { reason } : { note: 'Seen to.' }) },
          cookie,
        });
  await set(chosen(begun), 'in-progress');
  await set(chosen(resolved), 'resolved');
  const expiresAt = new Date(app.app.clock.now().getTime() + 86_400_000).toISOString();
  for (const findingId of chosen(accepted)) {
    await app.call(acceptFinding, { params: { findingId }, body: { reason: 'It is known.', expiresAt }, cookie });
  }
  const pending = listApprovals.response.parse(
    (await app.call(listApprovals, { query: { status: 'pending', limit: '200' }, cookie })).json,
  ).items;
  const ids = [...new Set(denied.flatMap((at) => pending[at % pending.length]?.id ?? []))];
  if (ids.length > 0) await app.call(decideApprovals, { body: { ids, status: 'denied', comment: 'Not now' }, cookie });
}

/** Every surface of the tenant, as callers get it. */
async function surfaces() {
  const query = { tenantId };
  const [open, whole, groups, audit, readiness, risks, summaries, file] = await Promise.all([
    list({ status: 'open' }),
    list({}),
    app.call(listFindingGroups, { query, cookie }),
    app.call(getLatestAudit, { tenantId, cookie }),
    app.call(getProjectReadiness, { query, cookie }),
    app.call(getRiskIndicators, { query, cookie }),
    app.call(listTenantSummaries, { cookie }),
    app.call(downloadFindings, { params: { id: tenantId }, query: { format: 'json' }, cookie }),
  ]);
  const overview = listTenantSummaries.response.parse(summaries.json);
  return {
    open,
    whole,
    groups: listFindingGroups.response.parse(groups.json).groups,
    audit: getLatestAudit.response.parse(audit.json),
    readiness: getProjectReadiness.response.parse(readiness.json),
    risks: getRiskIndicators.response.parse(risks.json),
    row: overview.items.find((one) => one.tenantId === tenantId),
    totals: overview.summary,
    file: file.json.findings as FindingDetails[],
  };
}

const isOpen = ({ status }: Pick<Finding, 'status'>) => status === 'unresolved' || status === 'in-progress';
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);

/** What is open is told the same by list, filters, overview, dashboard, audit, work, readiness and file. */
async function sameOpenFindings(told: Awaited<ReturnType<typeof surfaces>>): Promise<void> {
  const { open, whole, groups, audit, readiness, risks, row, totals, file } = told;
  const { total } = open;
  expect(open.items).toHaveLength(total);
  expect(open.summary.unresolved + open.summary.inProgress).toBe(total);
  expect(whole.items).toHaveLength(whole.summary.total);
  expect([row?.openIssuesCount, totals.openIssues, audit.recommendations.length]).toEqual([total, total, total]);
  expect(audit.recommendations.map(({ checkId }) => checkId)).toEqual(open.items.map(({ checkId }) => checkId));
  expect(row?.topReason?.findingId ?? null).toBe(open.items[0]?.id ?? null);

  const critical = (await list({ status: 'open', severity: 'critical' })).total;
  const high = (await list({ status: 'open', severity: 'high' })).total;
  expect([row?.criticalIssues, audit.criticalIssues, risks.indicators[0]?.count]).toEqual([
    critical,
    critical,
    critical,
  ]);
  expect(readiness.urgentCount).toBe(critical + high);
  const bySeverity = await Promise.all(
    Severity.options.map(async (severity) => (await list({ status: 'open', severity })).total),
  );
  expect(bySeverity.reduce((sum, count) => sum + count, 0)).toBe(total);

  const byArea = await Promise.all(Category.options.map(async (category) => list({ status: 'open', category })));
  expect(byArea.reduce((sum, area) => sum + area.total, 0)).toBe(total);
  expect(readiness.items.map(({ count }) => count ?? 0)).toEqual(byArea.map((area) => area.total));
  for (const [index, area] of byArea.entries()) {
    expect(area.items.every(({ category }) => category === Category.options[index])).toBe(true);
  }

  const counted = file.filter((one) => isOpen(one) && one.isCounted);
  expect(idsOf(counted)).toEqual(idsOf(open.items));
  const grouped = groups.flatMap(({ findings }) => idsOf(findings));
  expect(grouped.toSorted()).toEqual(idsOf(file.filter(isOpen)).toSorted());
  const inGroups = groups.map(({ findings, needsLicense }) => (needsLicense === null ? findings.length : 1));
  expect(inGroups.reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(groups[0]?.findings[0]?.id).toBe(open.items[0]?.id);
  for (const lead of open.items.filter(({ needsLicense }) => needsLicense !== null)) {
    expect((await list({ group: lead.id })).total).toBe(lead.countsWith + 1);
  }
}

/** What could not be checked is told the same by audit, categories and overview, and nothing is well below 60%. */
function sameCoverage({
  audit,
  row,
  totals,
}: { audit: Audit } & Pick<Awaited<ReturnType<typeof surfaces>>, 'row' | 'totals'>) {
  const categories = Object.values(audit.categories ?? {});
  const verdicts = categories.flatMap((category) => category.verdicts);
  const judged = verdicts.filter(({ status }) => ['pass', 'warning', 'fail'].includes(status)).length;
  const applicable = verdicts.filter(({ status }) => status !== 'notApplicable').length;
  expect(audit.coverage).toMatchObject({ evaluated: judged, applicable });
  expect(audit.coverage).toEqual(row?.coverage);
  const sum = (pick: (one: (typeof categories)[number]) => number) =>
    categories.reduce((all, one) => all + pick(one), 0);
  expect([sum((one) => one.coverage.evaluated), sum((one) => one.coverage.applicable)]).toEqual([judged, applicable]);
  if (judged * 100 < 60 * applicable) {
    expect(audit.overallStatus).not.toBe('pass');
    expect(row?.status).not.toBe('OK');
  }
  expect(row?.secureScore ?? null).toBe(audit.overallScore);
  const { tenants, healthy, needAttention, critical, failing, unknown } = totals;
  expect(healthy + needAttention + critical + failing + unknown).toBe(tenants);
}

/** The report prints what the pages show. */
async function sameReport({ open, audit }: Awaited<ReturnType<typeof surfaces>>, file: readonly FindingDetails[]) {
  const tenant = await records();
  const stored = await latestAudit(tenant);
  if (!stored) throw new Error('There is no audit');
  const look = await reportLook(app.app.stores.systemConfig, tenant.tenant, null);
  const priceList = priceListOf(undefined);
  const order = { form: 'full', look, now: app.app.clock.now(), trouble: null, priceList } as const;
  const report = await reportModel(tenant, stored, null, order);
  expect(report.findings.map(({ checkId, title }) => [checkId, title])).toEqual(
    open.items.map(({ checkId, title }) => [checkId, title]),
  );
  expect(report).toMatchObject({
    criticalIssues: audit.criticalIssues,
    coverage: audit.coverage,
    score: audit.overallScore,
  });
  expect(report.acceptedRisks).toHaveLength(file.filter(({ status }) => status === 'accepted').length);
}

it('every surface tells the same of a tenant, whatever was found, refused, not set up, accepted and denied', async () => {
  await fc.assert(
    fc.asyncProperty(madeOutcomes, deeds, async (outcome, done) => {
      await scan(outcome);
      const scanned = await surfaces();
      await sameOpenFindings(scanned);
      sameCoverage(scanned);
      await act(done);
      const after = await surfaces();
      await sameOpenFindings(after);
      await sameReport(after, after.file);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
