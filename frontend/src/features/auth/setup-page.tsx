import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { FirstAdminSetup, setUpFirstAdmin } from '@tenantry/contract/auth';
import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { firstByPath, formErrors } from '../../lib/form-errors.ts';
import { paths } from '../../lib/paths.ts';
import { enterSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { setupStatusQuery } from './auth-queries.ts';
import { FormNotice } from './form-notice.tsx';
import { TextField } from './text-field.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
});

/** First-time setup: creates the first administrator. */
export function SetupPage() {
  const status = useQuery(setupStatusQuery());
  if (status.isPending) return <FullPageSpinner />;
  if (status.data === undefined) {
    return (
      <AuthLayout title="Service Unavailable">
        <FormNotice kind="error">Whether setup is required could not be checked. Please try again later.</FormNotice>
        <Button onClick={() => void status.refetch()}>Retry</Button>
        <LinkButton to={paths.login}>Back to Login</LinkButton>
      </AuthLayout>
    );
  }
  if (!status.data.requiresSetup) return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthLayout title="Welcome to Tenantry" subtitle="Create the first administrator to begin.">
      <SetupForm needsSetupCode={status.data.setupCodeRequired} />
    </AuthLayout>
  );
}

const blank = { username: '', email: '', displayName: '', password: '', confirmPassword: '', setupCode: '' };

function useSetupForm(needsSetupCode: boolean) {
  const navigate = useNavigate();
  const [form, setForm] = useState(blank);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { submit, pending } = useSubmit(async () => {
    const body = { ...form, setupCode: needsSetupCode ? form.setupCode : undefined };
    const found = formErrors(FirstAdminSetup, body);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      const { user } = await call(setUpFirstAdmin, { body, tenantId: null, isSignInCall: true });
      await enterSession(user);
      showToast({
        title: 'Setup Complete',
        body: 'First-time admin setup completed successfully',
        intent: 'success',
      });
      navigate(paths.dashboard);
    } catch (error) {
      if (error instanceof ApiError) setErrors(firstByPath(error.fields));
      const said = error instanceof ApiError ? error.message : '';
      showToast({
        title: 'Setup Failed',
        body: said || 'Failed to complete first-time admin setup',
        intent: 'error',
        isForSignedOut: true,
      });
    }
  });
  const set = (field: keyof typeof blank) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  return { form, set, errors, submit, pending };
}

function SetupForm({ needsSetupCode }: { needsSetupCode: boolean }) {
  const styles = useStyles();
  const { form, set, errors, submit, pending } = useSetupForm(needsSetupCode);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="First-time setup">
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
        hint="At least 12 characters with an uppercase letter, a lowercase letter, a number and a special character"
        value={form.password}
        onChange={set('password')}
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordField
        label="Confirm password"
        required
        value={form.confirmPassword}
        onChange={set('confirmPassword')}
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
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
      <Button type="submit" appearance="primary" size="large" disabledFocusable={pending}>
        {pending ? 'Completing setup...' : 'Complete Setup'}
      </Button>
    </form>
  );
}
