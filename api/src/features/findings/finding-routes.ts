import { answerOfferedRisk, offerRisk, withdrawRiskOffer } from '@tenantry/contract/client-decisions';
import {
  acceptFinding,
  askMicrosoft,
  downloadFindings,
  exportFindings,
  type FindingDetails,
  getFinding,
  listFindingGroups,
  listFindings,
  recheckFinding as recheckFindingCall,
  setFindingStatus,
  setFindingStatuses,
  withdrawAcceptance,
} from '@tenantry/contract/findings';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { isBeingRechecked } from '../../domain/rechecks/recheck-state.ts';
import { providerName } from '../../domain/settings/report-settings.ts';
import { AppError } from '../../http/app-error.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { FindingAcceptance } from './finding-acceptance-service.ts';
import { createFindingFiles } from './finding-files.ts';
import { othersOfGroup } from './finding-group.ts';
import { findingGroups } from './finding-groups.ts';
import { findingsOf } from './finding-read-models.ts';
import { recheckFinding } from './finding-rechecks.ts';
import { createFindingStatus, noSuchFinding } from './finding-status.ts';
import { findingDetailsView } from './finding-view.ts';
import { workOfFindings } from './finding-work.ts';
import { askAboutFinding } from './microsoft-questions.ts';
import { answerOffer, offer, withdrawOffer } from './risk-offers.ts';

type Dependencies = Pick<CommonParts, 'findings' | 'tenants' | 'queue' | 'trail' | 'clock'> & {
  microsoft365: Pick<Microsoft365, 'graph'>;
  systemConfig: Pick<SystemConfigStore, 'priceList' | 'reportSettings'>;
  /** The provider's name by the installation's settings. */
  organizationName: string | null;
  /** How long a call waits for a re-check to end before it answers that it goes on. */
  answerAfterMs: number;
  acceptance: FindingAcceptance;
};

async function findingDetails(
  { clock }: Pick<CommonParts, 'clock'>,
  records: TenantRecords,
  record: FindingRecord,
): Promise<FindingDetails> {
  const { tenant, findings } = records;
  const [countsWith, workOf] = await Promise.all([
    othersOfGroup([record], (where) => findings.count(where)),
    workOfFindings(records, [record]),
  ]);
  return findingDetailsView(record, tenant.name, {
    countsWith: countsWith(record),
    work: workOf(record),
    now: clock.now(),
  });
}

export function findingRoutes(dependencies: Dependencies): Route[] {
  const { findings, tenants, systemConfig, acceptance, organizationName } = dependencies;
  const detailsOf = (records: TenantRecords, record: FindingRecord) => findingDetails(dependencies, records, record);
  const statuses = createFindingStatus(dependencies);
  const files = createFindingFiles(dependencies);
  return [
    callerRoute(listFindings, ({ caller, tenant, query }) =>
      findingsOf({ findings, tenants }, tenant ? { tenant } : { scope: caller.scope }, query),
    ),

    tenantRoute(getFinding, async ({ tenant, params }) => {
      const stored = await tenant.findings.get(params.findingId);
      if (!stored) throw new AppError('NOT_FOUND', noSuchFinding);
      return detailsOf(tenant, stored.value);
    }),

    tenantRoute(setFindingStatus, async ({ tenant, params, body, caller }) =>
      detailsOf(tenant, await statuses.set(tenant, params.findingId, body, caller)),
    ),

    tenantRoute(setFindingStatuses, async ({ tenant, body: { findingIds, tenantId: _, ...wanted }, caller }) => ({
      items: await statuses.setAll(tenant, findingIds, wanted, caller),
    })),

    tenantRoute(recheckFindingCall, async ({ tenant, params, caller }) => {
      const finding = await recheckFinding(dependencies, tenant, params.findingId, caller);
      return Reply.json(await detailsOf(tenant, finding), { status: isBeingRechecked(finding) ? 202 : 200 });
    }),

    tenantRoute(askMicrosoft, async ({ tenant, params, caller }) =>
      detailsOf(tenant, await askAboutFinding(dependencies, tenant, params.findingId, caller)),
    ),

    tenantRoute(listFindingGroups, async ({ tenant }) => findingGroups(tenant, await readPriceList(systemConfig))),

    tenantRoute(offerRisk, ({ tenant, params, body, caller }) => offer(dependencies, tenant, params.id, body, caller)),
    tenantRoute(withdrawRiskOffer, ({ tenant, params, caller }) =>
      withdrawOffer(dependencies, tenant, params.id, caller),
    ),
    tenantRoute(answerOfferedRisk, async ({ tenant, params, body, caller }) => {
      const provider = await providerName(systemConfig, organizationName);
      return answerOffer(dependencies, tenant, params.id, body, { caller, provider });
    }),

    tenantRoute(acceptFinding, async ({ tenant, params, body, caller }) => {
      const by = { username: caller.user.username, name: caller.name };
      return detailsOf(tenant, await acceptance.accept(tenant, params.findingId, body, by));
    }),

    tenantRoute(withdrawAcceptance, async ({ tenant, params, caller }) => {
      const by = { username: caller.user.username, name: caller.name };
      return detailsOf(tenant, await acceptance.withdraw(tenant, params.findingId, by));
    }),

    tenantRoute(downloadFindings, ({ tenant, query, caller }) => files.ofTenant(tenant, query, caller)),

    callerRoute(exportFindings, ({ query, caller }) => files.ofScope(query, caller)),
  ];
}
