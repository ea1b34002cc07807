import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { Registration, register, registrationPasswordRules } from '@tenantry/contract/auth';
import { type FormEvent, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { firstByPath, formErrors } from '../../lib/form-errors.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { enterSession, useSession } from '../../lib/session.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { registrationStatusQuery } from './auth-queries.ts';
import { FormNotice } from './form-notice.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { signInErrorText } from './sign-in-error.ts';
import { TextField } from './text-field.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  small: { color: tokens.colorNeutralForeground3 },
});

const backToLogin = <LinkButton to={paths.login}>Back to Login</LinkButton>;

/** Registration of the first administrator; locked once there is any user. */
export function RegisterPage() {
  const session = useSession();
  const status = useQuery(registrationStatusQuery());
  if (session.status === 'signed-in') return <Navigate to={paths.overview} replace />;
  if (session.status === 'loading' || status.isPending) return <FullPageSpinner />;
  if (status.data === undefined) {
    return (
      <AuthLayout title="Service Unavailable">
        <FormNotice kind="error">Unable to check registration status. Please try again later.</FormNotice>
        {backToLogin}
      </AuthLayout>
    );
  }
  if (!status.data.registrationAllowed) {
    return (
      <AuthLayout title="Registration Not Available" subtitle="User accounts already exist in the system">
        <FormNotice kind="info">
          First-user registration is only for the initial setup. There {status.data.userCount === 1 ? 'is' : 'are'}{' '}
          {countOf(status.data.userCount, 'user')} in the system.
        </FormNotice>
        {backToLogin}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Create First Admin Account" subtitle="This account administers Tenantry.">
      <RegisterForm needsSetupCode={status.data.setupCodeRequired} />
      {backToLogin}
    </AuthLayout>
  );
}

const blank = { username: '', email: '', displayName: '', password: '', setupCode: '' };

function RegisterForm({ needsSetupCode }: { needsSetupCode: boolean }) {
  const styles = useStyles();
  const [form, setForm] = useState(blank);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const set = (field: keyof typeof blank) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  const { submit, pending, error } = useSubmit(async () => {
    const body = { ...form, setupCode: needsSetupCode ? form.setupCode : undefined };
    const found = formErrors(Registration, body);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      const { user } = await call(register, { body, tenantId: null, isSignInCall: true });
      await enterSession(user);
    } catch (thrown) {
      if (thrown instanceof ApiError) setErrors(firstByPath(thrown.fields));
      throw thrown;
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const isFilled = [form.username, form.email, form.displayName].every((value) => value.trim() !== '');
  const isStrong = registrationPasswordRules.every((rule) => rule.holds(form.password));
  const hasCode = !needsSetupCode || form.setupCode.trim() !== '';
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Create First Admin Account">
      {error !== null && <FormNotice kind="error">{signInErrorText(error, 'Registration')}</FormNotice>}
      <TextField
        label="Username"
        value={form.username}
        onChange={set('username')}
        autoComplete="username"
        error={errors.username}
      />
      <TextField
        label="Email"
        type="email"
        value={form.email}
        onChange={set('email')}
        autoComplete="email"
        error={errors.email}
      />
      <TextField
        label="Display name"
        value={form.displayName}
        onChange={set('displayName')}
        autoComplete="name"
        error={errors.displayName}
      />
      <PasswordField
        label="Password"
        required
        value={form.password}
        onChange={set('password')}
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordChecklist rules={registrationPasswordRules} password={form.password} />
      {needsSetupCode && (
        <TextField
          label="Setup code"
          hint="The code that was set when Tenantry was deployed"
          value={form.setupCode}
          onChange={set('setupCode')}
          autoComplete="off"
          error={errors.setupCode}
        />
      )}
      <Button
        type="submit"
        appearance="primary"
        size="large"
        disabled={!isFilled || !isStrong || !hasCode}
        disabledFocusable={pending}
      >
        {pending ? 'Creating account...' : 'Create Admin Account'}
      </Button>
      <Text size={200} className={styles.small}>
        By creating an account you agree to the Terms of Service and the Privacy Policy of your organization.
      </Text>
    </form>
  );
}
