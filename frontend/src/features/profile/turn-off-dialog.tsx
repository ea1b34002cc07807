import { Text } from '@fluentui/react-components';
import { turnAuthenticatorOff } from '@tenantry/contract/own-account';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

const blank = { password: '', code: '' };

/** Turns the authenticator off, for which it takes both the password and a code. */
export function TurnOffDialog({ onTurnedOff, onClose }: { onTurnedOff: () => Promise<void>; onClose: () => void }) {
  const { values, field, sendChecked } = useForm(blank, Object.keys(blank));
  const send = () =>
    sendChecked(formErrors(turnAuthenticatorOff.body, values), async () => {
      await call(turnAuthenticatorOff, { body: values, tenantId: null });
      showToast({ title: 'Authenticator turned off', intent: 'success' });
      await onTurnedOff();
    });
  return (
    <FormDialog
      open
      title="Turn off the authenticator app"
      submitLabel="Turn off"
      submittingLabel="Turning off…"
      submitDisabled={values.password === '' || values.code.trim() === ''}
      onSubmit={send}
      onClose={onClose}
    >
      <Text>Your password alone will sign you in. The recovery codes end, too.</Text>
      <PasswordField label="Password" required autoComplete="current-password" {...field('password')} />
      <TextField
        label="Code"
        required
        autoComplete="one-time-code"
        hint="6 digits from the app, or a recovery code"
        {...field('code')}
      />
    </FormDialog>
  );
}
