import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { checkResetLink, useResetLink } from '@tenantry/contract/reset-link';
import { passwordRules } from '@tenantry/contract/user-passwords';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PasswordChecklist } from '../../blocks/password-checklist.tsx';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormNotice } from './form-notice.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gap: tokens.spacingVerticalL } });

const toSignIn = <LinkButton to={paths.login}>Back to Login</LinkButton>;
const askAgain = 'Ask your administrator for a new one.';
const over = {
  used: `This link was used already. ${askAgain}`,
  expired: `This link has expired. ${askAgain}`,
  unknown: `This link is not valid any more. ${askAgain}`,
};

/** Where a one-time link leads: a new password for its user. The link's secret stands after '#', which no server is sent. */
export function ResetPasswordPage() {
  const token = useLocation().hash.slice(1);
  const isComplete = checkResetLink.body.safeParse({ token }).success;
  const [isDone, setDone] = useState(false);
  const link = useQuery({
    queryKey: queryKey('reset-link', null, { token }),
    queryFn: ({ signal }) => call(checkResetLink, { body: { token }, tenantId: null, signal, isSignInCall: true }),
    enabled: isComplete,
    gcTime: 0,
  });
  if (isDone) {
    return (
      <AuthLayout title="Password Changed" subtitle="Sign in with your new password.">
        {toSignIn}
      </AuthLayout>
    );
  }
  if (isComplete && link.isPending) return <FullPageSpinner />;
  if (!isComplete || link.data?.state !== 'valid') {
    return (
      <AuthLayout title="Link Not Valid">
        <FormNotice kind="error">{reasonOf(isComplete, link)}</FormNotice>
        {toSignIn}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Choose a New Password" subtitle={`For ${link.data.username}`}>
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
      {toSignIn}
    </AuthLayout>
  );
}

type Checked = { data?: { state: 'valid' | keyof typeof over } | undefined; error: unknown };

function reasonOf(isComplete: boolean, { data, error }: Checked): string {
  if (!isComplete) return `This link is not complete. Open it as it was given to you, or ask for a new one.`;
  if (data && data.state !== 'valid') return over[data.state];
  return messageOf(error);
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const styles = useStyles();
  const { values, field, sendChecked } = useForm({ newPassword: '', confirmPassword: '' }, [
    'newPassword',
    'confirmPassword',
  ]);
  const { newPassword, confirmPassword } = values;
  const body = { token, newPassword, confirmPassword };
  const { submit, pending, error } = useSubmit(async () => {
    await sendChecked(formErrors(useResetLink.body, body), () =>
      call(useResetLink, { body, tenantId: null, isSignInCall: true }),
    );
    onDone();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const isReady = passwordRules.every(({ holds }) => holds(newPassword)) && newPassword === confirmPassword;
  const mismatch = confirmPassword !== '' && newPassword !== confirmPassword ? "Passwords don't match" : undefined;
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Choose a New Password">
      {error !== null && !(error instanceof InvalidForm) && <FormNotice kind="error">{messageOf(error)}</FormNotice>}
      <PasswordField label="New password" required autoComplete="new-password" {...field('newPassword')} />
      <PasswordChecklist rules={passwordRules} password={newPassword} />
      <PasswordField
        label="Confirm password"
        required
        autoComplete="new-password"
        {...field('confirmPassword')}
        error={mismatch ?? field('confirmPassword').error}
      />
      <Button type="submit" appearance="primary" size="large" disabled={!isReady} disabledFocusable={pending}>
        {pending ? 'Changing…' : 'Change Password'}
      </Button>
      <Text size={200}>All your sessions end when the password changes.</Text>
    </form>
  );
}
