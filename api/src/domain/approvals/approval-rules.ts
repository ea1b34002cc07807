import type { Severity } from '@tenantry/contract/verdicts';
import {
  type ApprovalRule,
  type ApprovalRulesRecord,
  approvalRulesId,
  type SystemConfigStore,
} from '../../store/system-config.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';

/** From which severity on the scanner asks, until an administrator says otherwise (design, 36). */
const defaultAskFrom: Severity = 'medium';

/** What administrators settled about what the scanner asks for. */
export type ApprovalRules = {
  askFrom: Severity;
  rules: readonly ApprovalRule[];
  /** Counts the changes; 0 where nobody has changed anything. */
  revision: number;
  updatedAt: string | null;
  updatedBy: string | null;
};

export function approvalRulesOf(stored: ApprovalRulesRecord | undefined): ApprovalRules {
  return {
    askFrom: stored?.askFrom ?? defaultAskFrom,
    rules: stored?.rules ?? [],
    revision: stored?.revision ?? 0,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

export async function readApprovalRules({
  approvalRules,
}: Pick<SystemConfigStore, 'approvalRules'>): Promise<ApprovalRules> {
  return approvalRulesOf((await approvalRules.get(approvalRulesId))?.value);
}

/** A rule with the tenants that it holds for as things are. */
export type RuleInForce = Pick<ApprovalRule, 'id' | 'remedyId' | 'action' | 'tenantIds' | 'by' | 'byUser'> & {
  isByGroup: boolean;
};
export type RulesInForce = Pick<ApprovalRules, 'askFrom'> & { rules: readonly RuleInForce[] };

/** The groups that rules are for, each once. */
export const groupsOfRules = (rules: readonly ApprovalRule[]): string[] => [
  ...new Set(rules.flatMap(({ groupId }) => groupId ?? [])),
];

/** The rules as a scan follows them: those of groups hold for whom the groups hold now, and for nobody where a group is gone. */
export async function rulesInForce(
  systemConfig: Pick<SystemConfigStore, 'approvalRules'>,
  tenantGroups: Pick<TenantGroupStore, 'all'>,
): Promise<RulesInForce> {
  const { askFrom, rules } = await readApprovalRules(systemConfig);
  const groups = groupsOfRules(rules).length === 0 ? [] : await tenantGroups.all();
  const members = new Map(groups.map(({ id, tenantIds }) => [id, tenantIds]));
  return {
    askFrom,
    rules: rules.map(({ groupId, ...rule }) => ({
      ...rule,
      tenantIds: groupId ? (members.get(groupId) ?? []) : rule.tenantIds,
      isByGroup: Boolean(groupId),
    })),
  };
}

/** The nearer to the tenant, the more a rule counts: by its name, by a group, for all. */
const nearness = ({ tenantIds, isByGroup }: RuleInForce): number => (isByGroup ? 1 : tenantIds === 'all' ? 2 : 0);

/**
 * The rule that holds for a piece of work in a tenant: one that names the tenant before one of a group, and that before one for all; of
 * two alike the one that asks least. Null where none does.
 */
export function ruleOf({ rules }: Pick<RulesInForce, 'rules'>, tenantId: string, workId: string): RuleInForce | null {
  const fitting = rules.filter(
    ({ remedyId, tenantIds }) => remedyId === workId && (tenantIds === 'all' || tenantIds.includes(tenantId)),
  );
  const nearest = Math.min(...fitting.map(nearness));
  const decisive = fitting.filter((rule) => nearness(rule) === nearest);
  return decisive.find(({ action }) => action === 'never') ?? decisive[0] ?? null;
}
