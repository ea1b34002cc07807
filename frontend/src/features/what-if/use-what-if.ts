import { useQueryClient } from '@tanstack/react-query';
import {
  changeWhatIfDraft,
  createWhatIfDraft,
  deleteWhatIfDraft,
  evaluateWhatIf,
  type Forecast,
  proposeWhatIfDraft,
  type WhatIfDraft,
  type WhatIfDraftDetails,
} from '@tenantry/contract/what-if';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import type { Policy } from './draft-policy.ts';
import { whatIfDraftsQuery } from './what-if-queries.ts';

/** Asks for forecasts, and keeps, changes and proposes drafts. Errors are for whoever asked. */
export function useWhatIf(tenantId: string) {
  const client = useQueryClient();
  const done = async (title: string, body: string) => {
    showToast({ title, body, intent: 'success' });
    await Promise.all(
      [whatIfDraftsQuery(tenantId).queryKey, ['what-if-draft', tenantId]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return {
    forecast: (policies: readonly Policy[]): Promise<Forecast> =>
      call(evaluateWhatIf, { body: { tenantId, policies: [...policies] }, tenantId }),
    async keep(name: string, policies: readonly Policy[], key: string): Promise<WhatIfDraftDetails> {
      const kept = await call(createWhatIfDraft, { body: { tenantId, name, policies: [...policies], key }, tenantId });
      await done('Draft saved', name);
      return kept;
    },
    async change(draft: WhatIfDraft, change: { name?: string; policies?: Policy[] }): Promise<WhatIfDraftDetails> {
      const body = { revision: draft.revision, ...change };
      const changed = await call(changeWhatIfDraft, { params: { id: draft.id }, body, tenantId });
      await done('Draft saved', changed.name);
      return changed;
    },
    async remove({ id, name }: WhatIfDraft): Promise<void> {
      await call(deleteWhatIfDraft, { params: { id }, tenantId });
      await done('Draft deleted', name);
    },
    async propose({ id, name, revision }: WhatIfDraft, reason: string): Promise<void> {
      await call(proposeWhatIfDraft, { params: { id }, body: { revision, reason }, tenantId });
      await done('Approval requested', name);
    },
  };
}

export type WhatIfCalls = ReturnType<typeof useWhatIf>;
