import { Spinner } from '@fluentui/react-components';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useAfter } from './use-after.ts';

const delayMs = 1500;

/** After a tenant was connected: goes on to the tenants, with the news in the address. */
export function AuthCompletePage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  useAfter(delayMs, () => navigate({ pathname: paths.adminTenants, search }, { replace: true }));
  return (
    <AuthLayout title="Completing Authentication">
      <Spinner label="Taking you to the tenants" labelPosition="below" />
    </AuthLayout>
  );
}
