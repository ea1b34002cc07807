import {
  acceptFinding,
  downloadFindings,
  type FindingDetails,
  getFinding,
  listFindings,
  setFindingStatus,
  withdrawAcceptance,
} from '@tenantry/contract/findings';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { byFindingOrder, findingSortKey } from '../../domain/finding/finding-order.ts';
import { recountOpenIssues } from '../../domain/finding/recount-open-issues.ts';
import { AppError } from '../../http/app-error.ts';
import { csvContentType } from '../../http/csv.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { every, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { FindingRecord, FindingStore } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { FindingAcceptance } from './finding-acceptance-service.ts';
import { othersOfGroup } from './finding-group.ts';
import { findingsOf } from './finding-read-models.ts';
import { findingDetailsView, storedStatus, wireStatus } from './finding-view.ts';
import { findingsCsv, findingsJson } from './findings-export.ts';

type Dependencies = {
  findings: FindingStore;
  tenants: TenantStore;
  trail: Trail;
  clock: Clock;
  acceptance: FindingAcceptance;
};

const notFound = () => new AppError('NOT_FOUND', 'There is no such finding.');

function withStatus(finding: FindingRecord, status: FindingRecord['status'], by: string, now: Date): FindingRecord {
  const resolved = status === 'RESOLVED';
  const changed = {
    ...finding,
    status,
    resolvedAt: resolved ? now.toISOString() : null,
    resolvedBy: resolved ? by : null,
  };
  return { ...changed, sortKey: findingSortKey(changed) };
}

async function detailsOf({ tenant, findings }: TenantRecords, record: FindingRecord): Promise<FindingDetails> {
  const countsWith = await othersOfGroup([record], (where) => findings.count(where));
  return findingDetailsView(record, tenant.name, countsWith(record));
}

export function findingRoutes({ findings, tenants, trail, clock, acceptance }: Dependencies): Route[] {
  return [
    callerRoute(listFindings, ({ caller, tenant, query }) =>
      findingsOf({ findings, tenants }, tenant ? { tenant } : { scope: caller.scope }, query),
    ),

    tenantRoute(getFinding, async ({ tenant, params }) => {
      const stored = await tenant.findings.get(params.findingId);
      if (!stored) throw notFound();
      return detailsOf(tenant, stored.value);
    }),

    tenantRoute(setFindingStatus, async ({ tenant, params, body, caller }) => {
      const wanted = storedStatus[body.status];
      const finding = await update(tenant.findings, params.findingId, (current) => {
        if (current.status === wanted) return current;
        if (current.status === 'ACCEPTED') {
          throw new AppError('CONFLICT', 'This risk is accepted. Withdraw the acceptance first.');
        }
        const entry = {
          eventType: 'finding_status_changed',
          user: caller.user.username,
          target: current.title,
          tenantId: tenant.tenant.id,
          details: {
            findingId: current.id,
            before: { status: wireStatus[current.status] },
            after: { status: body.status },
          },
        } as const;
        return withEntry(withStatus(current, wanted, caller.name, clock.now()), entry, clock.now());
      });
      if (!finding) throw notFound();
      await settleOutbox(tenant.findings, finding, trail);
      await recountOpenIssues(tenants, tenant);
      return detailsOf(tenant, finding);
    }),

    tenantRoute(acceptFinding, async ({ tenant, params, body, caller }) => {
      const by = { username: caller.user.username, name: caller.name };
      return detailsOf(tenant, await acceptance.accept(tenant, params.findingId, body, by));
    }),

    tenantRoute(withdrawAcceptance, async ({ tenant, params, caller }) => {
      const by = { username: caller.user.username, name: caller.name };
      return detailsOf(tenant, await acceptance.withdraw(tenant, params.findingId, by));
    }),

    tenantRoute(downloadFindings, async ({ tenant, query, caller }) => {
      const records = (await every(tenant.findings)).sort(byFindingOrder);
      const countsWith = await othersOfGroup(records, (where) => tenant.findings.count(where));
      const exported = records.map((record) => findingDetailsView(record, tenant.tenant.name, countsWith(record)));
      await trail.record({
        eventType: 'findings_exported',
        user: caller.user.username,
        target: tenant.tenant.name,
        tenantId: tenant.tenant.id,
        details: { format: query.format, count: exported.length },
      });
      const isCsv = query.format === 'csv';
      return Reply.file({
        fileName: `Findings_${tenant.tenant.name}.${query.format}`,
        contentType: isCsv ? csvContentType : 'application/json; charset=utf-8',
        bytes: isCsv ? findingsCsv(exported) : findingsJson(exported, clock.now(), tenant.tenant.name),
      });
    }),
  ];
}
