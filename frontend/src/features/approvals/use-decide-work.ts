import { useQueryClient } from '@tanstack/react-query';
import { decideApprovals } from '@tenantry/contract/approval-decisions';
import type { Priority } from '@tenantry/contract/verdicts';
import type { WorkFilters } from '../../blocks/waiting-work-query.ts';
import { call } from '../../lib/api-client.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { decisionRunQuery } from './approval-queries.ts';
import type { WorkDecision } from './work-decision.ts';

/** What goes with a decision: why, and how its tasks begin; '' for what is left as it is. */
export type DecisionValues = { comment: string; assigneeId: string; priority: Priority | ''; dueDate: string };

/** A request that was not decided, by its tenant, and why. */
export type LeftRequest = { id: string; name: string; message: string };

/** What a decision comes to: requests that were not decided, and the run that decides in the background. */
export type DecisionAnswer = { left: readonly LeftRequest[]; runId: string | null };

function filterOf({ remedyId }: WorkDecision['work'], { groupId, ...filter }: WorkFilters) {
  return { ...(groupId === undefined ? {} : { groupId }), filter: { remedyId, ...filter } };
}

/** @param key new for each decision that is meant: sent again, it answers the same one */
export function bodyOf({ decision, work, of }: WorkDecision, values: DecisionValues, key: string) {
  const { assigneeId, priority, dueDate } = values;
  const comment = values.comment.trim();
  return {
    ...('approvals' in of ? { ids: of.approvals.map(({ id }) => id) } : filterOf(work, of.filter)),
    status: decision,
    key,
    ...(comment !== '' && { comment }),
    ...(assigneeId !== '' && { assigneeId }),
    ...(priority !== '' && { priority }),
    ...(dueDate !== '' && { dueDate }),
  };
}

/** Decides and says how it went, or that it goes on; every list that shows it is asked for again. */
export function useDecideWork() {
  const client = useQueryClient();
  return async ({ of }: WorkDecision, body: ReturnType<typeof bodyOf>): Promise<DecisionAnswer> => {
    const { decided, results, run } = await call(decideApprovals, { body, tenantId: null });
    // Tasks, findings and figures of any tenant may be others.
    void client.invalidateQueries();
    if (!('approvals' in of)) {
      // From here on the page follows it: what it decides before the first question is not missed.
      if (run !== null) client.setQueryData(decisionRunQuery(run.id).queryKey, run);
      return { left: [], runId: run?.id ?? null };
    }
    const names = new Map(of.approvals.map(({ id, tenantName }) => [id, tenantName]));
    const left = results
      .filter(({ outcome }) => outcome !== 'done')
      .map(({ id, message }) => ({ id, message, name: names.get(id) ?? id }));
    const title = `${countOf(decided, 'request')} ${body.status}`;
    if (left.length === 0) showToast({ title, intent: 'success' });
    else showToast({ title, body: `${countOf(left.length, 'request')} not changed`, intent: 'warning' });
    return { left, runId: null };
  };
}
