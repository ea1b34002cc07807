import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { passwordRules } from '@tenantry/contract/user-passwords';
import { type DirectoryUser, resetPassword } from '@tenantry/contract/users';
import { useState } from 'react';
import { PasswordChecklist } from '../../blocks/password-checklist.tsx';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { formErrors } from '../../lib/form-errors.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useUsers } from './use-users.ts';

const useStyles = makeStyles({
  other: {
    display: 'grid',
    justifyItems: 'start',
    gap: tokens.spacingVerticalS,
    paddingTop: tokens.spacingVerticalM,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    '& > *': { minWidth: 0, maxWidth: '100%' },
  },
});

const blank = { newPassword: '', confirmPassword: '' };

/** Gives a local user a new password, or a link with which they choose one. */
export function ResetPasswordDialog({ user, onClose }: { user: DirectoryUser; onClose: () => void }) {
  const { resetPassword: reset } = useUsers();
  const { values, field, sendChecked } = useForm(blank, ['newPassword', 'confirmPassword']);
  const { newPassword, confirmPassword } = values;
  const isReady = passwordRules.every(({ holds }) => holds(newPassword)) && newPassword === confirmPassword;
  const mismatch = confirmPassword !== '' && newPassword !== confirmPassword ? "Passwords don't match" : undefined;
  const send = () =>
    sendChecked(formErrors(resetPassword.body, { userId: user.id, newPassword }), async () => {
      await reset(user, newPassword);
    });
  return (
    <FormDialog
      open
      title={`Reset password of ${user.displayName}`}
      submitLabel="Reset Password"
      submittingLabel="Resetting…"
      submitDisabled={!isReady}
      onSubmit={send}
      onClose={onClose}
    >
      <PasswordField label="New password" required autoComplete="new-password" {...field('newPassword')} />
      <PasswordChecklist rules={passwordRules} password={newPassword} />
      <PasswordField
        label="Confirm password"
        required
        autoComplete="new-password"
        {...field('confirmPassword')}
        error={mismatch ?? field('confirmPassword').error}
      />
      <OneTimeLink user={user} />
      <LostAuthenticator user={user} />
    </FormDialog>
  );
}

type Link = { url: string; expiresAt: string };

function OneTimeLink({ user }: { user: DirectoryUser }) {
  const styles = useStyles();
  const { createLink } = useUsers();
  const [link, setLink] = useState<Link | null>(null);
  const { submit, pending } = useSubmit(async () => {
    setLink(await createLink(user));
  });
  return (
    <div className={styles.other}>
      <Text>Or let {user.displayName} choose it: with a link that works once, within an hour.</Text>
      {link === null ? (
        <Button onClick={() => void submit()} disabledFocusable={pending}>
          {pending ? 'Creating…' : 'Create One-Time Link'}
        </Button>
      ) : (
        <>
          <RecordBlock name="One-time link" value={link.url} />
          <Text size={200}>Shown this once. It ends {formatDateTime(link.expiresAt)}.</Text>
        </>
      )}
    </div>
  );
}

function LostAuthenticator({ user }: { user: DirectoryUser }) {
  const styles = useStyles();
  const { removeAuthenticator } = useUsers();
  return (
    <div className={styles.other}>
      <Text>A new password keeps the authenticator app on. Remove it where they lost it, with its recovery codes.</Text>
      <ConfirmPopover
        trigger={<Button>Remove Authenticator App</Button>}
        question={`Remove the authenticator app of ${user.displayName}? They then sign in with their password alone, and are signed out everywhere now.`}
        confirmLabel="Remove"
        onConfirm={() => removeAuthenticator(user)}
      />
    </div>
  );
}
