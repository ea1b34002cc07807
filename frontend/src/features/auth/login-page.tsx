import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { LocalSignIn, signInLocally } from '@tenantry/contract/auth';
import { type FormEvent, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { paths } from '../../lib/paths.ts';
import { enterSession, useSession } from '../../lib/session.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { destinationAfterSignIn } from './destination.ts';
import { FormNotice } from './form-notice.tsx';
import { registrationStatusQuery } from './registration-status-query.ts';
import { signInErrorText } from './sign-in-error.ts';
import { keepSignInPage } from './used-sign-in-page.ts';
import { signInOptionsQuery } from './ways-to-sign-in-query.ts';

// For accounts with an authenticator app alone.
const CodeForm = onDemand(
  async () => (await import('./code-form.tsx')).CodeForm,
  <Spinner label="One moment, please" labelPosition="below" />,
);

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
});

/** The front door sends this on to the API, which sends it on to Microsoft. */
const startPath = '/auth/microsoft';

/** Sign-in with Microsoft or with a local account, whichever there are. */
export function LoginPage() {
  const session = useSession();
  // Asked for here, so that it is on its way while the session is checked.
  const options = useQuery(signInOptionsQuery());
  const [hasTried, setHasTried] = useState(false);
  const [step, setStep] = useState<'password' | 'code' | 'expired'>('password');
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-in') return <Navigate to={destinationAfterSignIn()} replace />;
  if (step === 'code') {
    return (
      <AuthLayout title="Sign in" subtitle="Microsoft 365 security across your tenants">
        <CodeForm onBack={(why) => setStep(why === 'expired' ? 'expired' : 'password')} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Sign in" subtitle="Microsoft 365 security across your tenants">
      {step === 'expired' && <FormNotice kind="error">That took too long. Enter your password again.</FormNotice>}
      {session.reason === 'unavailable' && !hasTried && (
        <FormNotice kind="error">Your session could not be checked. Try signing in again.</FormNotice>
      )}
      <SessionExpiredNotice />
      {options.isPending ? (
        <Spinner label="Loading the ways to sign in" labelPosition="below" />
      ) : (
        <WaysToSignIn
          // Where they could not be loaded, the form is offered: the server says whether local sign-in is on.
          {...(options.data ?? { microsoft: false, local: true })}
          onTry={() => setHasTried(true)}
          onCode={() => setStep('code')}
        />
      )}
      <FirstAdminOffer />
    </AuthLayout>
  );
}

type FormProps = {
  onTry: () => void;
  /** The password was right, and a code is asked for. */
  onCode: () => void;
};

function WaysToSignIn({ microsoft, local, ...form }: FormProps & { microsoft: boolean; local: boolean }) {
  return (
    <>
      {microsoft && (
        <ServerLinkButton
          href={startPath}
          size="large"
          icon={<img src="/microsoft.svg" alt="" width={20} height={20} />}
          onLeave={() => keepSignInPage(paths.login)}
        >
          Sign in with Microsoft
        </ServerLinkButton>
      )}
      {microsoft && local && (
        // Lighter than a Divider, for what this page has to load.
        <Muted align="center">or</Muted>
      )}
      {local && <LoginForm {...form} />}
      {!microsoft && !local && (
        <FormNotice kind="error">No sign-in method is set up. Ask the person who installed Tenantry.</FormNotice>
      )}
    </>
  );
}

function SessionExpiredNotice() {
  const [search] = useSearchParams();
  if (search.get('message') !== 'session-expired') return null;
  return <FormNotice kind="info">Your session has expired. Please sign in again.</FormNotice>;
}

function LoginForm({ onTry, onCode }: FormProps) {
  const styles = useStyles();
  const { values, field, sendChecked } = useForm({ username: '', password: '' }, []);
  const { submit, pending, error } = useSubmit(() =>
    sendChecked(formErrors(LocalSignIn, values), async () => {
      onTry();
      const answer = await call(signInLocally, { body: values, tenantId: null, isSignInCall: true });
      if (answer.success) await enterSession(answer.user);
      else onCode();
    }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const isFilled = values.username.trim() !== '' && values.password !== '';
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Sign in">
      {error !== null && !(error instanceof InvalidForm) && (
        <FormNotice kind="error">{signInErrorText(error, 'Authentication')}</FormNotice>
      )}
      <TextField label="Username or email" autoComplete="username" {...field('username')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <Button type="submit" appearance="primary" size="large" disabled={!isFilled} disabledFocusable={pending}>
        {pending ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

function FirstAdminOffer() {
  const status = useQuery(registrationStatusQuery());
  if (!status.data?.isFirstUser) return null;
  return (
    <LinkButton to={paths.register} size="large">
      Create First Admin Account
    </LinkButton>
  );
}
