import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { Approval } from '@tenantry/contract/approvals';
import { askClient } from '@tenantry/contract/client-decisions';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';

type Props = { approval: Approval; tenantId: string; onClose: () => void };

/** Asks the client about an approval, in words of theirs. */
export function AskClientDialog({ approval, tenantId, onClose }: Props) {
  const client = useQueryClient();
  const { values, field, sendChecked } = useForm({ message: '' }, ['message'], { name: `ask-client ${approval.id}` });
  const send = () =>
    sendChecked(formErrors(askClient.body, values), async () => {
      await call(askClient, { params: { id: approval.id }, body: values, tenantId });
      showToast({ title: 'The client was asked', body: approval.title, intent: 'success' });
      await invalidateTenant(client, tenantId);
    });
  return (
    <FormDialog
      open
      title="Ask the client"
      submitLabel="Ask the client"
      submittingLabel="Asking…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{approval.title}</Text>
      <Text>
        The client reads it in their room, in plain words. Their answer decides it, under the name of who gives it;
        until then you can still decide it here.
      </Text>
      <TextArea
        label="Your message"
        required
        hint="What would be done, what it changes for their people, and by when you need to know. At least 20 characters."
        {...field('message')}
      />
    </FormDialog>
  );
}
