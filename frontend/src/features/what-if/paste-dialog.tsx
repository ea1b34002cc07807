import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type Policy, pastedPolicies } from './draft-policy.ts';

/** Adds policies from the JSON of Microsoft Graph. */
export function PasteDialog({ onAdd, onClose }: { onAdd: (policies: Policy[]) => void; onClose: () => void }) {
  const { values, field, sendChecked } = useForm({ json: '' }, ['json']);
  const pasted = pastedPolicies(values.json);
  const send = () =>
    sendChecked(typeof pasted === 'string' ? { json: pasted } : {}, async () => {
      if (typeof pasted !== 'string') onAdd(pasted);
    });
  return (
    <FormDialog open title="Paste policies" submitLabel="Add to draft" onSubmit={send} onClose={onClose}>
      <TextArea
        label="JSON of Microsoft Graph"
        rows={14}
        hint="One policy, a list, or the whole answer of GET /identity/conditionalAccess/policies. A policy with an id of this tenant takes that policy's place."
        {...field('json')}
      />
    </FormDialog>
  );
}
