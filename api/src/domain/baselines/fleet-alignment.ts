import type { TenantAlignment } from '@tenantry/contract/baselines';
import type { Exempted, FindingStore } from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type Cells, cellsOfChecks, statusAt } from '../latest-verdicts/check-cells.ts';
import { checkListsOf } from '../latest-verdicts/latest-verdicts.ts';
import { alignmentOf, alignmentState, byNeed, type Standing } from './alignment.ts';
import { type AssignedBaseline, type BaselineStores, readAssigned } from './baselines.ts';

export type AlignmentStores = BaselineStores & {
  findings: Pick<FindingStore, 'exempted'>;
  systemConfig: Pick<SystemConfigStore, 'checkLists'>;
};

/** What is known of tenants, to hold baselines against. */
export type Known = {
  columns: ReadonlyMap<string, number>;
  cells: ReadonlyMap<string, Cells>;
  /** By tenant and check. */
  exempted: ReadonlyMap<string, ReadonlyMap<string, Exempted>>;
};

function byTenantAndCheck(exempted: readonly Exempted[]): Known['exempted'] {
  const found = new Map<string, Map<string, Exempted>>();
  for (const one of exempted) {
    const own = found.get(one.tenantId) ?? new Map<string, Exempted>();
    found.set(one.tenantId, own.set(one.checkId, one));
  }
  return found;
}

/** Reads what the latest audits of tenants say of these checks: once for all of them. */
export async function knownOf(
  { findings, systemConfig }: Pick<AlignmentStores, 'findings' | 'systemConfig'>,
  scope: Scope,
  tenants: readonly TenantRecord[],
  checkIds: readonly string[],
): Promise<Known> {
  const [exempted, lists] = await Promise.all([findings.exempted(scope), checkListsOf(systemConfig, tenants)]);
  const accepted = exempted.filter(({ status }) => status === 'ACCEPTED');
  return {
    columns: new Map(tenants.map(({ id }, column) => [id, column])),
    cells: cellsOfChecks([...new Set(checkIds)], tenants, { lists, accepted }),
    exempted: byTenantAndCheck(exempted),
  };
}

/** The exception of a finding from a baseline that holds now; null where there is none. */
export const exceptionNow = ({ exceptions }: Pick<Exempted, 'exceptions'>, baselineId: string, now: string) =>
  exceptions.find((one) => one.baselineId === baselineId && one.expiresAt > now) ?? null;

/** What is known of a tenant, for one baseline. */
export function standingOf(
  { columns, cells, exempted }: Known,
  tenantId: string,
  baselineId: string,
  now: string,
): Standing & { exemptedOf(checkId: string): Exempted | undefined } {
  const column = columns.get(tenantId) ?? -1;
  const own = exempted.get(tenantId);
  const exemptedOf = (checkId: string) => own?.get(checkId);
  return {
    exemptedOf,
    statusOf: (checkId) => statusAt(cells.get(checkId), column),
    exceptedUntil(checkId) {
      const found = exemptedOf(checkId);
      if (!found) return null;
      return exceptionNow(found, baselineId, now)?.expiresAt ?? found.acceptance?.expiresAt ?? null;
    },
  };
}

/** A tenant against each of its baselines, the worst first. */
function alignmentsOf(
  baselines: readonly AssignedBaseline[],
  { id: tenantId, name: tenantName }: Pick<TenantRecord, 'id' | 'name'>,
  known: Known,
  now: string,
): TenantAlignment[] {
  return baselines
    .filter(({ tenantIds }) => tenantIds.has(tenantId))
    .map(({ id: baselineId, name: baselineName, required }) => {
      const alignment = alignmentOf(required, standingOf(known, tenantId, baselineId, now));
      return { tenantId, tenantName, baselineId, baselineName, state: alignmentState(alignment), ...alignment };
    })
    .sort(byNeed);
}

/**
 * How tenants stand against their baselines: five reads at most, however many tenants and baselines there are, and none beyond the
 * baselines where no tenant has one.
 */
export async function fleetAlignment(
  stores: AlignmentStores,
  scope: Scope,
  tenants: readonly TenantRecord[],
  now: Date,
): Promise<ReadonlyMap<string, readonly TenantAlignment[]>> {
  const assigned = (await readAssigned(stores)).filter(({ tenantIds }) => tenants.some(({ id }) => tenantIds.has(id)));
  if (assigned.length === 0) return new Map();
  const checkIds = assigned.flatMap(({ required }) => required);
  const known = await knownOf(stores, scope, tenants, checkIds);
  const at = now.toISOString();
  return new Map(tenants.map((tenant) => [tenant.id, alignmentsOf(assigned, tenant, known, at)]));
}
