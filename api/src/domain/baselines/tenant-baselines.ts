import type { CheckAlignment, getTenantBaselines } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { catalog } from '../../audit/checks/catalog.ts';
import type { Exempted } from '../../store/findings.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { alignmentOf, alignmentState, byNeed, stateOf } from './alignment.ts';
import { type AssignedBaseline, baselinesOfTenant } from './baselines.ts';
import { type AlignmentStores, exceptionNow, type Known, knownOf, standingOf } from './fleet-alignment.ts';

type Answer = Parsed<typeof getTenantBaselines.response>['baselines'];

const checksById = new Map(catalog.map((check) => [check.id, check]));
const order: readonly CheckAlignment['state'][] = ['deviating', 'notKnown', 'excepted', 'aligned', 'notRequired'];

/** Why a check is not held against the tenant: the baseline's own exception, else the risk that somebody took on. */
function exceptionOf(exempted: Exempted | undefined, baselineId: string, now: string): CheckAlignment['exception'] {
  if (!exempted) return null;
  const own = exceptionNow(exempted, baselineId, now);
  if (own) return { reason: own.reason, by: own.by, expiresAt: own.expiresAt };
  if (!exempted.acceptance) return null;
  const { reason, acceptedBy: by, expiresAt } = exempted.acceptance;
  return { reason, by, expiresAt };
}

/** Each required check of a tenant: what deviates first, and of the same state in the order of the catalog. */
function checkAlignments(
  { id: baselineId, required }: AssignedBaseline,
  tenantId: string,
  known: Known,
  now: string,
): CheckAlignment[] {
  const { statusOf, exceptedUntil, exemptedOf } = standingOf(known, tenantId, baselineId, now);
  return required
    .flatMap((checkId): CheckAlignment[] => {
      const check = checksById.get(checkId);
      if (!check) return [];
      const status = statusOf(checkId);
      const state = stateOf(status, exceptedUntil(checkId) !== null);
      const exception = state === 'excepted' ? exceptionOf(exemptedOf(checkId), baselineId, now) : null;
      return [{ checkId, title: check.title, severity: check.severity, state, status, exception }];
    })
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** How a tenant stands against each of its baselines, check by check. */
export async function tenantBaselines(stores: AlignmentStores, tenant: TenantRecord, now: Date): Promise<Answer> {
  const baselines = await baselinesOfTenant(stores, tenant.id);
  if (baselines.length === 0) return [];
  const scope = { kind: 'tenants', tenantIds: [tenant.id] } as const;
  const checkIds = baselines.flatMap(({ required }) => required);
  const known = await knownOf(stores, scope, [tenant], checkIds);
  const at = now.toISOString();
  const standings = baselines.map((baseline) => {
    const { id: baselineId, name: baselineName, required } = baseline;
    const alignment = alignmentOf(required, standingOf(known, tenant.id, baselineId, at));
    return {
      tenantId: tenant.id,
      tenantName: tenant.name,
      baselineId,
      baselineName,
      state: alignmentState(alignment),
      ...alignment,
      checks: checkAlignments(baseline, tenant.id, known, at),
    };
  });
  return standings.sort(byNeed);
}
