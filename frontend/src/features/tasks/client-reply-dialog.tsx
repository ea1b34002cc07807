import { makeStyles, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { replyToClient } from '@tenantry/contract/client-questions';
import type { TaskDetails } from '@tenantry/contract/tasks';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const useStyles = makeStyles({ text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });

type Props = { task: TaskDetails; question: NonNullable<TaskDetails['clientQuestion']>; onClose: () => void };

/** Writes the reply that the client reads. */
export function ClientReplyDialog({ task: { id, tenantId }, question, onClose }: Props) {
  const styles = useStyles();
  const client = useQueryClient();
  const { values, field, sendChecked } = useForm(() => ({ text: question.reply?.text ?? '' }), ['text'], {
    name: `client-reply ${id}`,
  });
  const send = () =>
    sendChecked(formErrors(replyToClient.body, values), async () => {
      await call(replyToClient, { params: { id }, body: values, tenantId });
      showToast({ title: 'Reply sent', body: question.askedBy, intent: 'success' });
      await invalidateTenant(client, tenantId);
    });
  return (
    <FormDialog
      open
      title="Reply to the client"
      submitLabel="Send reply"
      submittingLabel="Sending…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text className={styles.text}>{question.text}</Text>
      <TextArea
        label="Reply"
        required
        rows={5}
        hint="The client reads it in their room, from your company; no name of the staff is shown."
        {...field('text')}
      />
    </FormDialog>
  );
}
