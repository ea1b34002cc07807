import { useQuery } from '@tanstack/react-query';
import { register } from '@tenantry/contract/first-admin';
import { passwordRules } from '@tenantry/contract/user-passwords';
import { Navigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Hint } from '../../ui/muted.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FirstAdminForm } from './first-admin-form.tsx';
import { FormNotice } from './form-notice.tsx';
import { registrationStatusQuery } from './registration-status-query.ts';
import { signInErrorText } from './sign-in-error.ts';

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
          First-user registration is only for the initial setup. There is at least 1 user in the system.
        </FormNotice>
        {backToLogin}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Create First Admin Account" subtitle="This account administers Tenantry.">
      <FirstAdminForm
        endpoint={register}
        needsSetupCode={status.data.setupCodeRequired}
        label="Create First Admin Account"
        submitLabel="Create Admin Account"
        submittingLabel="Creating account..."
        passwordRules={passwordRules}
        errorText={(error) => signInErrorText(error, 'Registration')}
      >
        <Hint>
          By creating an account you agree to the Terms of Service and the Privacy Policy of your organization.
        </Hint>
      </FirstAdminForm>
      {backToLogin}
    </AuthLayout>
  );
}
