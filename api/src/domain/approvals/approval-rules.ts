import type { Severity } from '@tenantry/contract/verdicts';
import {
  type ApprovalRule,
  type ApprovalRulesRecord,
  approvalRulesId,
  type SystemConfigStore,
} from '../../store/system-config.ts';

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

/**
 * The rule that holds for a piece of work in a tenant: one that names the tenant before one for all, and of two alike the one that
 * asks least. Null where none does.
 */
export function ruleOf({ rules }: Pick<ApprovalRules, 'rules'>, tenantId: string, workId: string): ApprovalRule | null {
  const fitting = rules.filter(
    ({ remedyId, tenantIds }) => remedyId === workId && (tenantIds === 'all' || tenantIds.includes(tenantId)),
  );
  const named = fitting.filter(({ tenantIds }) => tenantIds !== 'all');
  const decisive = named.length > 0 ? named : fitting;
  return decisive.find(({ action }) => action === 'never') ?? decisive[0] ?? null;
}
