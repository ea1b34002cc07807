import { Text } from '@fluentui/react-components';
import { renewRecoveryCodes } from '@tenantry/contract/profile';
import { useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = { onRenewed: (recoveryCodes: readonly string[]) => void; onClose: () => void };

/** Makes ten recovery codes in place of those that are left. */
export function NewCodesDialog({ onRenewed, onClose }: Props) {
  const isRenewed = useRef(false);
  const { values, field, sendChecked } = useForm({ code: '' }, ['code']);
  const send = () =>
    sendChecked(formErrors(renewRecoveryCodes.body, values), async () => {
      const { recoveryCodes } = await call(renewRecoveryCodes, { body: values, tenantId: null });
      isRenewed.current = true;
      onRenewed(recoveryCodes);
    });
  return (
    <FormDialog
      open
      title="New recovery codes"
      submitLabel="Make new codes"
      submittingLabel="Making…"
      submitDisabled={values.code.trim() === ''}
      onSubmit={send}
      // The new codes have taken the place of this dialog.
      onClose={() => !isRenewed.current && onClose()}
    >
      <Text>The codes you have now stop working.</Text>
      <TextField label="Code" required autoComplete="one-time-code" hint="6 digits from the app" {...field('code')} />
    </FormDialog>
  );
}
