import type { DueDays } from '@tenantry/contract/baseline-list';
import { type Priority, Severity } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import type { BaselineRecord, BaselineStore } from '../../store/baselines.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import { type BaselineContent, builtInBaselines, defaultDueDays, isBuiltIn } from './built-in-baselines.ts';

/** A baseline with what it requires by the checks of this version. */
export type BaselineRule = BaselineContent & {
  builtIn: boolean;
  required: readonly string[];
  dueDays: DueDays;
  groupIds: readonly string[];
  revision: number;
  updatedAt: string | null;
  updatedBy: string | null;
};

/** A baseline with the tenants of its groups. */
export type AssignedBaseline = BaselineRule & { tenantIds: ReadonlySet<string> };

const severities = new Map(catalog.map(({ id, severity }) => [id, severity]));
const rank = (severity: Severity): number => Severity.options.indexOf(severity);

/** The severity of a check of this version. @throws Error for one that there is not */
export function severityOfCheck(checkId: string): Severity {
  const severity = severities.get(checkId);
  if (severity === undefined) throw new Error(`There is no check ${checkId}`);
  return severity;
}

/** Of some checks those that are at least as grave, in the order of the catalog. What only informs is never required. */
export function requiredOf(checkIds: readonly string[], minimumGravity: Priority): string[] {
  const named = new Set(checkIds);
  return catalog.flatMap(({ id, severity }) =>
    named.has(id) && severity !== 'info' && rank(severity) <= rank(minimumGravity) ? [id] : [],
  );
}

function ruleOf(content: BaselineContent, chosen: BaselineRecord | undefined): BaselineRule {
  const { id, name, description, checkIds, minimumGravity } = content;
  return {
    id,
    name,
    description,
    checkIds,
    minimumGravity,
    builtIn: isBuiltIn(id),
    required: requiredOf(checkIds, minimumGravity),
    dueDays: chosen?.dueDays ?? defaultDueDays,
    groupIds: chosen?.groupIds ?? [],
    revision: chosen?.revision ?? 0,
    updatedAt: chosen?.updatedAt ?? null,
    updatedBy: chosen?.updatedBy ?? null,
  };
}

/** Every baseline: those that the product brings, and then those that somebody made, by name. */
export async function readBaselines(baselines: Pick<BaselineStore, 'all'>): Promise<BaselineRule[]> {
  const stored = await baselines.all();
  const chosen = new Map(stored.map((record) => [record.id, record]));
  const own = stored.filter(({ id }) => !isBuiltIn(id)).sort((a, b) => a.name.localeCompare(b.name));
  return [...builtInBaselines, ...own].map((content) => ruleOf(content, chosen.get(content.id)));
}

export type BaselineStores = {
  baselines: Pick<BaselineStore, 'all'>;
  tenantGroups: Pick<TenantGroupStore, 'all'>;
};

/** The tenants of some groups. */
export async function tenantsOfGroups(
  { tenantGroups }: Pick<BaselineStores, 'tenantGroups'>,
  groupIds: readonly string[],
): Promise<Set<string>> {
  const named = new Set(groupIds);
  const groups = (await tenantGroups.all()).filter(({ id }) => named.has(id));
  return new Set(groups.flatMap(({ tenantIds }) => tenantIds));
}

/** Every baseline with the tenants that it holds for: two reads, however many there are; one where none is assigned. */
export async function readAssigned({ baselines, tenantGroups }: BaselineStores): Promise<AssignedBaseline[]> {
  const rules = await readBaselines(baselines);
  const groups = rules.some(({ groupIds }) => groupIds.length > 0) ? await tenantGroups.all() : [];
  const members = new Map(groups.map(({ id, tenantIds }) => [id, tenantIds]));
  return rules.map((rule) => ({
    ...rule,
    tenantIds: new Set(rule.groupIds.flatMap((id) => members.get(id) ?? [])),
  }));
}

/** The baselines that hold for a tenant. */
export async function baselinesOfTenant(stores: BaselineStores, tenantId: string): Promise<AssignedBaseline[]> {
  return (await readAssigned(stores)).filter(({ tenantIds }) => tenantIds.has(tenantId));
}
