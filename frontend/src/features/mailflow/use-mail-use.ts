import { useQueryClient } from '@tanstack/react-query';
import { answerMailUse, getTenantMailFlow, type MailUse } from '@tenantry/contract/mailflow';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import { tenantMailFlowQuery, withChecked } from './mail-flow-queries.ts';

/** Remembers whether a domain sends mail, and checks that domain again: what to publish follows from the answer. */
export function useMailUse(tenantId: string) {
  const client = useQueryClient();
  const { submit, pending } = useAction('Answer not saved', async (domain: string, sends: MailUse) => {
    const params = { id: tenantId };
    await call(answerMailUse, { params, body: { domain, sends }, tenantId });
    const checked = await call(getTenantMailFlow, { params, query: { domains: domain }, tenantId });
    client.setQueryData(tenantMailFlowQuery(tenantId).queryKey, (known) => known && withChecked(known, checked));
    await client.invalidateQueries({ queryKey: queryKey('mail-flow-check', tenantId, { domain }) });
  });
  return { answer: (domain: string, sends: MailUse) => void submit(domain, sends), pending };
}
