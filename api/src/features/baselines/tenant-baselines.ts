import type { CheckAlignment, getTenantBaselines } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { catalog } from '../../audit/checks/catalog.ts';
import { alignmentOf, alignmentState, stateOf } from '../../domain/baselines/alignment.ts';
import { type AssignedBaseline, baselinesOfTenant } from '../../domain/baselines/baselines.ts';
import {
  type AlignmentStores,
  exceptionNow,
  type Known,
  knownOf,
  standingOf,
} from '../../domain/baselines/fleet-alignment.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Answer = Parsed<typeof getTenantBaselines.response>['baselines'];

const checksById = new Map(catalog.map((check) => [check.id, check]));
const order: readonly CheckAlignment['state'][] = ['deviating', 'notKnown', 'excepted', 'aligned', 'notRequired'];

/** Each required check of a tenant: what deviates first, and of the same state in the order of the catalog. */
function checkAlignments(
  { id: baselineId, required }: AssignedBaseline,
  tenantId: string,
  known: Known,
  now: string,
): CheckAlignment[] {
  const { statusOf, exceptedUntil } = standingOf(known, tenantId, baselineId, now);
  return required
    .flatMap((checkId): CheckAlignment[] => {
      const check = checksById.get(checkId);
      if (!check) return [];
      const status = statusOf(checkId);
      const state = stateOf(status, exceptedUntil(checkId) !== null);
      const exempted = known.exempted.get(`${tenantId} ${checkId}`);
      const own = exempted && exceptionNow(exempted, baselineId, now);
      const exception =
        state !== 'excepted'
          ? null
          : own
            ? { reason: own.reason, by: own.by, expiresAt: own.expiresAt }
            : exempted?.acceptance
              ? {
                  reason: exempted.acceptance.reason,
                  by: exempted.acceptance.acceptedBy,
                  expiresAt: exempted.acceptance.expiresAt,
                }
              : null;
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
  return baselines.map((baseline) => {
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
}
