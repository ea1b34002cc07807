import { useQueryClient } from '@tanstack/react-query';
import { type ApprovalRule, type ApprovalRules, changeApprovalRules } from '@tenantry/contract/approval-rules';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast.ts';
import { approvalRulesQuery } from './approval-queries.ts';

export type RulesBody = z.input<typeof changeApprovalRules.body>;

export const ruleActionLabels: Record<ApprovalRule['action'], string> = {
  never: 'Never ask for',
  approve: 'Approve at once',
};

/** For whom a rule is: all tenants, those that are named, or those of a group. */
export type RuleReach = Pick<ApprovalRule, 'tenants' | 'group'>;
type RuleCore = Pick<ApprovalRule, 'remedyId' | 'title' | 'action'> & RuleReach;
/** A rule as it stands in a dialog: one that is not saved yet has nobody who made it. */
export type EditedRule = RuleCore & Partial<ApprovalRule>;

/** A rule as it is sent. */
export const sentRule = ({ remedyId, action, tenants, group }: Omit<RuleCore, 'title'>) => ({
  remedyId,
  action,
  tenantIds: tenants === null ? null : tenants.map(({ id }) => id),
  ...(group && { groupId: group.id }),
});

/** Rules as they are sent, with what is changed in them. */
export const rulesBody = (
  { revision, askFrom, rules }: ApprovalRules,
  change: { askFrom?: ApprovalRules['askFrom']; rules?: RulesBody['rules'] },
): RulesBody => ({ revision, askFrom, rules: rules.map(sentRule), ...change });

/** Changes what the scanner asks for, and says so. */
export function useChangeRules() {
  const client = useQueryClient();
  return async (body: RulesBody): Promise<void> => {
    const { queryKey } = approvalRulesQuery();
    try {
      client.setQueryData(queryKey, await call(changeApprovalRules, { body, tenantId: null }));
    } catch (error) {
      // Somebody else changed them: they are shown as they are now.
      if (error instanceof ApiError && error.code === 'CONFLICT') await client.invalidateQueries({ queryKey });
      throw error;
    }
    showToast({ title: 'Approval rules saved', body: 'The next scan of each tenant follows them.', intent: 'success' });
  };
}
