import { useQueryClient } from '@tanstack/react-query';
import { changeOwnPassword } from '@tenantry/contract/profile';
import { passwordRules } from '@tenantry/contract/user-passwords';
import { PasswordChecklist } from '../../blocks/password-checklist.tsx';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ownSessionsQuery } from './profile-queries.ts';

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the user's own password, for which they have to know the current one. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { values, field, sendChecked } = useForm(blank, Object.keys(blank));
  const { currentPassword, newPassword, confirmPassword } = values;
  const isReady = currentPassword !== '' && passwordRules.every(({ holds }) => holds(newPassword));
  const mismatch = confirmPassword !== '' && newPassword !== confirmPassword ? "Passwords don't match" : undefined;
  const send = () =>
    sendChecked(formErrors(changeOwnPassword.body, values), async () => {
      await call(changeOwnPassword, { body: values, tenantId: null, renewsSession: true });
      showToast({ title: 'Password changed', body: 'You are signed out everywhere else.', intent: 'success' });
      await client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey });
    });
  return (
    <FormDialog
      open
      title="Change password"
      submitLabel="Change password"
      submittingLabel="Changing…"
      submitDisabled={!isReady || newPassword !== confirmPassword}
      onSubmit={send}
      onClose={onClose}
    >
      <PasswordField label="Current password" required autoComplete="current-password" {...field('currentPassword')} />
      <PasswordField label="New password" required autoComplete="new-password" {...field('newPassword')} />
      <PasswordChecklist rules={passwordRules} password={newPassword} />
      <PasswordField
        label="Confirm new password"
        required
        autoComplete="new-password"
        {...field('confirmPassword')}
        error={mismatch ?? field('confirmPassword').error}
      />
    </FormDialog>
  );
}
