import { useQueryClient } from '@tanstack/react-query';
import { answerMailUse, getTenantMailFlow, type MailUse } from '@tenantry/contract/mailflow';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { tenantMailFlowQuery, withChecked } from './mail-flow-queries.ts';

/** Remembers whether a domain sends mail, and checks that domain again: what to publish follows from the answer. */
export function useMailUse(tenantId: string) {
  const client = useQueryClient();
  const { submit, pending } = useSubmit(async (domain: string, sends: MailUse) => {
    try {
      const params = { id: tenantId };
      await call(answerMailUse, { params, body: { domain, sends }, tenantId });
      const checked = await call(getTenantMailFlow, { params, query: { domains: domain }, tenantId });
      client.setQueryData(tenantMailFlowQuery(tenantId).queryKey, (known) => known && withChecked(known, checked));
      await client.invalidateQueries({ queryKey: queryKey('mail-flow-check', tenantId, { domain }) });
    } catch (error) {
      showToast({ title: 'Answer not saved', body: messageOf(error), intent: 'error' });
    }
  });
  return { answer: (domain: string, sends: MailUse) => void submit(domain, sends), pending };
}
