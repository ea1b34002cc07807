import { Text } from '@fluentui/react-components';
import { returnProblemText } from '@tenantry/contract/return-problems';
import { useSearchParams } from 'react-router-dom';
import { AuthLayout } from './auth-layout.tsx';
import { FormNotice } from './form-notice.tsx';

/** For an administrator of a tenant who came to Microsoft by a link of a report, and has no account here. */
export function AuthConsentedPage() {
  const [search] = useSearchParams();
  const problem = returnProblemText(search.get('consent'));
  return problem === null ? (
    <AuthLayout title="Back from Microsoft">
      <Text>What you granted counts from the next scan on. You can close this page.</Text>
    </AuthLayout>
  ) : (
    <AuthLayout title="Permissions Not Granted">
      <FormNotice kind="error">{problem}</FormNotice>
      <Text>You can close this page.</Text>
    </AuthLayout>
  );
}
