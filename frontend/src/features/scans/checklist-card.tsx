import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SaveRegular } from '@fluentui/react-icons/svg/save';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ChecklistItem,
  type ChecklistItemId,
  changeChecklist,
  checklistTexts,
  getChecklist,
  maxChecklistComment,
} from '@tenantry/contract/checklist';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextField } from '../../ui/text-field.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  item: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  body: { display: 'grid', gap: tokens.spacingVerticalXS, paddingInlineStart: tokens.spacingHorizontalXXXL },
  save: { justifySelf: 'start' },
});

const checklistQuery = (tenantId: string, scanId: string) => ({
  queryKey: queryKey('checklist', tenantId),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(getChecklist, { params: { scanId }, tenantId, signal })).items,
});

/** What is verified by hand, since no scan can tell it. It stays from scan to scan. */
export function ChecklistCard({ tenantId, scanId }: { tenantId: string; scanId: string | null }) {
  return (
    <SectionCard
      title="Manual checklist"
      subtitle="Verified by hand. It changes no score, and is printed in the report."
    >
      {scanId === null ? (
        <Text>No scan found for this tenant. Please run a scan first.</Text>
      ) : (
        <Checklist key={tenantId} tenantId={tenantId} scanId={scanId} />
      )}
    </SectionCard>
  );
}

function Checklist({ tenantId, scanId }: { tenantId: string; scanId: string }) {
  const query = useQuery(checklistQuery(tenantId, scanId));
  return (
    <QueryState query={query} loadingLabel="Loading the checklist" errorTitle="The checklist could not be loaded">
      {(items) => <ChecklistForm tenantId={tenantId} scanId={scanId} items={items} />}
    </QueryState>
  );
}

type Edit = Pick<ChecklistItem, 'checked' | 'comment'>;
type FormProps = { tenantId: string; scanId: string; items: readonly ChecklistItem[] };

function ChecklistForm({ tenantId, scanId, items }: FormProps) {
  const styles = useStyles();
  const client = useQueryClient();
  const [edits, setEdits] = useState<Partial<Record<ChecklistItemId, Edit>>>({});
  const shown = items.map((item) => ({ ...item, ...edits[item.itemId] }));
  const changed = shown.filter(({ itemId, checked, comment }) => {
    const before = items.find((one) => one.itemId === itemId);
    return before?.checked !== checked || before.comment !== comment;
  });
  const { submit, pending } = useSubmit(async () => {
    const body = { items: changed.map(({ itemId, checked, comment }) => ({ itemId, checked, comment })) };
    try {
      const saved = await call(changeChecklist, { params: { scanId }, body, tenantId });
      client.setQueryData(checklistQuery(tenantId, scanId).queryKey, saved.items);
      setEdits({});
      showToast({ title: 'Checklist Updated', intent: 'success' });
    } catch (error) {
      const body = messageOf(error) || 'Failed to update manual checklist';
      showToast({ title: 'Checklist Update Failed', body, intent: 'error' });
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length > 0) void submit();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Manual checklist">
      <PlainList gap="L">
        {shown.map((item) => (
          <Item
            key={item.itemId}
            item={item}
            onChange={(edit) => setEdits((before) => ({ ...before, [item.itemId]: edit }))}
          />
        ))}
      </PlainList>
      <Button
        type="submit"
        className={styles.save}
        icon={<SaveRegular />}
        disabled={changed.length === 0}
        disabledFocusable={pending}
      >
        {pending ? 'Saving…' : 'Save Checklist'}
      </Button>
    </form>
  );
}

function Item({ item, onChange }: { item: ChecklistItem; onChange: (edit: Edit) => void }) {
  const styles = useStyles();
  const { itemId, checked, comment, by, at } = item;
  const { title, whatToVerify } = checklistTexts[itemId];
  return (
    <li className={styles.item}>
      <Checkbox
        label={title}
        checked={checked}
        onChange={(_, data) => onChange({ checked: data.checked === true, comment })}
      />
      <div className={styles.body}>
        <Text size={200}>{whatToVerify}</Text>
        <TextField
          label={`Comment on ${title}`}
          value={comment}
          isProse
          onChange={(text) => onChange({ checked, comment: text.slice(0, maxChecklistComment) })}
        />
        {by !== null && (
          <Hint>
            Last changed <RelativeTime instant={at} /> by {by}
          </Hint>
        )}
      </div>
    </li>
  );
}
