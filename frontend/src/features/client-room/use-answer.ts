import { useQueryClient } from '@tanstack/react-query';
import { answerAskedApproval, answerOfferedRisk, type ClientDecisions } from '@tenantry/contract/client-decisions';
import { call } from '../../lib/api-client.ts';
import type { Answer, Decision } from './decisions.ts';
import { clientDecisionsQuery, clientSummaryQuery } from './room-queries.ts';

function withChanged<Item extends { id: string }>(items: readonly Item[], changed: Item): Item[] {
  return items.map((item) => (item.id === changed.id ? changed : item));
}

/** Sends what a contact of the client decided. Errors are for the dialog that asked. */
export function useAnswer(tenantId: string) {
  const client = useQueryClient();
  const { queryKey } = clientDecisionsQuery(tenantId);
  const keep = (change: (before: ClientDecisions) => ClientDecisions) =>
    client.setQueryData<ClientDecisions>(queryKey, (before) => before && change(before));
  const send = async (decision: Decision, answer: Answer, comment: string | undefined) => {
    const { id } = decision.item;
    if (decision.kind === 'approval' && answer !== 'accepted') {
      const body = { answer, askedAt: decision.item.askedAt, comment };
      const changed = await call(answerAskedApproval, { params: { id }, body, tenantId });
      keep((before) => ({ ...before, approvals: withChanged(before.approvals, changed) }));
    } else if (decision.kind === 'risk' && answer !== 'approved') {
      const body = { answer, offeredAt: decision.item.offeredAt, comment };
      const changed = await call(answerOfferedRisk, { params: { id }, body, tenantId });
      keep((before) => ({ ...before, risks: withChanged(before.risks, changed) }));
    } else throw new Error(`${answer} is no answer to this`);
  };
  return {
    async answer(decision: Decision, answer: Answer, comment: string): Promise<void> {
      await send(decision, answer, comment.trim() === '' ? undefined : comment);
      // What was accepted or approved stands on the overview too.
      await client.invalidateQueries({ queryKey: clientSummaryQuery(tenantId).queryKey });
    },
    reload: () => client.invalidateQueries({ queryKey }),
  };
}
