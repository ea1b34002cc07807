import { Button, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { WhatIfDraft } from '@tenantry/contract/what-if';
import { useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import type { Policy } from './draft-policy.ts';
import type { WhatIfCalls } from './use-what-if.ts';
import { whatIfDraftsQuery } from './what-if-queries.ts';

const DraftList = onDemand(async () => (await import('./draft-list.tsx')).DraftList);
const DraftNameDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).DraftNameDialog);
const ProposeDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).ProposeDialog);

type Props = {
  tenantId: string;
  calls: WhatIfCalls;
  policies: readonly Policy[];
  /** The draft whose policies are shown, as it was opened; null where none was. */
  opened: Seen | null;
  onOpen: (draftId: string) => void;
};
/** A draft as somebody saw it last: a change names the revision that it was made on, not one that came since. */
type Seen = { id: string; revision: number };
type Asked = { kind: 'save'; key: string } | { kind: 'rename' | 'propose'; draft: WhatIfDraft };

/** Keeps what was tried out, opens it again, and proposes it. */
export function SavedDrafts({ tenantId, calls, policies, opened, onOpen }: Props) {
  const query = useQuery(whatIfDraftsQuery(tenantId));
  const { opened: asked, open: ask, close } = useOpened<Asked>();
  /** The draft that was opened or saved last: saving goes to it while nobody proposed it. */
  const [current, setCurrent] = useState<Seen | null>(opened && { id: opened.id, revision: opened.revision });
  const open = query.data?.items.find(({ id, proposed }) => id === current?.id && proposed === null);
  const asSeen = (draft: WhatIfDraft): WhatIfDraft =>
    draft.id === current?.id ? { ...draft, revision: current.revision } : draft;
  const change = async (draft: WhatIfDraft, changes: Parameters<WhatIfCalls['change']>[1]) => {
    const { id, revision } = await calls.change(asSeen(draft), changes);
    setCurrent((now) => (now?.id === id ? { id, revision } : now));
  };
  const failed = (error: unknown) =>
    showToast({ title: 'Not done', body: error instanceof Error ? error.message : String(error), intent: 'error' });
  const save = async (draft: WhatIfDraft) => {
    try {
      await change(draft, { policies: [...policies] });
    } catch (error) {
      failed(error);
    }
  };
  return (
    <SectionCard
      title="Saved drafts"
      subtitle="Propose one, and the next scan says whether the change is what was approved"
      actions={
        <>
          {open !== undefined && <Button onClick={() => void save(open)}>{`Save to ${open.name}`}</Button>}
          <Button onClick={() => ask({ kind: 'save', key: crypto.randomUUID() })}>Save as new draft</Button>
        </>
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading drafts"
        errorTitle="The drafts could not be loaded"
        isEmpty={({ items }) => items.length === 0}
        empty={<Text>No draft is saved of this tenant.</Text>}
      >
        {({ items }) => (
          <DraftList
            drafts={items}
            onOpen={({ id }) => onOpen(id)}
            onRename={(draft) => ask({ kind: 'rename', draft })}
            onPropose={(draft) => ask({ kind: 'propose', draft })}
            onDelete={calls.remove}
          />
        )}
      </QueryState>
      {asked?.kind === 'save' && (
        <DraftNameDialog
          title="Save as new draft"
          initial=""
          onSave={async (name) => setCurrent(await calls.keep(name, policies, asked.key))}
          onClose={close}
        />
      )}
      {asked?.kind === 'rename' && (
        <DraftNameDialog
          title={`Rename ${asked.draft.name}`}
          initial={asked.draft.name}
          onSave={(name) => change(asked.draft, { name })}
          onClose={close}
        />
      )}
      {asked?.kind === 'propose' && (
        <ProposeDialog
          draft={asked.draft}
          onPropose={(reason) => calls.propose(asSeen(asked.draft), reason)}
          onClose={close}
        />
      )}
    </SectionCard>
  );
}
