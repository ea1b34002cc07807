import { Field, Radio, RadioGroup, Text } from '@fluentui/react-components';
import type { Approval, Decision } from '@tenantry/contract/approvals';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useDecisions } from './use-decisions.ts';

const reviewDraft = (approval: Approval | null) => `review-approval:${approval?.id ?? 'none'}`;

const maxNotes = 1000;

/** What is wrong with notes; empty where nothing is. */
export const notesErrors = (notes: string): Record<string, string> =>
  notes.trim().length > maxNotes ? { comment: `Keep the notes under ${maxNotes} characters` } : {};

type Props = { approval: Approval; onClose: () => void };

/** Asks for a decision and, where there is something to say, for notes. */
export function ReviewDialog({ approval, onClose }: Props) {
  const { decide } = useDecisions();
  const { values, field, change, errors, sendChecked } = useForm(
    () => ({ decision: '' as Decision | '', comment: approval.reviewNotes ?? '' }),
    ['decision', 'comment'],
    { name: reviewDraft(approval) },
  );
  const send = () => {
    const { decision, comment } = values;
    const missing: Record<string, string> = decision === '' ? { decision: 'Choose Approve or Reject' } : {};
    return sendChecked({ ...missing, ...notesErrors(comment) }, async () => {
      if (decision !== '') await decide(approval, decision, comment.trim());
    });
  };
  return (
    <FormDialog
      open
      title="Review request"
      submitLabel="Submit review"
      submittingLabel="Submitting…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{approval.title}</Text>
      <Text>{approval.description}</Text>
      <Field label="Decision" required validationMessage={errors.decision}>
        <RadioGroup value={values.decision} onChange={(_, data) => change({ decision: data.value as Decision })}>
          <Radio value="approved" label="Approve" />
          <Radio value="denied" label="Reject" />
        </RadioGroup>
      </Field>
      <TextArea label="Notes" hint="Optional. Kept with the decision and in the audit trail." {...field('comment')} />
    </FormDialog>
  );
}
