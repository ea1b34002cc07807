import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { getSetupStatus } from '@tenantry/contract/auth';
import { setUpFirstAdmin } from '@tenantry/contract/first-admin';
import { Navigate, useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { callQuery } from '../../lib/call-query.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FirstAdminForm } from './first-admin-form.tsx';
import { FormNotice } from './form-notice.tsx';
import { askedAnew } from './registration-status-query.ts';

/** Asked anew each time, as the status of the registration is. */
const setupStatusQuery = () => callQuery(queryKey('setup-status', null), getSetupStatus, askedAnew);

/** First-time setup: creates the first administrator. */
export function SetupPage() {
  const status = useQuery(setupStatusQuery());
  const navigate = useNavigate();
  if (status.isPending) return <FullPageSpinner />;
  if (status.data === undefined) {
    return (
      <AuthLayout title="Service Unavailable">
        <FormNotice kind="error">The setup status could not be checked. Please try again later.</FormNotice>
        <Button onClick={() => void status.refetch()}>Retry</Button>
        <LinkButton to={paths.login}>Back to Login</LinkButton>
      </AuthLayout>
    );
  }
  if (!status.data.requiresSetup) return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthLayout title="Welcome to Tenantry" subtitle="Create the first administrator to begin.">
      <FirstAdminForm
        endpoint={setUpFirstAdmin}
        needsSetupCode={status.data.setupCodeRequired}
        label="First-time setup"
        submitLabel="Complete Setup"
        submittingLabel="Completing setup..."
        passwordHint="At least 12 characters with an uppercase letter, a lowercase letter, a number and a special character"
        confirmsPassword
        onDone={() => {
          showToast({
            title: 'Setup Complete',
            body: 'First-time admin setup completed successfully',
            intent: 'success',
          });
          navigate(paths.dashboard);
        }}
        onError={tellFailure}
      />
    </AuthLayout>
  );
}

function tellFailure(error: unknown): void {
  const said = error instanceof ApiError ? error.message : '';
  showToast({
    title: 'Setup Failed',
    body: said || 'Failed to complete first-time admin setup',
    intent: 'error',
    isForSignedOut: true,
  });
}
